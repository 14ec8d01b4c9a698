"""Which rulings of an answer are decisive, marked on its citations."""

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


def weighed(
    opened: Opened,
    answer: A,
    goal: str | None = None,
    target: str | None = None,
    draws: Draws | None = None,
    turn: Turn | None = None,
) -> A:
    """The answer of `check` or `solve` with each of its citations marked: decisive or merely applied.

    The options are those that the answer was asked for with. A ruling is decisive when the verdict changes
    once it is switched off, an interpretation when the verdict depends on how it is read.
    """
    weighing = room(opened.ruleset.id, "weighing.weigh")
    marks = weighing.weigh(
        opened,
        [cited.id for cited in answer.citations],
        answer.claims if isinstance(answer, CheckAnswer) else None,
        answer.solution,
        weighing.Asked(goal, target, draws, turn),
    )
    citations = tuple(replace(cited, decisive=marks[cited.id]) for cited in answer.citations)
    return replace(answer, citations=citations)
