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
    from tsolve.source.reading import FilePath


def grade(
    opened: Opened, file: FilePath = "", goal: str | None = None, time_limit: float | None = None
) -> GradeAnswer:
    """Judge the line of a position file step by step against the best play.

    `file`, `goal` and `time_limit` are as of `check`; what could not be judged in time is said to be so.

    Raises:
        InputError: a step cannot be read.
        UsageError: the file has no line, or the goal cannot be one here.
        UnsupportedError: the game is not graded.
    """
    with within(time_limit):
        answer = graded(opened, opened.named(file), goal)
    cited = cite(opened.ruleset, of_grade(answer))
    return msgspec.structs.replace(answer, citations=cited, documents=documents(opened.ruleset, cited))
