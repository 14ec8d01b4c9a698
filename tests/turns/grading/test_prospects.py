"""Looking ahead without a planner, against exhaustive search on random positions of the toy with a draw."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from tests.toys.cellar.rules import State
from tests.turns.cellars import random_cellar
from tsolve.budget import FREE
from tsolve.engine.search import best_policy
from tsolve.turns.grading import Grading


def value(state: State) -> tuple[int, ...] | None:
    """To beat the rat with as little power as possible."""
    return (int(state.outcome == "beaten"), -state.power) if state.outcome else None


@pytest.mark.parametrize("attitude", ["expected", "best"])
@pytest.mark.parametrize("seed", range(40))
def test_every_worth_is_that_of_the_oracle(seed: int, attitude: Literal["expected", "best"]) -> None:
    random = Random(seed)
    opened = random_cellar(random)
    game, here = opened.game, opened.state
    prospects = Grading(opened, ("beaten", "power"), value).prospects(attitude, FREE)
    while value(here) is None:
        best = best_policy(game, here, value, 0, attitude)
        assert best is not None
        found = prospects.of(here)
        assert (found.worth, found.doubt) == (best.worth, "")
        line, depends = prospects.line(here)
        end = here
        for action in line:
            end = game.apply(end, action)
        assert depends == (value(end) is None)
        assert depends or value(end) == best.worth
        drawn = [event for event, weight in game.chance(here) for _ in range(weight)]
        here = game.apply(here, random.choice(drawn if game.mover(here) < 0 else game.legal_actions(here)))
