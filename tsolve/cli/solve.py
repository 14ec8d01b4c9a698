"""`tsolve solve`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    BackendOption,
    ColourOption,
    DrawsOption,
    FormatOption,
    GoalOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    TargetOption,
    TurnOption,
    readings,
)
from tsolve.cli.receipting import ForceOption, Receipting, ReceiptOption
from tsolve.cli.session import Session
from tsolve.model.wishes import Wishes


def solve(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    all_lines: Annotated[
        bool, typer.Option("--all", help="Show every best line, or every plan of a policy.")
    ] = False,
    top: Annotated[
        int, typer.Option("--top", metavar="N", min=0, max=100, help="Also show the next best N targets.")
    ] = 0,
    goal: GoalOption = None,
    target: TargetOption = None,
    backend: BackendOption = "auto",
    draws: DrawsOption = None,
    turn: TurnOption = None,
    time_limit: LimitOption = None,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    receipt: ReceiptOption = None,
    force: ForceOption = False,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Find the best line and prove that it is best.

    Where chance decides which cards come, the answer is a policy: what to do first, and what to do after each
    card that may come, with exact chances.

    Exit codes: 0 proved; 1 no line attacks the target asked for; 2 the input or the usage is wrong; 3 no
    proof within the time limit, or the answer depends on something unknown.
    """
    from tsolve import api
    from tsolve.cli.waiting import waiting
    from tsolve.model.solved import SolvedAnswer
    from tsolve.report.check import show_solve
    from tsolve.report.page import Page
    from tsolve.report.solution import show_best_briefly
    from tsolve.report.verdict import solved_code

    def work() -> SolvedAnswer:
        with waiting(f"solving {file}", quiet, time_limit) as on_progress:
            opened = receipting.load(file, printing, chosen)
            answer = api.solve(
                opened, file, goal, target, backend, time_limit, all_lines, top, draws, on_progress, turn
            )
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
                turn=turn,
            )
            if not session.in_full(quiet):
                return answer
            wishes = Wishes(goal, target, draws, turn)
            answer = api.in_full(opened, answer, wishes)
            return api.with_targets(opened, answer, wishes) if all_lines else answer

    def show(page: Page, answer: SolvedAnswer) -> None:
        if quiet:
            show_best_briefly(page, answer.solution)
        else:
            show_solve(page, answer, all_lines)

    chosen = readings(interpretation)
    receipting = Receipting(receipt, force, "solve", [file])
    session = Session("solve", format, no_color)
    session.answer(work, show, solved_code, file)
    if not quiet:
        session.close_with(receipting.tell)
    session.finish()
