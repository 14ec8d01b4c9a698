"""Commands about position files, and the files that they write beside their answers: a page for a browser
(`--html`), a picture (`--svg`).
"""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

import os
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar

import typer

from tsolve import api
from tsolve.cli.command import Question
from tsolve.cli.options import FILES, Limited, PositionFile, Replacing, Rules
from tsolve.errors import UsageError
from tsolve.model.verdicts import Answer
from tsolve.report.page import Page
from tsolve.saving import check_output, save_output

if TYPE_CHECKING:
    from tsolve.api import Position
    from tsolve.cli.progress import Interrupts
    from tsolve.model.plays import PositionAnswer

A = TypeVar("A", bound=Answer)

_STANDARD_OUTPUT = "-"
_INSTEAD = "--force overwrites it"


class Asked(NamedTuple):
    """A position, and what is asked about it."""

    position: "Position"
    file: str
    content: bytes
    """The very bytes that are judged."""
    about: str
    on_progress: Callable[..., None]
    """Hears how far the work is: how many positions were looked at, or how many of how many are done."""


def require_different_files(*paths: str | None) -> None:
    """Files that one run writes are different ones. Raises UsageError."""
    found = [os.path.realpath(path) for path in paths if path is not None]
    if len(set(found)) < len(found):
        raise UsageError("every --html, --svg and --receipt needs a file of its own")


class FileBeside:
    """A file that a run writes beside its answer."""

    def __init__(self, kind: str, option: str, path: str, force: bool, files: Sequence[str]) -> None:
        """`kind`: what it is. Raises UsageError where it cannot be written, before any work is done."""
        self.kind, self.path, self.is_written = kind, path, False
        self._instead = "" if force else _INSTEAD
        if len(files) != 1:
            raise UsageError(f"a {kind} shows one position: give one FILE with {option}")
        if path != _STANDARD_OUTPUT:
            check_output(path, files, self._instead)

    def save(self, asked: Asked, content: str) -> None:
        """Write it. Raises UsageError."""
        if self.path == _STANDARD_OUTPUT:
            from tsolve.cli.output import emit

            emit(content)
            return
        save_output(self.path, content, api.inputs_of(asked.position, asked.file), self._instead)
        self.is_written = True

    def tell(self, page: Page) -> None:
        """Say where it is."""
        if self.is_written:
            page.text(f"{self.kind}: {self.path}", hang=2)


Written = tuple[FileBeside, Callable[[Asked, Any], str]]
"""A file, and the function that makes its content for an answer."""


class AboutPositions(Rules, Question[A], Generic[A]):
    """A question about position files."""

    @abstractmethod
    def answer(self, asked: Asked) -> A:
        """Ask the library about a position."""

    def complete(self, asked: Asked, answer: A) -> A:
        """The answer with further parts, if there is room to tell them."""
        return answer

    def beside(self) -> Iterator[Written]:
        """The files that are asked for. Raises UsageError where one cannot be written."""
        yield from ()

    def begin(self) -> None:
        self.readings  # noqa: B018 (what is wrong with them is said before a file is read)
        require_different_files(*(file.path for file, _ in self._files))

    def open(self, about: str, on_progress: Callable[..., None]) -> Asked:
        """Read the position: by default what is asked about is a file, or standard input."""
        content = api.content_of(about)
        position = api.loads(content, about, self.printing, self.readings)
        return Asked(position, about, content, about, on_progress)

    def waiting(self, about: str) -> AbstractContextManager[Callable[..., None]]:
        """What goes on while an answer is waited for."""
        return nullcontext(lambda *_: None)

    def ask(self, about: str) -> A:
        with self.waiting(about) as on_progress:
            asked = self.open(about, on_progress)
            answer = self.complete(asked, self.answer(asked))
            for file, content in self._files:
                file.save(asked, content(asked, answer))
            return answer

    def end(self) -> None:
        for file, _ in self._files if not self.quiet else ():
            self.session.close_with(file.tell)

    @cached_property
    def _files(self) -> list[Written]:
        return list(self.beside())


class Searching(Limited, AboutPositions[A], Generic[A]):
    """One that may take long: it has a budget, and Ctrl-C ends it with the best answer so far."""

    doing: ClassVar[str]
    """What a sign of life says; `{}` is what is asked about."""
    done: ClassVar[str] = ""
    """What is done with several, such as `files judged`."""

    @cached_property
    def interrupts(self) -> "Interrupts":
        """Whether Ctrl-C came."""
        from tsolve.cli.progress import Interrupts

        return Interrupts()

    def waiting(self, about: str) -> AbstractContextManager[Callable[..., None]]:
        from tsolve.cli.progress import waiting

        return waiting(self.doing.format(about), self.quiet, self.time_limit, self.interrupts)

    def is_last(self, done: int) -> bool:
        if not self.interrupts.came or done == len(self.about()):
            return False
        self.session.stop_early(f"{done} of {len(self.about())} {self.done}")
        return True


class AfterTurn(AboutPositions[A], Generic[A]):
    """One that may be asked about the table after a turn of a log."""

    after: Annotated[
        str,
        typer.Option(
            "--after",
            metavar="TURN",
            help='Of a log: after this turn, such as "turn 7"; else after the last.',
        ),
    ] = ""

    def open(self, about: str, on_progress: Callable[..., None]) -> Asked:
        asked = super().open(about, on_progress)
        if not self.after:
            return asked
        after = self.after.strip()
        turn = api.turn_named(f"turn {after}" if after.isdecimal() else after)
        if turn is None:
            raise UsageError(f'"{self.after}" is no turn; write --after "turn 7"')
        return asked._replace(position=api.after_turn(asked.position, turn))


class OnePosition(AboutPositions[A], Generic[A]):
    """One that is asked about a single file."""

    file: PositionFile

    def about(self) -> Sequence[str]:
        return (self.file,)


class WithPage(Replacing, AboutPositions[A], Generic[A]):
    """One whose answer is also written as a page for a browser."""

    html: Annotated[
        str | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Also write the whole answer as a page for a browser; - is standard output, and nothing "
            "else.",
            rich_help_panel=FILES,
        ),
    ] = None

    def beside(self) -> Iterator[Written]:
        yield from super().beside()
        if self.html is None:
            return
        if self.html == _STANDARD_OUTPUT and self.session.format != "text":
            raise UsageError("--html - goes with text only: name a file")
        yield FileBeside("page", "--html", self.html, self.force, self.about()), self._as_page

    def show(self, page: Page, answer: A) -> None:
        if self.html != _STANDARD_OUTPUT:  # the page has it to itself
            super().show(page, answer)

    def table(self, asked: Asked, answer: A) -> "PositionAnswer":
        """The table that the page shows."""
        from tsolve.api.table import position_of

        return position_of(asked.position)

    def _as_page(self, asked: Asked, answer: A) -> str:
        from tsolve.report.html.pages import paper_of
        from tsolve.report.html.paper import Given, as_html

        text = asked.content.decode("utf-8-sig", "replace")
        given = Given(asked.position.named(asked.file), self.table(asked, answer), text)
        return as_html(paper_of(answer, given))


class WithPicture(Replacing, AboutPositions[A], Generic[A]):
    """One whose answer is also drawn."""

    svg: Annotated[
        str | None,
        typer.Option(
            "--svg", metavar="FILE", help="Also draw the answer in a new file.", rich_help_panel=FILES
        ),
    ] = None

    @abstractmethod
    def draw(self, asked: Asked, answer: A) -> str:
        """The picture as SVG."""

    def beside(self) -> Iterator[Written]:
        yield from super().beside()
        if self.svg is None:
            return
        if self.svg == _STANDARD_OUTPUT:
            raise UsageError("a picture goes into a file: name one with --svg")
        yield FileBeside("picture", "--svg", self.svg, self.force, self.about()), self.draw
