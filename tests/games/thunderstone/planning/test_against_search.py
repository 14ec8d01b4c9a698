"""The planner against the exhaustive search over the engine: same worth on random positions.

The search knows nothing of problems, cases or backends; it tries every line. With `auto` each position is
also solved by both backends, and every proposed line is played by the engine.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.thunderstone.planning.random_positions import dungeon_position, random_goal, village_position
from tsolve.engine.search import TooLargeError, best_line
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.state import State

CHUNK = 30
DUNGEONS = range(0, 1500, CHUNK)
VILLAGES = range(0, 900, CHUNK)
LIMIT = 4_000
"""Positions that take the search longer are left out; see the test of how few they are."""


def oracle(game: Thunderstone, state: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """The best worth by trying everything (Spoils have no say in a goal)."""

    def skip(here: State, action: Action) -> bool:
        return bool(here.todo) and here.todo[-1].name == "spoils" and not isinstance(action, Pass)

    result = battle_result if state.turn == "dungeon" else visit_result
    found = best_line(game, state, lambda here: result(game.book, here, goal), limit=LIMIT, skip=skip)
    return None if found is None else found.value


def agree(game: Thunderstone, state: State, goal: tuple[str, ...]) -> bool:
    """Compare planner and search; False when the position is too large for the search."""
    try:
        expected = oracle(game, state, goal)
    except TooLargeError:
        return False
    planned = plan(game, state, goal)

    assert (planned.best.value if planned.best is not None else None) == expected, [
        m.card for m in state.party
    ]
    return True


@pytest.mark.parametrize("first", DUNGEONS)
def test_dungeon_plans_equal_the_exhaustive_search(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_position(random, cards=5)
        compared += agree(game, state, random_goal(random, "dungeon"))

    assert compared >= CHUNK * 0.8


@pytest.mark.parametrize("first", VILLAGES)
def test_village_plans_equal_the_exhaustive_search(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(10_000 + seed)
        game, state = village_position(random, cards=4)
        compared += agree(game, state, random_goal(random, "village"))

    assert compared >= CHUNK * 0.8


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.booleans())
def test_plans_equal_the_search_under_many_odd_readings(seed: int, village: bool) -> None:
    random = Random(seed)
    make = village_position if village else dungeon_position
    game, state = make(random, cards=4, odd=0.5)
    agree(game, state, random_goal(random, "village" if village else "dungeon"))
