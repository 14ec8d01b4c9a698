"""`tsolve grade`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    FormatOption,
    GoalOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    readings,
)
from tsolve.cli.session import Session


def grade(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A position file with the turn played (`line:`); - is standard input."
        ),
    ],
    goal: GoalOption = None,
    time_limit: LimitOption = None,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Judge the turn that was played.

    Compares each step with the best play at that moment. Says what each choice gave away and what each draw
    brought, when the best result went out of reach, which cards did not matter, and how much the result had
    to spare.

    Exit codes: 0 the whole line was graded, good or bad; 1 it is not legal; 2 the input or the usage is
    wrong, or the file has no line; 3 some step could not be judged.
    """
    from tsolve import api
    from tsolve.cli.waiting import waiting
    from tsolve.model.grades import GradeAnswer
    from tsolve.report.grade import grade_code, show_grade, show_sums
    from tsolve.report.page import Page

    def work() -> GradeAnswer:
        with waiting(f"grading {file}", quiet, time_limit):
            return api.grade(api.load(file, printing, chosen), file, goal, time_limit)

    def show(page: Page, answer: GradeAnswer) -> None:
        if quiet:
            show_sums(page, answer)
        else:
            show_grade(page, answer)

    chosen = readings(interpretation)
    session = Session("grade", format, no_color)
    session.answer(work, show, grade_code, file)
    session.finish()
