"""What can be attacked or reached in a position."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from tsolve.api.citing import cite, documents
from tsolve.budget import within
from tsolve.errors import UsageError
from tsolve.model.wishes import Wishes
from tsolve.turns.rulings import of_targets

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.solved import SolvedAnswer
    from tsolve.model.targets import TargetsAnswer
    from tsolve.model.wishes import Draws
    from tsolve.source.reading import FilePath


def targets(
    opened: Opened,
    file: FilePath = "",
    goal: str | None = None,
    time_limit: float | None = None,
    draws: Draws | None = None,
    turn: str | None = None,
) -> TargetsAnswer:
    """For every target whether it may be attacked, the greatest value against it, what is needed, whether a
    turn can deal with it, and the best line by the goal.

    Args:
        opened: the position.
        file, goal, time_limit, draws: as of `check`.
        turn: the kind of turn; None: as the file says.

    Raises:
        UsageError: the goal cannot be one here, or the turn has no targets.
        UnsupportedError: the game has no targets.
        DisagreementError: solver and engine differ.
    """
    with within(time_limit) as budget:
        answer = opened.targets(Wishes(goal, draws=draws, turn=turn, what_if=False))
    notes = opened.remarks()
    if budget.fell_short and any(each.outcome == "undecided" for each in answer.targets):
        notes = (budget.why_over(), *notes)
    cited = cite(opened.ruleset, of_targets(answer))
    return msgspec.structs.replace(
        answer,
        file=opened.named(file),
        citations=cited,
        documents=documents(opened.ruleset, cited),
        notes=(*answer.notes, *notes),
    )


def with_targets(opened: Opened, answer: SolvedAnswer, wishes: Wishes) -> SolvedAnswer:
    """The answer of `solve` with what can be done to each target, where the game and the turn have any.

    `wishes` are those that the answer was asked for with.
    """
    with suppress(UsageError):
        found = targets(opened, answer.file, wishes.goal, draws=wishes.draws, turn=wishes.turn)
        return msgspec.structs.replace(answer, targets=found)
    return answer
