"""Special rules of scenarios: how files write them, and what is told of their mistakes. (GH-14.7)"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.writing.tables import wrong
from tsolve import api
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.position import ScenarioPosition

ROOM = """game: gloomhaven
map: {size: 6 x 4, doors: [{at: "(3,1)", state: locked, behind: "(4,1) (4,2)"}], plates: "(0,3)"}
level: 1
characters:
  Brute: {at: [0, 0], hp: 10, initiative: 15}
  Tinkerer: {at: [0, 2], hp: 8, initiative: 30}
monsters:
  Bandit Guard 1: {at: [2, 0]}
  Bandit Guard 2: {at: [2, 3], rank: named elite, called: Captain, level: 3, stats: {hp: HxC}}
objects: {Door: {at: "(3,1)", hp: 4}, Totem 1: {at: [1, 2], hp: 3}, Totem 2: {at: [5, 0], hp: 3}}
"""


def laid(text: str) -> ScenarioPosition:
    position = api.loads(ROOM + text)
    assert isinstance(position, ScenarioPosition)
    return position


def shielded(position: ScenarioPosition) -> set[str]:
    """Who has a shield by a special rule."""

    def has(figure: Figure) -> bool:
        return any(each.is_rule and each.kind == "shield" for each in figure.effects)

    return {figure.name for figure in position.state.figures if has(figure)}


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        # of two totems the first is next to the Tinkerer (1 hex), 2 hexes from the Brute and Bandit Guard 1
        ("{for: characters, near: 1 of Totem, do: shield 1}", {"Tinkerer"}),
        ("{for: characters, near: 1 of Totem 2, do: shield 1}", set()),
        ("{for: all figures, near: '2 of (0,0)', do: shield 1}", {"Brute", "Tinkerer", "Bandit Guard 1"}),
        ("{for: Bandit Guard, do: shield 1}", {"Bandit Guard 1", "Bandit Guard 2"}),
        ("{for: Captain, do: shield 1}", {"Bandit Guard 2"}),
        ("{for: 'Brute, Captain', until: Totem 1 killed, do: shield 1}", {"Brute", "Bandit Guard 2"}),
        ("{for: characters, while: 3 Bandit Guards on the map, do: shield 1}", set()),
        ("{for: characters, on: '(0,2)', do: shield 1}", {"Tinkerer"}),
    ],
)
def test_whom_a_rule_concerns(rule: str, names: set[str]) -> None:
    assert shielded(laid(f"rules: [{rule}]")) == names


def test_a_monster_of_a_name_and_a_level_of_its_own() -> None:
    """An elite Bandit Guard of level 3 has 10 hit points; with two characters 20."""
    position = laid("")
    captain = position.state.figure("Bandit Guard 2")

    assert (captain.hp, captain.rank, captain.identity) == (20, "", "Captain")
    assert position.identity("Captain") == "Captain"


def test_a_door_that_is_not_destroyed_shuts_the_way_and_can_be_seen() -> None:
    position = laid("")
    door = position.state.figure("Door").at
    board = position.book.board(position.state)

    assert door not in position.state.shut
    assert all(near.q < door.q or near.q == door.q for near in board.neighbours(door))


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("rules: [{for: »Nobody«, do: shield 1}]", "E314", "Nobody"),
        ("rules: [{for: characters, near: »two of Totem«, do: shield 1}]", "E209", "how near"),
        ("rules: [{for: characters, do: »attack 2«}]", "E210", "no bonus that lasts"),
        ("rules: [{for: characters, do: shield 1, while: »some day«}]", "E209", "no condition"),
        ("summoned_instead: {Cultist: »shield 1«}", "E209", "summons nothing"),
        ("spared: {Altar: 2}", "E314", "Altar"),
        ("kept_open: {»'(1,1)'«: '(0,3)'}", "E314", "no door"),
    ],
)
def test_mistakes_are_told_in_their_place(text: str, code: str, said: str) -> None:
    found = wrong(ROOM + text + "\n", code) if "»" in text else None
    if found is None:
        with pytest.raises(Exception, match=said):
            laid(text)
    else:
        assert said in f"{found.message}; {found.help}"
