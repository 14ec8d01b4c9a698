"""`tsolve regress`."""

from collections import Counter
from collections.abc import Callable, Iterable
from os.path import isdir
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tsolve.cli.options import (
    ColourOption,
    JobsOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SchedulerOption,
    readings,
)
from tsolve.cli.session import Session
from tsolve.errors import UsageError
from tsolve.report.page import Page

if TYPE_CHECKING:
    from tsolve.model.regress import PassedOver, RegressAnswer
    from tsolve.suite.run import JudgedPuzzle

RegressFormat = Literal["auto", "text", "json", "junit", "github"]
HOME = "puzzles"
"""Where puzzles are looked for when nothing is named."""


def regress(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", help="Puzzles, or folders of them; by default the project's, else `puzzles`."
        ),
    ] = None,
    select: Annotated[
        str,
        typer.Option(
            "-k",
            metavar="EXPR",
            help="Only puzzles with these words in path, title or `about`; combine with and, or, not, ( ).",
        ),
    ] = "",
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = "",
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", "-x", help="Stop at the first puzzle that fails.")
    ] = False,
    update: Annotated[
        bool,
        typer.Option("--update", help="Show what changed, then write it into the files."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --update: write without asking.")] = False,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Also say which rules the puzzles exercise, and which none does."),
    ] = False,
    coverage_html: Annotated[
        str | None,
        typer.Option(
            "--coverage-html", metavar="FILE", help="Write coverage as a web page; in a folder: index.html."
        ),
    ] = None,
    coverage_json: Annotated[
        str | None, typer.Option("--coverage-json", metavar="FILE", help="Write coverage as JSON.")
    ] = None,
    fail_under: Annotated[
        float | None,
        typer.Option("--fail-under", metavar="PERCENT", min=0, max=100, help="Exit 1 if coverage is lower."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let coverage reports overwrite any file.")] = False,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Judge everything again, and remember nothing.")
    ] = False,
    format: Annotated[  # noqa: A002
        RegressFormat,
        typer.Option("--format", help="auto: GitHub annotations inside GitHub Actions, else text."),
    ] = "auto",
    quiet: QuietOption = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", "-v", help="Also list the puzzles that are as expected, and everything that changed."
        ),
    ] = False,
    no_color: ColourOption = False,
) -> None:
    """Judge every puzzle and report what fails.

    A puzzle is a position file with `expect:`. Other YAML files in a folder are skipped and counted, but
    one that is clearly meant to be a puzzle is an error, such as one with a misspelt `expect` or an unknown
    game.

    For each puzzle that fails, the report says which rules now apply that did not before, which no longer
    apply, and which numbers changed. With --interpretation or --printing it compares with the puzzle as the
    file stands, otherwise with the last answer that held.

    Answers are cached until the position, the rulesets or the code change. Ctrl-C stops it and reports what
    has been judged.

    Exit codes: 0 all hold; 1 something is refuted, or coverage is too low; 2 a puzzle or the usage is wrong;
    3 something is undecided or was not judged; 4 internal error.
    """
    from tsolve.cli.position_files import judged_here
    from tsolve.cli.progress import progress_bar
    from tsolve.cli.regress_files import Wanted, bring_up_to_date
    from tsolve.executors import cores
    from tsolve.report.regress import show_coverage, show_regress, show_regress_in_a_line, show_shortfall
    from tsolve.suite import run
    from tsolve.suite.collect import selection

    way = run.RunOptions(printing, readings(interpretation))
    wanted_coverage = Wanted(coverage, coverage_html, coverage_json, fail_under, force)
    if update:
        _check_update(way.overrides, format, wanted_coverage.at_all)
        format = "text"  # noqa: A001
    elif yes:
        raise typer.BadParameter("there is nothing to write without --update", param_hint="--yes")
    session = Session("regress", format, no_color)

    passed: Counter[PassedOver] = Counter()

    def judge() -> "list[JudgedPuzzle]":
        wanted_coverage.check()
        places = paths or judged_here() or [HOME]
        if places == [HOME] and not isdir(HOME):
            raise UsageError(f"there is no folder `{HOME}` here; name the files or folders")
        wanted = selection(select) if select else None
        with progress_bar("puzzles", quiet) as on_progress:
            found = run.judge_suite(
                places,
                way,
                jobs=jobs or cores(),
                scheduler=scheduler,
                cached=not no_cache,
                select=wanted,
                fail_fast=fail_fast,
                on_progress=on_progress,
                on_passed_over=lambda kind: passed.update((kind,)),
            )
        if not found:
            raise UsageError(_nothing(places, select))
        return found

    def work() -> "RegressAnswer":
        found = judge()
        answer = run.summary(found, way, not no_cache, passed)
        session.stopped_early = answer.left_out > 0
        if not wanted_coverage.at_all or session.stopped_early:
            return answer
        from tsolve.suite.judging import covered

        answer = covered(answer, [each.judged for each in found], fail_under)
        if answer.coverage is not None:
            wanted_coverage.write(answer.coverage, [each.judged.file for each in found])
        return answer

    def show(page: Page, answer: "RegressAnswer") -> None:
        without = ""
        if wanted_coverage.at_all and answer.coverage is None:
            why = "not every puzzle was judged" if session.stopped_early else "no puzzle could be judged"
            without = f"no coverage report: {why}"
        if quiet:
            show_regress_in_a_line(page, answer, fail_under, without)
            return
        show_regress(page, answer, verbose)
        if answer.coverage is not None:
            if coverage:
                show_coverage(page, answer.coverage, verbose)
            show_shortfall(page, answer.coverage, fail_under)
        elif without:
            page.text(without, hang=2, style="warn")

    if update:
        bring_up_to_date(session, judge, not no_cache, yes)
    session.answer(work, show, lines=_lines(session.format, fail_under))
    session.finish()


def _check_update(overrides: bool, format: str, coverage: bool) -> None:  # noqa: A002
    if coverage:
        raise typer.BadParameter("it does not work with coverage", param_hint="--update")
    if overrides:
        message = (
            "expectations are about the rules that the files name: leave out --interpretation and --printing"
        )
        raise typer.BadParameter(message, param_hint="--update")
    if format not in ("auto", "text"):
        raise typer.BadParameter(f"it shows a difference as text, not as {format}", param_hint="--update")


def _lines(
    format: str,  # noqa: A002
    fail_under: float | None,
) -> "Callable[[RegressAnswer], Iterable[str]]":
    if format == "junit":
        from tsolve.report.regress import as_junit

        return as_junit
    return lambda answer: _annotations(answer, fail_under)


def _annotations(answer: "RegressAnswer", fail_under: float | None) -> "Iterable[str]":
    from tsolve.report.regress import annotate_coverage, annotate_regress

    yield from annotate_regress(answer)
    if answer.coverage is not None:
        yield from annotate_coverage(answer.coverage, fail_under)


def _nothing(paths: list[str], select: str) -> str:
    where = ", ".join(paths)
    if select:
        return f"no puzzle under {where} fits -k {select}"
    return f"no puzzle under {where}: a puzzle is a position file with `expect:`"
