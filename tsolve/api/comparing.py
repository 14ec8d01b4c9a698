"""One position under several readings: on which of them an answer depends, and what differs between two."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from tsolve.api.games import room
from tsolve.model.answers import CheckAnswer

if TYPE_CHECKING:
    from tsolve.api.positions import Opened, Turn
    from tsolve.model.lookups import SolvedAnswer
    from tsolve.model.policies import Draws

A = TypeVar("A", "CheckAnswer", "SolvedAnswer")


def depending(
    opened: Opened,
    answer: A,
    goal: str | None = None,
    target: str | None = None,
    draws: Draws | None = None,
    turn: Turn | None = None,
) -> A:
    """The answer of `check` or `solve` with the interpretations that it depends on.

    The options are those that the answer was asked for with. Each interpretation that can matter is tried
    with every other option; the work is bounded, and what was not examined is said.
    """
    verdict = room(opened.ruleset.id, "comparing.verdict")
    dependence = room(opened.ruleset.id, "comparing.dependence")
    judged = isinstance(answer, CheckAnswer)
    best = answer.solution is not None
    ask = verdict.Questions(goal, target, draws, turn, judged, actions=False, attacks=False, best=best)
    return replace(answer, depends=dependence.dependence(opened, ask))
