"""Plans, leaves and policies with the Weapons of Dragonspire against exhaustive search over the engine."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.planning import test_against_search, test_evaluator, test_policies
from tests.games.thunderstone.planning.dragonspire_weapons import known_draws, shuffled_draws
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.games.thunderstone.turn import steps

CHUNK = 40


@pytest.mark.parametrize("first", range(200, 360, CHUNK))
def test_dungeon_plans_equal_the_search(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = known_draws(random, cards=5)
        compared += test_against_search.agree(game, state, random_goal(random, "dungeon"))

    assert compared >= CHUNK * 0.9


def test_plans_equal_the_search_under_many_odd_readings() -> None:
    compared = 0
    for seed in range(5_000, 5_040):
        random = Random(seed)
        game, state = known_draws(random, cards=4, odd=0.5)
        compared += test_against_search.agree(game, state, random_goal(random, "dungeon"))

    assert compared >= 36


def test_leaves_equal_the_search() -> None:
    compared = 0
    for seed in range(1_000, 1_080):
        random = Random(seed)
        game, state = known_draws(random, cards=5)
        if steps.open_duty(game.book, state) is not None:
            continue  # a Trophy acts first: then it is no leaf
        compared += test_evaluator.agree(game, state, random_goal(random, "dungeon"))

    assert compared >= 70


def test_policies_equal_expectimax() -> None:
    compared = 0
    for seed in range(2_000, 2_040):
        random = Random(seed)
        game, state = shuffled_draws(random, cards=3)
        goal, draws = random_goal(random, "dungeon"), random.choice(test_policies.ATTITUDES)
        compared += test_policies.agree(game, state, goal, draws) is not None

    assert compared >= 30
