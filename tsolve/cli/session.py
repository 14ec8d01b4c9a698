"""One run of a command: its answers and failures, written in the format that was asked for.

Exceptions become sentences and exit codes; a traceback is printed only under TSOLVE_DEBUG=1. An internal
error leaves a file that reproduces it.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import typer
from msgspec.structs import replace

from tsolve.cli.output import Face, emit, width
from tsolve.errors import DisagreementError, escape
from tsolve.model.verdicts import EXIT_CODES, WRONG, Answer, Word, worst
from tsolve.report.failures import Failure, failure_of
from tsolve.report.page import Page, Style
from tsolve.report.rulings import show_first_notes
from tsolve.saving import save_new
from tsolve.source.reading import MAX_BYTES, contents
from tsolve.version import VERSION

if TYPE_CHECKING:
    pass


def write_bundle(error: Exception, file: str, arguments: Sequence[str]) -> str:
    """Write the bundle into the current folder, never over another file, and say where it is."""
    from hashlib import sha256  # loads OpenSSL

    content = _header(error, arguments).encode("utf-8", "backslashreplace") + _position(file)
    path = Path(f"tsolve-bundle-{sha256(content).hexdigest()[:12]}.yaml")
    try:
        save_new(str(path), content)
    except FileExistsError:
        pass  # the name is the hash of the content: it is there already
    except OSError as problem:
        return f"no file to reproduce it could be written ({problem.strerror})"
    return f"please report it together with {path}, which reproduces it"


def _header(error: Exception, arguments: Sequence[str]) -> str:
    lines = [
        f"tsolve {VERSION}, Python {platform.python_version()}",
        f"command: tsolve {' '.join(arguments)}",
        f"{type(error).__name__}: {error}",
        *_places(error),
    ]
    if isinstance(error, DisagreementError):
        lines += str(error.bundle).splitlines()
    return "".join(f"# {escape(line)}\n" for line in lines)


def _places(error: Exception) -> Iterator[str]:
    """Where it happened, without the paths of this machine."""
    for frame in traceback.extract_tb(error.__traceback__):
        parts = Path(frame.filename).parts
        yield f"  {'/'.join(parts[-3:])}:{frame.lineno} in {frame.name}"


def _position(file: str) -> bytes:
    try:
        return contents(file)[:MAX_BYTES]
    except OSError:
        return b""


def tell(failure: Failure, no_color: bool = False) -> None:
    """Write to standard error, for a person."""
    from tsolve.report.mistakes import failure_as_rows, mistakes_as_rows

    face = Face(sys.stderr, no_color)
    room = width() if face.is_terminal else None
    if failure.diagnostics:
        rows = mistakes_as_rows(failure.diagnostics, room, failure.is_judged)
    else:
        style: Style = "warn" if failure.kind == "undecided" else "bad"
        rows = failure_as_rows(failure.message, failure.file, style, room)
    sys.stderr.write(face.rows(rows))


def explain(error: Exception, file: str = "") -> Failure:
    """The failure behind an exception; an internal error leaves a bundle that reproduces it."""
    if isinstance(error, typer.TyperException):
        return Failure("usage", error.format_message(), WRONG, file)
    failure = failure_of(error, file)
    if failure.kind != "internal":
        return failure
    if os.environ.get("TSOLVE_DEBUG") == "1":
        traceback.print_exception(error)
    saved = write_bundle(error, file, sys.argv[1:])
    return replace(failure, message=f"{failure.message}; {saved}")


def usage(error: typer.TyperException, arguments: Sequence[str]) -> int:
    """A command line that makes no sense: said on stderr, or as JSON where that was asked for."""
    failure = Failure("usage", error.format_message(), WRONG)
    if _wants_json(arguments):
        _write_json(failure, arguments)
    elif hasattr(error, "show"):
        from tsolve.report.mistakes import usage_as_rows

        shown = StringIO()
        error.show(shown)
        face = Face(sys.stderr, "--no-color" in arguments)
        room = width() if face.is_terminal else None
        sys.stderr.write(face.rows(usage_as_rows(shown.getvalue(), room)))
    else:
        tell(failure, "--no-color" in arguments)
    return failure.code


def internal(error: Exception, arguments: Sequence[str]) -> int:
    """A mistake in tsolve outside the judging of a file."""
    failure = explain(error)
    if _wants_json(arguments):
        _write_json(failure, arguments)
    else:
        tell(failure, "--no-color" in arguments)
    return failure.code


def _wants_json(arguments: Sequence[str]) -> bool:
    return "--format=json" in arguments or ("--format", "json") in pairwise(arguments)


def _write_json(failure: Failure, arguments: Sequence[str]) -> None:
    from tsolve.report.formats import Run, as_json

    command = next((argument for argument in arguments if not argument.startswith("-")), "")
    emit(as_json(Run(command, failure.code, (), (failure.answer(),))))


A = TypeVar("A", bound=Answer)
T = TypeVar("T")


class Told(typer.Exit):
    """The end of a run that has written an answer for people."""


class Session:
    """Collects what the run of a command finds; text is written at once, JSON at the end."""

    def __init__(self, command: str, format: str, no_color: bool = False) -> None:  # noqa: A002 (the option's name)
        in_actions = os.environ.get("GITHUB_ACTIONS") == "true"
        auto = "github" if in_actions and command in ("check", "regress") else "text"
        self.command = command
        self.format = auto if format == "auto" else format
        self.no_color = no_color
        self.face = Face(sys.stdout, no_color)
        self.verdicts: list[Word] = []
        self._partly: list[Word] = []
        """The verdicts on files of which only a part was judged, beside those of the answers."""
        self._answers: list[Answer] = []
        self._errors: list[Any] = []
        self.stopped_early = False
        """Whether only a part of what was asked for could be answered before the run was ended."""
        self._is_told = False
        """Whether an answer was written for people."""
        self._pages = 0
        self._is_long = False
        """Whether the last page has more than one line: an empty one then stands before the next."""

    def in_full(self, quiet: bool) -> bool:
        """Whether an answer is written with what other readings make of it, not only what matters most."""
        return self.format == "json" or (self.format == "text" and not quiet)

    def weighs(self, explain: bool) -> bool:
        """Whether an answer says which rules decide."""
        return self.format == "json" or explain

    def answer(
        self,
        work: Callable[[], A],
        show: Callable[[Page, A], None],
        file: str = "",
        lines: Callable[[A], Iterable[str]] = lambda _: (),
    ) -> None:
        """Do the work and write its answer, or say why there is none. `lines` as in `deliver`."""
        try:
            self.deliver(work(), show, lines)
        except Exception as error:  # the next file may be sound
            self.fail(explain(error, file))

    def do(
        self,
        work: Callable[[], T],
        show: Callable[[Page, T], None] = lambda *_: None,
        file: str = "",
    ) -> None:
        """Do what gives no answer and write what is to be said of it, or why it could not be done."""
        try:
            self._write(show, work())
        except Exception as error:  # as above
            self.fail(explain(error, file))

    def deliver(
        self,
        found: A,
        show: Callable[[Page, A], None],
        lines: Callable[[A], Iterable[str]] = lambda _: (),
    ) -> None:
        """Write an answer.

        `lines` is the answer in a format that is neither text nor JSON.
        """
        self.verdicts.append(found.told)
        if self.format == "json":
            self._answers.append(found)
        elif self.format == "text":
            self._is_told = True
            self._write(show, found)
        else:
            emit("".join(f"{line}\n" for line in lines(found)))

    def fail(self, failure: Failure) -> None:
        """Write why there is no answer, or none about a part."""
        (self._partly if failure.is_judged else self.verdicts).append(failure.verdict)
        if self.format == "json":
            self._errors.append(failure.answer())
        elif self.format == "github":
            emit("".join(f"{line}\n" for line in failure.annotations()))
        else:
            sys.stdout.flush()
            tell(failure, self.no_color)

    def stop_early(self, text: str) -> None:
        """Say how much was done before the run was ended."""
        self.stopped_early = True
        self.verdicts.append("stopped early")
        self.close_with(lambda page: page.text(f"stopped early: {text}", hang=2, style="warn"), alone=True)

    def close_with(self, show: Callable[[Page], None], alone: bool = False) -> None:
        """Say at the end of a text what belongs to all answers. A program finds it in each of them.

        `alone`: also where no text stands before it.
        """
        if self.format == "text" and (self._pages or alone):
            self._write(lambda page, _: show(page), None)

    def sum_up(self, one: str, several: str) -> None:
        """Say how many of each verdict there are, if more than one of what is named so was judged."""
        if self.format == "json" or len(self.verdicts) < 2:
            return
        from tsolve.report.answers.check import tally

        text = tally(self.verdicts, one, several)
        if self.format == "text":
            self.close_with(lambda page: page.text(text, hang=2), alone=True)
        else:
            emit(f"tsolve: {text}\n")

    def finish(self) -> NoReturn:
        """Write the rest and end with the worst exit code."""
        code = worst(EXIT_CODES[verdict] for verdict in (*self.verdicts, *self._partly))
        if self.format == "json":
            from tsolve.report.formats import Run, as_json

            run = Run(self.command, code, tuple(self._answers), tuple(self._errors), self.stopped_early)
            emit(as_json(run))
        if self.format == "text" and self._is_told:
            raise Told(code)
        raise typer.Exit(code)

    def _write(self, show: Callable[[Page, T], None], found: T) -> None:
        page = Page()
        show_first_notes(page, found)
        show(page, found)
        if not page.blocks:
            return
        text = self.face.page(page)
        is_long = text.count("\n") > 1
        if self._pages and (is_long or self._is_long):
            text = "\n" + text
        self._pages += 1
        self._is_long = is_long
        emit(text)
