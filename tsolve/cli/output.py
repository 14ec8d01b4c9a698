"""Writing to streams that may be terminals, files or closed pipes."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

WIDEST = 120


def emit(text: str) -> None:
    """Write to standard output; a reader that has left is no error, and gets nothing more."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (for the rest of the process)
        if not isinstance(error, BrokenPipeError):
            raise


def width() -> int:
    """Columns to fill: those of the terminal or of COLUMNS, 80 where there is neither."""
    return min(shutil.get_terminal_size((80, 24)).columns, WIDEST)


def colourful(stream: TextIO) -> bool:
    """Whether colours are welcome there. (https://no-color.org)"""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
