"""Grades turns that were played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.api.citing import cite, documents
from tsolve.api.positions import Opened
from tsolve.budget import within
from tsolve.turns.grading.grade import grade as graded
from tsolve.turns.rulings import of_grade

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer


def grade(
    opened: Opened, file: str = "", goal: str | None = None, time_limit: float | None = None
) -> GradeAnswer:
    """Judge the line of a position file step by step against the best play.

    `time_limit` is as of `tsolve.budget.within`: what could not be judged in time is said to be so.

    Raises UsageError for a file without a line and for a bad goal, InputError for a line that cannot be read.
    """
    with within(time_limit):
        answer = graded(opened, file, goal)
    cited = cite(opened.ruleset, of_grade(answer))
    return msgspec.structs.replace(answer, citations=cited, documents=documents(opened.ruleset, cited))
