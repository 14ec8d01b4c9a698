"""Where the planner says that a search under chance can find nothing better, that search agrees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.games.thunderstone.planning import dragonspire_parts as parts
from tests.games.thunderstone.planning.asked_positions import in_dungeon, in_dungeon_by_chance
from tests.games.thunderstone.planning.drawing_positions import dungeon_draws
from tests.games.thunderstone.planning.random_positions import Dealt, dungeon_position, random_goal
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.state import State

DEALS: dict[str, Callable[[Random], Dealt]] = {
    "base": partial(dungeon_position, cards=5),
    "draws": partial(dungeon_draws, cards=4),
    "heroes": partial(in_dungeon, parts.heroes, cards=4),
    "heroes by chance": partial(in_dungeon_by_chance, parts.heroes, cards=4),
    "weapons": partial(in_dungeon, parts.weapons, cards=4),
    "village by chance": partial(in_dungeon_by_chance, parts.village, cards=4),
}


@pytest.mark.parametrize("name", DEALS)
def test_a_search_under_chance_finds_what_the_planner_found(name: str) -> None:
    compared = sum(_compared(*DEALS[name](random), random) for random in map(Random, range(40)))

    assert compared >= 5


def _compared(game: Thunderstone, state: State, random: Random) -> bool:
    """Compare the two, where the planner is sure."""
    goal = random_goal(random, state.turn)
    planned = plan(game, state, goal, backend="exact")
    if planned.by_chance:
        return False
    searched = search(game, state, goal)
    assert searched.proved
    worth = None if planned.best is None else planned.best.value
    assert (None if searched.root is None else searched.root.worth) == worth
    assert not planned.left_out or searched.left_out
    return True
