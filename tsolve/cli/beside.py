"""Files that a run writes beside its answer: a page for a browser (`--html`), a picture (`--svg`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeVar

import typer

from tsolve.errors import UsageError
from tsolve.saving import check_output, save_output

if TYPE_CHECKING:
    from tsolve.api import Opened
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.plays import PositionAnswer
    from tsolve.model.solved import SolvedAnswer
    from tsolve.report.html.pages import Given
    from tsolve.report.page import Page

A = TypeVar("A")
B = TypeVar("B", "CheckAnswer", "SolvedAnswer")

HtmlOption = Annotated[
    str | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Also write the whole answer as a page for a browser; - is standard output, and nothing else.",
    ),
]
ForceHtmlOption = Annotated[bool, typer.Option("--force", help="Let --html replace a file.")]
SvgOption = Annotated[
    str | None,
    typer.Option("--svg", metavar="FILE", help="Also draw the table and the battle in a new file."),
]

_STANDARD_OUTPUT = "-"
_INSTEAD = "--force overwrites it"


def each_its_own(*paths: str | None) -> None:
    """Files that one run writes are different ones. Raises UsageError."""
    found = [os.path.realpath(path) for path in paths if path is not None]
    if len(set(found)) < len(found):
        raise UsageError("every --html, --svg and --receipt needs a file of its own")


class FileBeside:
    """A file of one run, if one is asked for."""

    kind: ClassVar[str]
    """What it is."""
    option: ClassVar[str]

    def __init__(self, path: str | None, force: bool, files: Sequence[str]) -> None:
        """Raises UsageError where it cannot be written, before any work is done."""
        self.path = path
        self.is_written = False
        self._instead = "" if force else _INSTEAD
        if path is None:
            return
        if len(files) != 1:
            raise UsageError(f"a {self.kind} shows one position: give one FILE with {self.option}")
        if path != _STANDARD_OUTPUT:
            check_output(path, files, self._instead)

    def save(self, opened: Opened, file: str, content: str) -> None:
        """Write it. Raises UsageError."""
        if self.path is None:
            return
        from tsolve import api

        save_output(self.path, content, api.inputs_of(opened, file), self._instead)
        self.is_written = True

    def tell(self, page: Page) -> None:
        """Say where it is."""
        if self.is_written:
            page.text(f"{self.kind}: {self.path}", hang=2)


class HtmlFile(FileBeside):
    """The page of one run, if one is asked for."""

    kind, option = "page", "--html"

    def __init__(self, path: str | None, force: bool, files: Sequence[str], in_text: bool = True) -> None:
        """`in_text`: whether the answer itself is for people; else it has standard output to itself."""
        super().__init__(path, force, files)
        if path == _STANDARD_OUTPUT and not in_text:
            raise UsageError("--html - goes with text only: name a file")

    def write(
        self,
        opened: Opened,
        file: str,
        source: bytes,
        answer: A,
        as_html: Callable[[A, Given], str],
        position: PositionAnswer | None = None,
    ) -> None:
        """Write the page of an answer; `source` is the position file, `position` the table that is shown if
        it is not that of the file. Raises UsageError.
        """
        if self.path is None:
            return
        from tsolve.api.positions import position_of
        from tsolve.cli.output import emit
        from tsolve.report.html.pages import Given

        given = Given(
            opened.named(file), position or position_of(opened), source.decode("utf-8-sig", "replace")
        )
        page = as_html(answer, given)
        if self.path == _STANDARD_OUTPUT:
            emit(page)
        else:
            self.save(opened, file, page)


def where_decided(
    opened: Opened, answer: B, show: Callable[[Page, B], None], found: Iterable[object] = ()
) -> PositionAnswer:
    """The table where the answer is decided: as its battle begins, if it judges one; `show` and `found` as of
    `SvgFile.write`.
    """
    from tsolve import api
    from tsolve.report.answers.check import head_of
    from tsolve.report.page import Page

    page = Page()
    show(page, answer)
    told = head_of(page.blocks).sum
    return api.at_battle(opened, answer, told.calculation if told is not None else None, found)


class SvgFile(FileBeside):
    """The picture of one run, if one is asked for."""

    kind, option = "picture", "--svg"

    def __init__(self, path: str | None, force: bool, files: Sequence[str]) -> None:
        super().__init__(path, force, files)
        if path == _STANDARD_OUTPUT:
            raise UsageError("a picture goes into a file: name one with --svg")

    def write(
        self,
        opened: Opened,
        file: str,
        answer: B,
        show: Callable[[Page, B], None],
        found: Iterable[object] = (),
    ) -> None:
        """Draw an answer over the table where it is decided, if a picture is wanted. Raises UsageError.

        `show` tells the answer in brief; `found` is what `check` told its `on_found`.
        """
        if self.path is None:
            return
        from tsolve.report.page import Page
        from tsolve.report.pictures import agreement, as_picture

        page = Page()
        show(page, answer)
        position = where_decided(opened, answer, show, found)
        titles = {cited.id: cited.title for cited in answer.citations}
        self.save(opened, file, as_picture(page, position, titles, agreement(answer.depends)))
