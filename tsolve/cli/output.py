"""Standard streams that may be terminals, files, full disks, closed pipes, or not there at all.

Writing to them never fails. Whoever reads standard output gets all of it or learns from the exit code that
something is missing; a reader that has left, as `head` does, needs no such code. What cannot be written to
standard error is lost without one. A terminal gets text with rich, everything else plain text.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

from tsolve.errors import escape
from tsolve.model.verdicts import WRONG, worst

if TYPE_CHECKING:
    from tsolve.report.page import Page
    from tsolve.report.text.layout import Row

WIDEST = 100
"""Columns beyond which lines are hard to read."""


class _Stream(io.FileIO):
    """A stream that takes everything, even what never arrives."""

    error: OSError | None = None
    """Why something was lost; from then on everything is."""

    def write(self, data: Any, /) -> int:
        """Write all of it, or remember why not."""
        left = memoryview(data).cast("B")
        size = len(left)
        try:
            while left and self.error is None:
                left = left[os.write(self.fileno(), left) :]
        except OSError as error:
            self.error = error
        return size


def prepare() -> None:
    """Make the standard streams safe to use, whatever the caller has done to them."""
    for number in range(3):
        _fill(number)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))
    sys.stdout = _text(1, sys.stdout)
    sys.stderr = _text(2, sys.stderr)


def _fill(number: int) -> None:
    """See to it that no other file is opened in the place of a closed stream, and that using it still fails:
    the null device is opened the wrong way round.
    """
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDONLY if number else os.O_WRONLY)  # takes the lowest number that is free
        os.set_inheritable(number, True)  # as the streams of every process are


def _text(number: int, before: TextIO | None) -> TextIO:
    """The stream of this number as text; what its encoding lacks (names in any script) is escaped."""
    encoding = before.encoding if before is not None else "utf-8"
    stream = io.BufferedWriter(_Stream(number, "w", closefd=False))
    return io.TextIOWrapper(stream, encoding, "backslashreplace", line_buffering=number == 2)


def emit(text: str) -> None:
    """Write to standard output at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def exit_code(code: int) -> int:
    """The exit code of a run whose answers come to `code`. If some could not be written, this is said, and
    the code is at least that of wrong input.
    """
    sys.stdout.flush()
    error = getattr(getattr(sys.stdout.buffer, "raw", None), "error", None)
    if error is None or isinstance(error, BrokenPipeError):
        return code
    sys.stderr.write(f"the answer cannot be written: {error.strerror}\n")
    return worst((code, WRONG))


def width() -> int:
    """Columns to fill: those of the terminal or of COLUMNS but at most 100; 80 where there is neither."""
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)


class Face:
    """How a stream shows what is written to it."""

    def __init__(self, stream: TextIO, no_color: bool = False) -> None:
        self.is_terminal = stream.isatty()
        self.colour = not no_color and _is_colourful(self.is_terminal)
        self._is_rich = self.is_terminal or self.colour
        self._encoding = stream.encoding

    def page(self, page: Page) -> str:
        """The page as text for this stream."""
        if not self._is_rich and page.lines is not None:
            return self._shown("".join(f"{escape(line)}\n" for line in page.lines))
        from tsolve.report.text import layout

        fine = self._is_fine()
        if not self._is_rich:
            return self._shown(layout.lay_out(page, width(), fine))
        from tsolve.report.text import terminal

        return self._shown(terminal.lay_out(page, width(), fine, self.colour))

    def rows(self, rows: Sequence[Row]) -> str:
        """Rows that are laid out already."""
        if not self._is_rich:
            from tsolve.report.text import layout

            return self._shown(layout.written(rows))
        from tsolve.report.text import terminal

        return self._shown(terminal.written(rows, self.colour))

    def _shown(self, text: str) -> str:
        """A text as far as the stream can show it; what it lacks and has nothing near is escaped later."""
        if text.isascii() or self._is_fine():
            return text
        from tsolve.report.text.board import in_ascii

        return in_ascii(text)

    def _is_fine(self) -> bool:
        """Whether the stream can show more than ASCII, and plain ASCII is not asked for."""
        from tsolve.report.text import layout

        return layout.drawable(self._encoding) and not _wants_ascii()


def _wants_ascii() -> bool:
    """Whether the locale was set to C, where Python writes UTF-8 all the same unless it is told otherwise."""
    is_told = os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8")
    locale = os.environ.get("LC_ALL") or os.environ.get("LANG")
    return not is_told and bool(sys.flags.utf8_mode) and locale in ("C", "POSIX")


def _is_colourful(is_terminal: bool) -> bool:
    """Whether colours are welcome. (https://no-color.org, https://force-color.org)"""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal and os.environ.get("TERM") != "dumb")
