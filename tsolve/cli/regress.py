"""`tsolve regress`."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from os.path import isdir
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from tsolve.cli.command import Question
from tsolve.cli.options import ANSWER, FILES, Quiet, Replacing, Rules, Shared
from tsolve.cli.session import Session
from tsolve.errors import UsageError
from tsolve.model.regress import PassedOver, RegressAnswer
from tsolve.report.page import Page

if TYPE_CHECKING:
    from tsolve.cli.regress_files import Wanted
    from tsolve.suite.run import JudgedPuzzle, RunOptions

RegressFormat = Literal["auto", "text", "json", "junit", "github"]
HOME = "puzzles"
"""Where puzzles are looked for when nothing is named."""


class Regress(Quiet, Rules, Shared, Replacing, Question[RegressAnswer]):
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

    name, shows = "regress", "regress:show_regress"

    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", help="Puzzles, or folders of them; by default the project's, else `puzzles`."
        ),
    ] = None
    select: Annotated[
        str,
        typer.Option(
            "-k",
            metavar="EXPR",
            help="Only puzzles with these words in path, title or `about`; combine with and, or, not, ( ).",
        ),
    ] = ""
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", "-x", help="Stop at the first puzzle that fails.")
    ] = False
    update: Annotated[
        bool,
        typer.Option("--update", help="Show what changed, then write it into the files."),
    ] = False
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --update: write without asking.")] = False
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Also say which rules the puzzles exercise, and which none does."),
    ] = False
    coverage_html: Annotated[
        str | None,
        typer.Option(
            "--coverage-html",
            metavar="FILE",
            help="Write coverage as a web page; in a folder: index.html.",
            rich_help_panel=FILES,
        ),
    ] = None
    coverage_json: Annotated[
        str | None,
        typer.Option(
            "--coverage-json", metavar="FILE", help="Write coverage as JSON.", rich_help_panel=FILES
        ),
    ] = None
    fail_under: Annotated[
        float | None,
        typer.Option("--fail-under", metavar="PERCENT", min=0, max=100, help="Exit 1 if coverage is lower."),
    ] = None
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Judge everything again, and remember nothing.")
    ] = False
    format: Annotated[
        RegressFormat,
        typer.Option(
            "--format",
            help="auto: GitHub annotations inside GitHub Actions, else text.",
            rich_help_panel=ANSWER,
        ),
    ] = "auto"  # type: ignore[assignment]  # more than most have
    verbose: Annotated[
        bool,
        typer.Option(
            *("--verbose", "-v"),
            help="Also list the puzzles that are as expected, and everything that changed.",
            rich_help_panel=ANSWER,
        ),
    ] = False

    def run(self) -> NoReturn:
        if not self.update and self.yes:
            raise typer.BadParameter("there is nothing to write without --update", param_hint="--yes")
        if self.update:
            self._update()
        super().run()

    def _update(self) -> NoReturn:
        """Bring the files up to date, and judge them as they are then."""
        from tsolve.cli.regress_files import bring_up_to_date

        _check_update(self.way.overrides, self.format, self.wanted.at_all)
        session = Session(self.name, "text", self.no_color)
        bring_up_to_date(session, self._judge, not self.no_cache, self.yes)

    def begin(self) -> None:
        self.way  # noqa: B018 (what is wrong with the readings is said before anything is judged)

    @cached_property
    def passed(self) -> "Counter[PassedOver]":
        """What was passed over, and how often."""
        return Counter()

    @cached_property
    def way(self) -> "RunOptions":
        """How the rules are read."""
        from tsolve.suite.run import RunOptions

        return RunOptions(self.printing, self.readings)

    @cached_property
    def wanted(self) -> "Wanted":
        """The reports of coverage that are asked for."""
        from tsolve.cli.regress_files import Wanted

        reports = (self.coverage, self.coverage_html, self.coverage_json)
        return Wanted(*reports, self.fail_under, self.force)

    def ask(self, about: str) -> RegressAnswer:
        from tsolve.suite import run

        found = self._judge()
        answer = run.summary(found, self.way, not self.no_cache, self.passed)
        self.session.stopped_early = answer.left_out > 0
        if not self.wanted.at_all or self.session.stopped_early:
            return answer
        from tsolve.suite.judging import covered

        answer = covered(answer, [each.judged for each in found], self.fail_under)
        if answer.coverage is not None:
            self.wanted.write(answer.coverage, [each.judged.file for each in found])
        return answer

    def _judge(self) -> "list[JudgedPuzzle]":
        from tsolve.cli.position_files import judged_here
        from tsolve.cli.progress import progress_bar
        from tsolve.suite import run
        from tsolve.suite.collect import selection

        self.wanted.check()
        places = self.paths or judged_here() or [HOME]
        if places == [HOME] and not isdir(HOME):
            raise UsageError(f"there is no folder `{HOME}` here; name the files or folders")
        with progress_bar("puzzles", self.quiet) as on_progress:
            found = run.judge_suite(
                places,
                self.way,
                jobs=self.workers,
                scheduler=self.scheduler,
                cached=not self.no_cache,
                select=selection(self.select) if self.select else None,
                fail_fast=self.fail_fast,
                on_progress=on_progress,
                on_passed_over=lambda kind: self.passed.update((kind,)),
            )
        if not found:
            raise UsageError(_nothing(places, self.select))
        return found

    def show(self, page: Page, answer: RegressAnswer) -> None:
        from tsolve.report.regress import show_coverage, show_regress, show_regress_in_a_line, show_shortfall

        without = ""
        if self.wanted.at_all and answer.coverage is None:
            why = "not every puzzle was judged" if self.session.stopped_early else "no puzzle could be judged"
            without = f"no coverage report: {why}"
        if self.quiet:
            show_regress_in_a_line(page, answer, self.fail_under, without)
            return
        show_regress(page, answer, self.verbose)
        if answer.coverage is not None:
            if self.coverage:
                show_coverage(page, answer.coverage, self.verbose)
            show_shortfall(page, answer.coverage, self.fail_under)
        elif without:
            page.text(without, hang=2, style="warn")

    def lines(self, answer: RegressAnswer) -> Iterable[str]:
        from tsolve.report.regress import annotate_coverage, annotate_regress, as_junit

        if self.session.format == "junit":
            yield from as_junit(answer)
            return
        yield from annotate_regress(answer)
        if answer.coverage is not None:
            yield from annotate_coverage(answer.coverage, self.fail_under)


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


def _nothing(paths: list[str], select: str) -> str:
    where = ", ".join(paths)
    if select:
        return f"no puzzle under {where} fits -k {select}"
    return f"no puzzle under {where}: a puzzle is a position file with `expect:`"
