"""What a turn may be spent on, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.budget import within
from tsolve.model.wishes import NO_WISHES, Wishes
from tsolve.turns.candidates import candidates

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.solved import SolvedAnswer


def with_candidates(
    opened: Opened, answer: SolvedAnswer, wishes: Wishes = NO_WISHES, time_limit: float | None = None
) -> SolvedAnswer:
    """The answer of `solve` with the best turn for each purchase and, where kinds of turn are compared, for
    each target; the best first. None where one target was asked for, or a kind of turn that buys nothing.

    `wishes` are those that the answer was asked for with; `time_limit` is as of `check`.

    Raises:
        DisagreementError: solver and engine differ.
    """
    if wishes.target or opened.position.target:
        return answer
    with within(time_limit):
        found = candidates(tuple(opened.cases(wishes)))
    return msgspec.structs.replace(answer, candidates=found)
