"""`tsolve check` and `tsolve solve`."""

from typing import Annotated

import typer

from tsolve.cli.beside import HtmlFile, HtmlOption, SvgFile, SvgOption, each_its_own, where_decided
from tsolve.cli.options import (
    BackendOption,
    CheckFormatOption,
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
from tsolve.cli.position_files import again_and_again, paths_of_project, position_files
from tsolve.cli.receipts import ForceOption, Receipting, ReceiptOption
from tsolve.cli.session import Session
from tsolve.model.plays import Wishes


def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="Position files, or folders with such files; - is standard input. Default: the project's.",
        ),
    ] = None,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    goal: GoalOption = None,
    target: TargetOption = None,
    backend: BackendOption = "auto",
    draws: DrawsOption = None,
    time_limit: LimitOption = None,
    html: HtmlOption = None,
    svg: SvgOption = None,
    receipt: ReceiptOption = None,
    force: ForceOption = False,
    format: CheckFormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Judge again when a file changes, until Ctrl-C.")
    ] = False,
    no_color: ColourOption = False,
) -> None:
    """Judge position files and find the best play.

    Says what is legal and why the rest is not. Judges every step of the turn, every claim and every
    expectation, proves the best play, and cites the rules.

    With several files the worst verdict sets the exit code. From worst to best: internal error, wrong input,
    refuted, undecided, confirmed.
    """
    from tsolve import api
    from tsolve.cli.progress import Interrupts, waiting
    from tsolve.model.answers import CheckAnswer
    from tsolve.report.page import Page

    def show(page: Page, answer: CheckAnswer) -> None:
        if html == "-":
            return
        if quiet:
            from tsolve.report.brief import show_check_in_a_line

            show_check_in_a_line(page, answer)
            return
        from tsolve.report.answers.check import show_check
        from tsolve.report.page import Detail

        if answer.file in namesakes:
            page.line(answer.file, "dim")
        show_check(page, answer, Detail(verbose, explain, sources))

    def judge() -> Session:
        named = position_files(paths)
        namesakes.clear()
        namesakes.update(named.namesakes())
        each_its_own(receipt, html, svg)
        receipting = Receipting(receipt, force, "check", named.files, printing, chosen)
        session = Session("check", format, no_color)
        web = HtmlFile(html, force, named.files, session.format == "text")
        picture = SvgFile(svg, force, named.files)
        for done, file in enumerate(named.files, start=1):

            def work(file: str = file) -> CheckAnswer:
                with waiting(f"checking {file}", quiet, time_limit, interrupts) as on_progress:
                    opened = receipting.load(file)
                    found: list[object] = []
                    answer = api.check(
                        *(opened, file, goal, target, backend, time_limit, draws, on_progress),
                        on_found=found.append,
                    )
                    receipting.write(opened, file, answer, wishes, time_limit)
                    if not (html or svg or session.in_full(quiet)):
                        return answer
                    answer = api.in_full(opened, answer, wishes, bool(html) or session.weighs(explain))
                    from tsolve.report.answers.check import show_check

                    if html:
                        from tsolve.report.html.pages import check_page

                        table = where_decided(opened, answer, show_check, found)
                        web.write(opened, file, receipting.content, answer, check_page, table)
                    if svg:
                        picture.write(opened, file, answer, show_check, found)
                    return answer

            session.answer(work, show, file)
            if interrupts.came and done < len(named.files):
                session.stop_early(f"{done} of {len(named.files)} files judged")
                break
        if not quiet:
            session.close_with(receipting.tell)
            session.close_with(web.tell)
            session.close_with(picture.tell)
            session.close_with(named.tell_others)
        session.sum_up("file", "files")
        return session

    namesakes: set[str] = set()
    """Files that share their name with another one: where there is little room only the name is shown."""
    paths = files or paths_of_project()
    chosen = readings(interpretation)
    wishes = Wishes(goal, target, draws, backend=backend)
    interrupts = Interrupts()
    if not watch:
        judge().finish()
    if "-" in paths or receipt or html or svg or format == "json":
        raise typer.BadParameter("it goes with files and text only", param_hint="--watch")

    again_and_again(lambda: position_files(paths).files, judge, lambda: interrupts.came).finish()


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
    from tsolve.cli.progress import waiting
    from tsolve.model.solved import SolvedAnswer
    from tsolve.report.answers.check import show_solve
    from tsolve.report.page import Detail, Page
    from tsolve.report.solution import show_best_briefly

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
