"""A sign of life on stderr: only on a terminal, only for work that takes longer than a second."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic

from tsolve.budget import Budget
from tsolve.diagnostics import escape

DELAY = 1.0
"""Seconds before anything is shown."""
_EVERY = 0.2
"""Seconds between two signs of life."""
_WIPE = "\r\x1b[K"


@contextmanager
def progress(what: str, quiet: bool = False, budget: Budget | None = None) -> Iterator[Callable[[int], None]]:
    """While the body runs, show what is done and for how long; the line is wiped afterwards.

    The body may say how many positions it has looked at. Of a `budget` its steps are shown where it does not,
    and the best found so far.
    """
    looked = 0

    def on_progress(positions: int) -> None:
        nonlocal looked
        looked = positions

    def words(seconds: float) -> str:
        done = f"{looked:,} positions, " if looked else ""
        if budget is None:
            return f"{escape(what)}: {done}{time_of(seconds)}"
        best = f"; best so far: {escape(budget.best)}" if budget.best else ""
        return f"{escape(what)}: {done or f'{budget.spent:,} steps, '}{time_of(seconds)}{best}"

    with _shown(words, quiet):
        yield on_progress


@contextmanager
def progress_bar(things: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """The same for work of a known amount: the body says how many of how many things are done."""
    known = (0, 0)

    def on_progress(done: int, total: int) -> None:
        nonlocal known
        known = done, total

    def words(seconds: float) -> str:
        done, total = known
        if not done:
            return f"{time_of(seconds)}, nothing finished yet"
        return f"{done:,} of {total:,} {things}, {time_of(seconds * (total - done) / done)} left"

    with _shown(words, quiet):
        yield on_progress


def time_of(seconds: float) -> str:
    """A length of time in one unit: `12 s`, `3 min`, `2 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"


@contextmanager
def _shown(words: Callable[[float], str], quiet: bool) -> Iterator[None]:
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    done = Event()
    thread = Thread(target=_show, args=(words, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _show(words: Callable[[float], str], done: Event) -> None:
    began = monotonic()
    if done.wait(DELAY):
        return
    with suppress(OSError):  # the terminal is gone
        while not done.wait(_EVERY):
            line = words(monotonic() - began)[: shutil.get_terminal_size().columns - 1]
            sys.stderr.write(f"{_WIPE}{line}")
            sys.stderr.flush()
        sys.stderr.write(_WIPE)
        sys.stderr.flush()
