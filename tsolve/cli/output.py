"""Standard streams that may be terminals, files, full disks, closed pipes, or not there at all.

Writing to them never fails. Whoever reads standard output gets all of it or learns from the exit code that
something is missing, unless he has left himself, as `head` does. Standard error is worth no exit code: what
it would have told is lost.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import Any, TextIO

from tsolve.report.verdict import WRONG, worst

WIDEST = 120


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
    """The code of a run whose answers come to `code`, all of which are written now; or are lost, and then the
    reason is told.
    """
    sys.stdout.flush()
    error = getattr(getattr(sys.stdout.buffer, "raw", None), "error", None)
    if error is None or isinstance(error, BrokenPipeError):
        return code
    sys.stderr.write(f"the answer cannot be written: {error.strerror}\n")
    return worst((code, WRONG))


def width() -> int:
    """Columns to fill: those of the terminal or of COLUMNS, 80 where there is neither."""
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)


def colourful(stream: TextIO) -> bool:
    """Whether colours are welcome there. (https://no-color.org)"""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
