"""Plans, leaves and policies with the Village cards of Dragonspire against exhaustive search."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.planning import test_against_search, test_evaluator, test_policies
from tests.games.thunderstone.planning.dragonspire_village import (
    known_draws,
    shuffled_draws,
    visit,
    visit_by_chance,
)
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.turn import steps

CHUNK = 40


@pytest.mark.parametrize("first", range(0, 120, CHUNK))
def test_dungeon_plans_equal_the_search(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = known_draws(random, cards=4)
        compared += test_against_search.agree(game, state, random_goal(random, "dungeon"))

    assert compared >= CHUNK * 0.9


def test_plans_equal_the_search_under_many_odd_readings() -> None:
    compared = 0
    for seed in range(1_000, 1_040):
        random = Random(seed)
        game, state = known_draws(random, cards=4, odd=0.5)
        compared += test_against_search.agree(game, state, random_goal(random, "dungeon"))

    assert compared >= 36


def test_village_plans_equal_the_search() -> None:
    compared = 0
    for seed in range(2_000, 2_060):
        random = Random(seed)
        game, state = visit(random, cards=3)
        compared += test_against_search.agree(game, state, random_goal(random, "village"))

    assert compared >= 50


@pytest.mark.parametrize("seed", [40, 125, *range(6_000, 6_040)])
def test_what_was_used_then_paid_equals_the_search(seed: int) -> None:
    """A-18 read as `any`: a Pawnbroker may be used and then traded (the first two seeds need that)."""
    random = Random(seed)
    _, state = visit(random, cards=4, odd=0)
    game = Thunderstone(mixed_book(used_card_as_cost="any"))
    test_against_search.agree(game, state, random_goal(random, "village"))


def test_leaves_equal_the_search() -> None:
    compared = 0
    for seed in range(3_000, 3_060):
        random = Random(seed)
        game, state = known_draws(random, cards=5)
        if steps.open_duty(game.book, state) is not None:
            continue  # a Trophy acts first: then it is no leaf
        compared += test_evaluator.agree(game, state, random_goal(random, "dungeon"))

    assert compared >= 50


def test_policies_equal_expectimax() -> None:
    compared = 0
    for seed in range(4_000, 4_040):
        random = Random(seed)
        game, state = shuffled_draws(random, cards=3)
        goal, draws = random_goal(random, "dungeon"), random.choice(test_policies.ATTITUDES)
        compared += test_policies.agree(game, state, goal, draws) is not None

    assert compared >= 32


def test_policies_of_visits_equal_expectimax() -> None:
    compared = 0
    for seed in range(5_000, 5_040):
        random = Random(seed)
        game, state = visit_by_chance(random, cards=3)
        goal, draws = random_goal(random, "village"), random.choice(test_policies.ATTITUDES)
        compared += test_policies.agree(game, state, goal, draws) is not None

    assert compared >= 36
