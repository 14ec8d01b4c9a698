"""The map of a position: how figures are told apart, and what the best play does on it."""

from __future__ import annotations

from tsolve import api
from tsolve.model.hexmaps import HexMap, Meaning, Token

FIGHT = """\
game: gloomhaven
turn: Monster 1
map: {size: 7 x 5}
monsters:
  Monster 1: {at: [1, 3], stats: {hp: 5, move: 2, attack: 2}, conditions: [poison, muddle]}
  Bandit Guard 2: {at: [2, 1], elite: true, hp: 3}
characters:
  Tinkerer: {at: [5, 3], hp: 6, initiative: 15, conditions: [strengthen]}
"""
PLAN = """\
game: gloomhaven
turn: Brute
map: {size: 7 x 1}
characters:
  Brute:
    at: [0, 0]
    hp: 9
    plays: [March, Blow]
    cards:
      March: {initiative: 72, top: "attack 1", bottom: "move 3"}
      Blow: {initiative: 18, top: "attack 2", bottom: "move 1"}
monsters:
  Monster 1: {at: [4, 0], stats: {hp: 2}}
"""
"""The Brute has to go three hexes to stand beside the Monster, and only March goes so far."""


def drawn_of(text: str, solved: bool = False) -> HexMap:
    position = api.loads(text.encode(), "fight.yaml")
    found = api.solve(position).map if solved else api.show(position).position.map
    assert found
    return found


def test_a_token_tells_whose_it_is_its_hit_points_and_its_conditions() -> None:
    tokens = {cell.label: cell.token for cell in drawn_of(FIGHT).cells if cell.label}

    assert tokens == {
        "Ti": Token("ours", 6, 6, (Meaning("+", "strengthen"),)),
        # an elite Bandit Guard of level 1 has 9 hit points
        "BG2": Token("strong", 3, 9),
        "Mo1": Token("theirs", 5, 5, (Meaning("M", "muddle"), Meaning("P", "poison"))),
    }


def test_a_plan_is_drawn_up_to_what_chance_decides() -> None:
    """The modifier card of the attack comes after the whole way."""
    drawn = drawn_of(PLAN, solved=True)

    assert drawn.way == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert [cell.place for cell in drawn.cells if any(mark.kind == "target" for mark in cell.marks)] == [
        (4, 0)
    ]


def test_hit_points_that_nobody_told_are_not_shown() -> None:
    text = "game: gloomhaven\nmap: {size: 2 x 1}\ncharacters:\n  Brute: {at: [0, 0], initiative: 20}\n"
    position = api.show(api.loads(text.encode(), "fight.yaml")).position

    assert position.map is not None
    assert [cell.token for cell in position.map.cells if cell.label] == [Token("ours", 0, 0)]
    assert position.zones[0].text == "Brute (0,0), hit points not given"
