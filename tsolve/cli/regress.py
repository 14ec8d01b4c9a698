"""`tsolve regress` with `--update`, which shows what would change and writes it when that is wanted, and
`--coverage`.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from os.path import isdir
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, NoReturn

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
from tsolve.cli.output import emit
from tsolve.cli.session import Session
from tsolve.errors import UsageError
from tsolve.model.regress import PassedOver, RegressAnswer
from tsolve.report.page import Page
from tsolve.report.regress import (
    annotate_coverage,
    annotate_regress,
    as_json,
    as_junit,
    show_coverage,
    show_regress,
    show_regress_in_a_line,
    show_shortfall,
)
from tsolve.saving import check_output, save_output
from tsolve.suite import run, update

if TYPE_CHECKING:
    from tsolve.model.coverage import CoverageAnswer


_NOT_ASKED = "nothing was written: that is asked for on a terminal only; --yes writes without asking"
_NOT_WANTED = "nothing was written"
_STOPPED = "nothing was written, since not every puzzle was judged"


def bring_up_to_date(
    session: Session, judge: Callable[[], list[run.JudgedPuzzle]], cached: bool, unasked: bool
) -> NoReturn:
    """Show what would change, write it if that is wanted, and say how the puzzles fare then."""
    found: list[run.JudgedPuzzle] = []
    changes: list[update.Change] = []

    def work() -> list[update.Change]:
        found.extend(judge())
        changes.extend(update.changes(found))
        return changes

    session.do(work, _show_changes)
    if not found:
        session.finish()
    new = [change for change in changes if change.written]
    stopped = any(each.judged.status == run.LEFT_OUT for each in found)
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    wanted = bool(new) and not stopped and (unasked or (on_terminal and _agreed(new)))
    places = {each.judged.file: index for index, each in enumerate(found)}
    for change in new if wanted else ():

        def write(change: update.Change = change) -> None:
            update.write(change)
            found[places[change.file]] = run.replaced(change.judged, change.after, cached)

        session.do(write, file=change.file)

    def show(page: Page, answer: RegressAnswer) -> None:
        show_regress(page, answer)
        if new and not wanted:
            told = _STOPPED if stopped else _NOT_WANTED if on_terminal else _NOT_ASKED
            page.text(told, style="warn")

    session.answer(lambda: run.summary(found, cached=cached), show)
    session.finish()


def _agreed(new: list[update.Change]) -> bool:
    emit(f"\nWrite {_counted(new)}? [y/N] ")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _counted(new: list[update.Change]) -> str:
    values, files = sum(change.written for change in new), len(new)
    return f"{values} value{'s' if values != 1 else ''} into {files} file{'s' if files != 1 else ''}"


def _show_changes(page: Page, changes: list[update.Change]) -> None:
    for change in changes:
        page.verbatim(update.diff(change))
    left = [(change.file, each) for change in changes for each in change.left]
    if left:
        page.heading("Left as it is")
    for file, each in left:
        place = f"{file}:{each.judgement.line}" if each.judgement.line else file
        page.text(f"{place}: {each.judgement.what}: {each.why}", indent=2, hang=2)


_PAGE = "index.html"
_MOST_BYTES = 1 << 26
"""A report with every rule of many games is far smaller."""


class Wanted(NamedTuple):
    """Which reports of rule coverage were asked for, and how much has to be covered."""

    text: bool = False
    html: str | None = None
    json: str | None = None
    at_least: float | None = None
    force: bool = False
    """Whether a file that is no report of coverage may be replaced."""

    @property
    def at_all(self) -> bool:
        """Whether coverage has to be worked out."""
        return self.text or self.html is not None or self.json is not None or self.at_least is not None

    def check(self) -> None:
        """Raises UsageError for a file that is surely not meant: only an earlier report is replaced."""
        if self.at_least is not None and self.at_least != self.at_least:
            raise UsageError("--fail-under needs a number from 0 to 100")  # "nan" lies in every range
        if self.html is not None and os.path.splitext(_page(self.html))[1] not in (".html", ".htm"):
            raise UsageError(f"--coverage-html writes a .html file or into a folder, not {self.html}")
        if self.json is not None and not self.json.endswith(".json"):
            raise UsageError(f"--coverage-json writes a .json file, not {self.json}")
        for path in self._files():
            if os.path.lexists(path):
                check_output(path)
                if not self.force and not _is_report(path):
                    raise UsageError(f"{path} is no report of coverage; --force overwrites it")

    def _files(self) -> list[str]:
        return [path for path in (self.html and _page(self.html), self.json) if path]

    def write(self, answer: "CoverageAnswer", inputs: Iterable[str]) -> None:
        """The reports that go into files, never over one of the `inputs`. Raises UsageError where that is not
        possible.
        """
        inputs = tuple(inputs)
        if self.html is not None:
            from tsolve.report.html.coverage import as_html

            page = _page(self.html)
            folder = os.path.dirname(page) or "."
            _write(page, as_html(answer, lambda file: _link(file, folder)), inputs)
        if self.json is not None:
            _write(self.json, as_json(answer), inputs)


def _page(path: str) -> str:
    """The file to write for a file, or for a folder: one that is there, or a name without an extension."""
    if os.path.isdir(path) or path.endswith(("/", os.sep)) or not os.path.splitext(path)[1]:
        return os.path.join(path, _PAGE)
    return path


def _link(file: str, folder: str) -> str:
    """The address of a file as seen from a page in the folder."""
    from pathlib import Path
    from urllib.parse import quote

    try:
        return quote(Path(os.path.relpath(file, folder)).as_posix())
    except ValueError:  # on another drive
        return Path(file).absolute().as_uri()


def _write(path: str, text: str, inputs: Iterable[str]) -> None:
    if folder := os.path.dirname(path):
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder {folder}: {error.strerror or error}") from None
    save_output(path, text, inputs)


def _is_report(path: str) -> bool:
    """Whether a file is an earlier report of coverage, which is written anew each time."""
    import json

    with open(path, "rb") as stream:
        content = stream.read(_MOST_BYTES)
    if path.endswith(".json"):
        try:
            known = json.loads(content)
        except (ValueError, RecursionError):
            return False
        return isinstance(known, dict) and known.keys() >= {"schema_version", "puzzles", "shares", "items"}
    return b"<title>Rule coverage of " in content[:2_000]


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
    from tsolve.batch import cores
    from tsolve.cli.position_files import judged_here
    from tsolve.cli.progress import progress_bar
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

    def judge() -> "list[run.JudgedPuzzle]":
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
        from tsolve.suite.coverage import covered

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
        return as_junit
    return lambda answer: _annotations(answer, fail_under)


def _annotations(answer: "RegressAnswer", fail_under: float | None) -> "Iterable[str]":

    yield from annotate_regress(answer)
    if answer.coverage is not None:
        yield from annotate_coverage(answer.coverage, fail_under)


def _nothing(paths: list[str], select: str) -> str:
    where = ", ".join(paths)
    if select:
        return f"no puzzle under {where} fits -k {select}"
    return f"no puzzle under {where}: a puzzle is a position file with `expect:`"
