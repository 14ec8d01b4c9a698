"""`tsolve targets`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    DrawsOption,
    FormatOption,
    GoalOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    readings,
)
from tsolve.cli.session import Session


def targets(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    goal: GoalOption = None,
    draws: DrawsOption = None,
    time_limit: LimitOption = None,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Say what can be attacked, and with what result.

    For every target: whether it may be attacked, and if not why; the greatest value and what makes it up;
    what is needed; whether a turn can deal with it; and the best line against it. --quiet prints one line for
    each.

    Exit codes: 0 answered; 2 the input or the usage is wrong; 3 something is undecided.
    """
    from tsolve import api
    from tsolve.cli.waiting import waiting
    from tsolve.model.targets import TargetsAnswer
    from tsolve.report.page import Page
    from tsolve.report.targets import show_targets, show_targets_briefly, targets_code

    def work() -> TargetsAnswer:
        with waiting(f"looking at the targets of {file}", quiet, time_limit):
            return api.targets(api.load(file, printing, chosen), file, goal, time_limit, draws)

    def show(page: Page, answer: TargetsAnswer) -> None:
        (show_targets_briefly if quiet else show_targets)(page, answer)

    chosen = readings(interpretation)
    session = Session("targets", format, no_color)
    session.answer(work, show, targets_code, file)
    session.finish()
