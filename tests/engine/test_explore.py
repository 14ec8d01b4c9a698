"""Positions that certain actions lead to."""

from __future__ import annotations

from tests.engine.toys import Tree
from tsolve.engine import Arrival, explore

GAME = Tree(
    choices={
        "start": {"long": "a", "short": "b", "back": "start"},
        "a": {"on": "c"},
        "b": {"on": "c", "away": "d"},
        "c": {"round": "start", "on": "e"},
    },
    events={},
)


def test_each_position_comes_once_by_a_shortest_line() -> None:
    found = list(explore(GAME, Arrival("start"), GAME.legal_actions))
    # both a and b lead to c in two actions: the line found first is kept
    assert found == [
        Arrival("start", ()),
        Arrival("a", ("long",)),
        Arrival("b", ("short",)),
        Arrival("c", ("long", "on")),
        Arrival("d", ("short", "away")),
        Arrival("e", ("long", "on", "on")),
    ]


def test_only_the_given_moves_are_tried() -> None:
    found = explore(GAME, Arrival("b", ("before",)), lambda state: ["on"] if state == "b" else [])
    assert list(found) == [Arrival("b", ("before",)), Arrival("c", ("before", "on"))]


def test_nothing_is_played_before_it_is_asked_for() -> None:
    asked: list[str] = []

    def moves(state: str) -> list[str]:
        asked.append(state)
        return GAME.legal_actions(state)

    walk = explore(GAME, Arrival("start"), moves)
    assert next(walk).state == "start"
    assert asked == []
    assert next(walk).state == "a"
    assert asked == ["start"]
