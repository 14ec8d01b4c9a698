"""`tsolve solve`."""

from typing import Annotated

import typer

from tsolve.cli.beside import HtmlFile, HtmlOption, SvgFile, SvgOption, each_its_own, where_decided
from tsolve.cli.options import (
    BackendOption,
    ColourOption,
    DrawsOption,
    ExplainOption,
    FormatOption,
    GoalOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SourcesOption,
    TargetOption,
    TurnOption,
    VerboseOption,
    readings,
)
from tsolve.cli.receipting import ForceOption, Receipting, ReceiptOption
from tsolve.cli.session import Session
from tsolve.model.wishes import Wishes


def solve(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    all_lines: Annotated[
        bool, typer.Option("--all", help="Show every best play, or a plan with all its branches.")
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
    html: HtmlOption = None,
    svg: SvgOption = None,
    receipt: ReceiptOption = None,
    force: ForceOption = False,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """Find the best play and prove that it is best.

    Where chance decides which cards come, the answer is a plan: what to do first, and what to do after each
    card that may come, with exact chances.

    Exit codes: 0 proved; 1 no turn attacks the target asked for; 2 the input or the usage is wrong; 3 no
    proof within the time limit, or the answer depends on something unknown.
    """
    from tsolve import api
    from tsolve.cli.waiting import waiting
    from tsolve.model.solved import SolvedAnswer
    from tsolve.report.answers.check import show_solve
    from tsolve.report.detail import Detail
    from tsolve.report.page import Page
    from tsolve.report.plays.solution import show_best_briefly

    def work() -> SolvedAnswer:
        with waiting(f"solving {file}", quiet, time_limit) as on_progress:
            opened = receipting.load(file)
            answer = api.solve(
                opened, file, goal, target, backend, time_limit, all_lines, top, draws, on_progress, turn
            )
            receipting.write(opened, file, answer, wishes, time_limit)
            if not (html or svg or session.in_full(quiet)):
                return answer
            answer = api.in_full(opened, answer, wishes, bool(html) or session.weighs(explain))
            answer = api.with_candidates(opened, answer, wishes, time_limit)
            answer = api.with_targets(opened, answer, wishes) if all_lines else answer
            if html:
                from tsolve.report.html.pages import solve_page

                web.write(
                    opened,
                    file,
                    receipting.content,
                    answer,
                    solve_page,
                    where_decided(opened, answer, show_solve),
                )
            picture.write(opened, file, answer, show_solve)
            return answer

    def show(page: Page, answer: SolvedAnswer) -> None:
        if html == "-":
            return
        if quiet:
            show_best_briefly(page, answer.solution)
        else:
            show_solve(page, answer, detail, all_lines)

    chosen = readings(interpretation)
    wishes = Wishes(goal, target, draws, turn, backend)
    detail = Detail(verbose, explain, sources)
    each_its_own(receipt, html, svg)
    receipting = Receipting(receipt, force, "solve", [file], printing, chosen)
    session = Session("solve", format, no_color)
    web = HtmlFile(html, force, [file], session.format == "text")
    picture = SvgFile(svg, force, [file])
    session.answer(work, show, file)
    if not quiet:
        session.close_with(receipting.tell)
        session.close_with(web.tell)
        session.close_with(picture.tell)
    session.finish()
