"""`tsolve check`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    BackendOption,
    CheckFormatOption,
    ColourOption,
    DrawsOption,
    GoalOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    TargetOption,
    readings,
)
from tsolve.cli.receipting import ForceOption, Receipting, ReceiptOption
from tsolve.cli.session import Session
from tsolve.model.wishes import Wishes


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Position files; - is standard input.")
    ],
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    goal: GoalOption = None,
    target: TargetOption = None,
    backend: BackendOption = "auto",
    draws: DrawsOption = None,
    time_limit: LimitOption = None,
    receipt: ReceiptOption = None,
    force: ForceOption = False,
    format: CheckFormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also list the expectations that hold.")
    ] = False,
    no_color: ColourOption = False,
) -> None:
    """Judge position files and find the best line.

    Says what is legal and why the rest is not. Judges every step of the line, every claim and every
    expectation, proves the best line, and cites the rulings.

    With several files the worst verdict sets the exit code. From worst to best: internal error, wrong input,
    refuted, undecided, holds.
    """
    from tsolve import api
    from tsolve.cli.waiting import Interrupts, waiting
    from tsolve.model.answers import CheckAnswer
    from tsolve.report.page import Page
    from tsolve.report.verdict import exit_code, has_news

    def show(page: Page, answer: CheckAnswer) -> None:
        if quiet and not has_news(answer):
            return
        from tsolve.report.check import show_check, show_failures

        if quiet:
            show_failures(page, answer)
        else:
            show_check(page, answer, verbose)

    chosen = readings(interpretation)
    receipting = Receipting(receipt, force, "check", files)
    session = Session("check", format, no_color)
    interrupts = Interrupts()
    for done, file in enumerate(files, start=1):

        def work(file: str = file) -> CheckAnswer:
            with waiting(f"checking {file}", quiet, time_limit, interrupts) as on_progress:
                opened = receipting.load(file, printing, chosen)
                answer = api.check(opened, file, goal, target, backend, time_limit, draws, on_progress)
                receipting.write(
                    opened,
                    file,
                    answer,
                    time_limit,
                    printing=printing,
                    interpretations=chosen,
                    goal=goal,
                    target=target,
                    draws=draws,
                    backend=backend,
                )
                if not session.in_full(quiet):
                    return answer
                return api.in_full(opened, answer, Wishes(goal, target, draws))

        session.answer(work, show, exit_code, file)
        if interrupts.came and done < len(files):
            session.stop_early(f"{done} of {len(files)} files judged")
            break
    if not quiet:
        session.close_with(receipting.tell)
    session.sum_up("file", "files")
    session.finish()
