"""The best turns with printed cards of all classes: against a plain search without bounds, position by
position. What is newly told by the cards is dealt at once.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.gloomhaven.planning.printed_hands import CLASSES, position
from tests.games.gloomhaven.planning.test_plan import ATTITUDES, Plain, worth_of
from tests.sweeping import seeds
from tsolve import api
from tsolve.engine.search import BestPolicy, best_policy
from tsolve.errors import TooLargeError
from tsolve.games.gloomhaven.planning.bounds import Bounds
from tsolve.games.gloomhaven.planning.goals import Goal, goal_for
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.model.plays import Draws, Wishes

SMALL = 800
"""Positions of the plain search: larger questions are left alone."""


def compared(text: str, draws: Draws, limit: int = SMALL) -> bool:
    """Whether the plain search could go through a position; then the planner comes to the same worth."""
    there = api.loads(text)
    assert isinstance(there, ScenarioPosition)
    goal = goal_for(there, None)
    try:
        plain = best_policy(Plain(there.book), there.state, goal.value, 0, draws, limit=limit)
    except TooLargeError:
        return False
    assert plain is not None
    _check_positions(there, goal, plain, text)
    answer = there.solve(Wishes(draws=draws))
    assert worth_of(answer) == plain.worth, text
    assert answer.status == "optimal" or answer.left_out, text  # a half that is not told is not tried
    return True


def _check_positions(there: ScenarioPosition, goal: Goal, plain: BestPolicy[Any], text: str) -> None:
    """No bound of a position is below its worth, and positions that count as the same are worth the same."""
    bounds, alike = Bounds(there.book, goal), dict[object, object]()
    for state, found in plain.known.items():
        if found is None:
            continue
        worth, _ = found
        assert bounds.most(state) >= worth, (text, state)  # type: ignore[arg-type, operator]
        assert alike.setdefault(there.game.key(state), worth) == worth, (text, state)  # type: ignore[arg-type]


@pytest.mark.parametrize("class_", CLASSES)
def test_the_plain_search_finds_nothing_better(class_: str) -> None:
    random = Random(f"hands of {class_}")
    wanted, done, tried = len(seeds(3, 100)), 0, 0
    while done < wanted:
        done += compared(position(random, class_), random.choice(ATTITUDES))
        tried += 1
        assert tried < 40 * wanted, "hardly any position is small enough"


@pytest.mark.parametrize("class_", CLASSES)
def test_the_plain_search_finds_no_better_round(class_: str) -> None:
    random = Random(f"rounds of {class_}")
    wanted, done, tried = len(seeds(1, 30)), 0, 0
    while done < wanted:
        done += compared(position(random, class_, is_round=True), random.choice(ATTITUDES), 2 * SMALL)
        tried += 1
        assert tried < 80 * wanted, "hardly any position is small enough"
