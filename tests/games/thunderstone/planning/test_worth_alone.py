"""The worth of a best play that is not written is that of the one that is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, village_draws
from tests.games.thunderstone.planning.policy_agreement import ATTITUDES
from tests.games.thunderstone.planning.random_positions import Dealt, random_goal
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.policy import worth_alone
from tsolve.games.thunderstone.planning.turns import turn_answer
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY
from tsolve.model.plays import Wishes

DEALS: dict[str, Callable[[Random], Dealt]] = {
    "dungeon": partial(dungeon_draws, cards=3),
    "village": partial(village_draws, cards=4),
}


@pytest.mark.parametrize("name", DEALS)
def test_the_worth_alone_is_that_of_the_written_policy(name: str) -> None:
    compared = sum(_compared(*DEALS[name](random), random) for random in map(Random, range(30)))

    assert compared >= 5


def _compared(game: Thunderstone, state: State, random: Random) -> bool:
    """Compare the two; whether draws make the best play better."""
    goal, draws = random_goal(random, state.turn), random.choice(ATTITUDES)
    alone = worth_alone(game, state, goal, draws)
    if alone.worth is None:
        return False
    asked = Wishes(draws=draws, backend="exact", what_if=False)
    answer = turn_answer(game, state, goal, ANYBODY, asked)
    if answer.policy is None:
        assert not alone.is_a_policy
        assert alone.worth == answer.objective
    else:
        assert alone.worth == tuple(Fraction(level.exact) for level in answer.policy.worth)
    return alone.is_a_policy
