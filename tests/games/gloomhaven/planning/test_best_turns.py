"""The best turns and rounds against the plain search that tries everything and knows no bounds."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from random import Random

import pytest

from tests.games.gloomhaven.planning.small import position
from tsolve import api
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.state import State
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Draws, Wishes

ATTITUDES: tuple[Draws, ...] = ("expected", "expected", "expected", "worst", "best")
SMALL = 1_200
"""Positions of the plain search: larger questions are left alone."""


class Plain(Gloomhaven):
    """The game without any thought about what the rest of a turn depends on."""

    def key(self, state: State) -> Hashable:
        return state


def worth_of(answer: SolveAnswer) -> tuple[Fraction, ...]:
    """What the answer promises, level by level of its goal."""
    if answer.policy is not None:
        return tuple(Fraction(level.exact) for level in answer.policy.worth)
    return tuple(map(Fraction, answer.objective))


def compared(text: str, draws: Draws) -> bool:
    """Whether the plain search could go through a position; then the planner comes to the same worth."""
    opened = api.loads(text)
    assert isinstance(opened, Opened)
    goal = opened.goal(None)
    try:
        plain = best_policy(Plain(opened.book), opened.state, goal.value, 0, draws, limit=SMALL)
    except TooLargeError:
        return False
    assert plain is not None
    answer = opened.solve(Wishes(draws=draws))
    assert answer.status == "optimal"
    assert worth_of(answer) == plain.worth, text
    return True


@pytest.mark.parametrize(
    ("is_round", "more", "wanted"),
    [(False, False, 130), (True, False, 80), (False, True, 60), (True, True, 30)],
)
def test_the_plain_search_finds_nothing_better(is_round: bool, more: bool, wanted: int) -> None:
    random = Random(14)
    done = 0
    while done < wanted:
        done += compared(position(random, is_round, more), random.choice(ATTITUDES))
