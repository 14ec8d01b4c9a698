"""Every enemy of a turn: whether it can be attacked and killed, and the hexes in reach."""

import pytest

from tsolve import api
from tsolve.budget import at_most
from tsolve.errors import UnsupportedError
from tsolve.model.plays import Exact

TURN = """
game: gloomhaven
turn: Brute
map: {size: 7 x 2}
characters:
  Brute:
    at: [0, 0]
    hp: 9
    plays: [Trample, Eye for an Eye]
    cards:
      Trample: {initiative: 72, top: "attack 3, pierce 2", bottom: "move 2"}
      Eye for an Eye: {initiative: 18, top: "attack 2", bottom: "heal 2, self"}
monsters:
  Living Bones 1: {at: [3, 0], hp: 2}
  Living Bones 2: {at: [6, 0], hp: 5}
"""
GUARD = """
game: gloomhaven
turn: Bandit Guard 1
map: {size: 6 x 5}
monsters: {Bandit Guard 1: {at: [0, 2]}}
ability_cards: {Bandit Guard: {initiative: 50, do: [move +0, attack +0]}}
characters:
  Brute: {at: [4, 2], hp: 10, initiative: 15}
  Spellweaver: {at: [3, 0], hp: 6, initiative: 30}
"""


def test_a_characters_enemies() -> None:
    near, far = api.targets(api.loads(TURN)).targets

    # Two steps bring the Brute beside the first Bones. Attack 3 with pierce 2 beats its shield; with 2 hit
    # points it lives only after -2 (1 damage) or null: 2 of 20 cards.
    assert (near.name, near.where) == ("Living Bones 1", "(3,0)")
    assert (near.attackable, near.outcome) == (True, "chance")
    assert near.chance == Exact("9/10", 0.9)
    assert near.facts == {"hit points": "2", "hexes away": "3", "seen": "yes"}
    # Hit points lost on average: 18/20 * 2 + 1/20 * 1 = 37/20.
    assert near.value is not None
    assert near.value.amount == Exact("37/20", 1.85)
    assert (far.attackable, far.outcome) == (False, "impossible")
    assert far.refusal is not None


def test_the_hexes_in_reach() -> None:
    # Move 2 from (0,0) on two rows: the columns 1 and 2, and the hex below. Odd columns stand lower, so that
    # (2,1) is two steps away by (1,0) or (1,1).
    reached = {offer.names for offer in api.targets(api.loads(TURN)).offers}

    assert reached == {("(0,1)",), ("(1,0)",), ("(1,1)",), ("(2,0)",), ("(2,1)",)}


def test_a_monsters_enemies() -> None:
    found = {each.name: each for each in api.targets(api.loads(GUARD)).targets}

    # Two steps to (2,1) reach the Spellweaver, three the Brute: the guard focuses on the Spellweaver alone.
    assert found["Spellweaver"].attackable
    assert not found["Brute"].attackable
    refusal = found["Brute"].refusal
    assert refusal is not None
    assert "GH-12.10" in refusal.rulings


@pytest.mark.parametrize("enemy", ["Living Bones 1", "Living Bones 2"])
def test_why_not_says_the_same(enemy: str) -> None:
    position = api.loads(TURN)
    found = next(each for each in api.targets(position).targets if each.name == enemy)

    killed, attacked = (api.why_not(position, f"{do} {enemy}") for do in ("kill", "attack"))
    assert killed.chance == found.chance
    assert (attacked.verdict == "possible") is found.attackable


def test_a_round_has_no_targets() -> None:
    with pytest.raises(UnsupportedError, match="turn: NAME"):
        api.targets(
            api.loads(TURN + "until: round\nability_cards: {Living Bones: {initiative: 20, do: [move +0]}}\n")
        )


RICH = """
game: gloomhaven
turn: Spellweaver
map: {size: 7 x 6}
characters:
  Spellweaver: {at: [2, 2], level: 1, plays: [Fire Orbs, Mana Bolt], items: [Minor Power Potion]}
monsters:
  Bandit Guard 2: {at: [4, 3], hp: 3}
  Bandit Archer 1: {at: [5, 4]}
elements: {fire: strong}
"""


@pytest.mark.parametrize("steps", [100, 1_000, 4_000])
def test_what_no_time_is_left_for_is_left_out(steps: int) -> None:
    with at_most(steps):
        found = api.targets(api.loads(RICH)).targets
    assert [each.name for each in found] == ["Bandit Guard 2", "Bandit Archer 1"]


def test_the_map_shows_what_is_in_reach_and_in_sight() -> None:
    """A corridor of one column: the wall in (0,2) hides (0,3), and Move 1 leads to (0,1) alone."""
    answer = api.targets(
        api.loads("""\
game: gloomhaven
map: {size: 1 x 4, walls: [[0, 2]]}
turn: Brute
characters: {Brute: {at: [0, 0], hp: 9, initiative: 10, plays: [Step, Strike],
  cards: {Step: {initiative: 10, top: attack 1, bottom: move 1},
    Strike: {initiative: 90, top: attack 1, bottom: move 1}}}}
monsters: {Bandit Guard 1: {at: [0, 3]}}
""")
    )

    assert answer.map
    marks = {cell.place: [mark.kind for mark in cell.marks] for cell in answer.map.cells}
    assert marks == {(0, 0): ["acts"], (0, 1): ["reach", "seen"], (0, 2): [], (0, 3): []}
