"""`--watch`: judge again whenever a file changes.

The files are looked at a few times a second: they are few, and what a network drive, a container or an editor
that replaces files does to notifications does not matter then.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from tsolve.diagnostics import escape

T = TypeVar("T")

PAUSE = 0.2
"""Seconds between two looks."""

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"

_State = dict[str, tuple[int, int, int] | None]


def again_and_again(
    files: Callable[[], Iterable[str]], judge: Callable[[], T], interrupted: Callable[[], bool]
) -> T:
    """Judge, and once more after each change of the files, until Ctrl-C. What was judged last.

    `interrupted` says whether Ctrl-C came while it was judged. A file that is away for a moment, as while an
    editor saves it, is waited for.
    """
    while True:
        seen = _look(files())
        if sys.stdout.isatty():
            sys.stdout.write(_CLEAR)
        judged = judge()
        sys.stdout.flush()
        if interrupted():
            return judged
        try:
            _tell(seen)
            _wait(files, seen)
        except KeyboardInterrupt:
            return judged


def _wait(files: Callable[[], Iterable[str]], seen: _State) -> None:
    """Until something has changed, and rests."""
    while (found := _look(files())) == seen or _is_being_saved(found, seen):
        time.sleep(PAUSE)
    time.sleep(PAUSE / 4)


def _look(files: Iterable[str]) -> _State:
    return {file: _state(file) for file in files}


def _state(file: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _is_being_saved(found: _State, seen: _State) -> bool:
    """Whether all that differs are files that have just gone."""
    return all(state is None or state == seen.get(file) for file, state in found.items()) and seen.keys() == (
        found.keys()
    )


def _tell(seen: _State) -> None:
    if sys.stderr.isatty():
        from tsolve.cli.output import Face
        from tsolve.report.text.layout import Piece

        what = next(iter(seen)) if len(seen) == 1 else f"{len(seen)} files"
        sys.stderr.write(Face(sys.stderr).rows([[Piece(f"Watching {escape(what)}; Ctrl-C ends.", "dim")]]))
