"""What `tsolve regress` writes: expectations that `--update` mends, and reports of rule coverage."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from tsolve.cli.output import emit
from tsolve.cli.session import Session
from tsolve.errors import UsageError
from tsolve.report.page import Page
from tsolve.report.regress import as_json, show_regress
from tsolve.saving import check_output, save_output
from tsolve.suite import run

if TYPE_CHECKING:
    from tsolve.model.coverage import CoverageAnswer
    from tsolve.model.regress import RegressAnswer
    from tsolve.suite.update import Change


_NOT_ASKED = "nothing was written: that is asked for on a terminal only; --yes writes without asking"
_NOT_WANTED = "nothing was written"
_STOPPED = "nothing was written, since not every puzzle was judged"


def bring_up_to_date(
    session: Session, judge: Callable[[], list[run.JudgedPuzzle]], cached: bool, if_unasked: bool
) -> NoReturn:
    """Show what would change, write it if that is wanted, and say how the puzzles fare then."""
    from tsolve.suite import update

    found: list[run.JudgedPuzzle] = []
    changes: list[Change] = []

    def work() -> list[Change]:
        found.extend(judge())
        changes.extend(update.changes(found))
        return changes

    session.do(work, _show_changes)
    if not found:
        session.finish()
    new = [change for change in changes if change.written]
    stopped = any(each.judged.status == run.LEFT_OUT for each in found)
    on_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    wanted = bool(new) and not stopped and (if_unasked or (on_terminal and _agreed(new)))
    places = {each.judged.file: index for index, each in enumerate(found)}
    for change in new if wanted else ():

        def write(change: Change = change) -> None:
            update.write(change)
            found[places[change.file]] = run.replaced(change.judged, change.after, cached)

        session.do(write, file=change.file)

    def show(page: Page, answer: RegressAnswer) -> None:
        show_regress(page, answer)
        if new and not wanted:
            text = _STOPPED if stopped else _NOT_WANTED if on_terminal else _NOT_ASKED
            page.text(text, style="warn")

    session.answer(lambda: run.summary(found, cached=cached), show)
    session.finish()


def _agreed(new: list[Change]) -> bool:
    emit(f"\nWrite {_counted(new)}? [y/N] ")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _counted(new: list[Change]) -> str:
    values, files = sum(change.written for change in new), len(new)
    return f"{values} value{'s' if values != 1 else ''} into {files} file{'s' if files != 1 else ''}"


def _show_changes(page: Page, changes: list[Change]) -> None:
    from tsolve.suite import update

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
"""No report is larger: even with every rule of many games it is far smaller."""


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

    def write(self, answer: CoverageAnswer, inputs: Iterable[str]) -> None:
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
