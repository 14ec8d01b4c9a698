"""Plans, leaves and policies with Traps, Treasures and Guardians about, held to exhaustive search."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.planning import test_against_search, test_evaluator, test_policies
from tests.games.thunderstone.planning.dragonspire_features import known_decks, shuffled_dungeon, visit
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.games.thunderstone.planning.dungeon import needs_search
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.traps import trap_awaits

CHUNK = 40


@pytest.mark.parametrize("first", range(0, 240, CHUNK))
def test_plans_equal_the_search(first: int) -> None:
    compared = trapped = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = known_decks(random, cards=4)
        compared += test_against_search.agree(game, state, random_goal(random, "dungeon"))
        trapped += trap_awaits(game.book, state, 1)

    assert compared >= CHUNK * 0.9
    assert trapped >= CHUNK * 0.1


def test_plans_equal_the_search_under_many_odd_readings() -> None:
    compared = 0
    for seed in range(1_000, 1_060):
        random = Random(seed)
        game, state = known_decks(random, cards=4, odd=0.5)
        compared += test_against_search.agree(game, state, random_goal(random, "dungeon"))

    assert compared >= 54


def test_visits_equal_the_search() -> None:
    compared = 0
    for seed in range(2_000, 2_060):
        random = Random(seed)
        game, state = visit(random, cards=4)
        compared += test_against_search.agree(game, state, random_goal(random, "village"))

    assert compared >= 54


def test_leaves_equal_the_search() -> None:
    compared = searched = 0
    for seed in range(3_000, 3_120):
        random = Random(seed)
        game, state = known_decks(random, cards=4)
        compared += test_evaluator.agree(game, state, random_goal(random, "dungeon"))
        searched += any(needs_search(game, state, place) for place in occupied(state))

    assert compared >= 100
    assert 20 <= searched <= 110, "statements and searches are both held to it"


def occupied(state: State) -> list[int]:
    """The places in which something stands."""
    return [place for place in state.places if state.at(place).card]


@pytest.mark.parametrize("first", range(4_000, 4_120, CHUNK))
def test_policies_equal_expectimax(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = shuffled_dungeon(random, cards=3)
        goal, draws = random_goal(random, "dungeon"), random.choice(test_policies.ATTITUDES)
        compared += test_policies.agree(game, state, goal, draws) is not None

    assert compared >= CHUNK * 0.9
