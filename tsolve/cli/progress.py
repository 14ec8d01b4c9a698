"""A question that somebody waits for: it has a budget, can be interrupted, and shows a sign of life on
stderr, only on a terminal and only for work that takes longer than a second.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

from tsolve.budget import Budget, within
from tsolve.errors import escape
from tsolve.source.reading import is_reading

if TYPE_CHECKING:
    from tsolve.report.page import Style
    from tsolve.report.text.layout import Piece


DELAY = 1.0
"""Seconds before anything is shown."""
_EVERY = 0.2
"""Seconds between two signs of life."""
PATIENCE = 0.9
"""Seconds of the processor for what was found until Ctrl-C came: more than any grace."""
_BAR = 20
"""Columns of a bar."""
_WIPE = "\r\x1b[K"

_Words: TypeAlias = "Callable[[float], Iterable[tuple[str, Style]]]"
"""What is told after so many seconds."""


@contextmanager
def progress(what: str, quiet: bool = False, budget: Budget | None = None) -> Iterator[Callable[[int], None]]:
    """While the body runs, show what is done and for how long; the line is wiped afterwards.

    The body may say how many positions it has looked at; if it does not, the steps of the `budget` are shown.
    So is the best found so far.
    """
    looked = 0

    def on_progress(positions: int) -> None:
        nonlocal looked
        looked = positions

    def words(seconds: float) -> Iterator[tuple[str, Style]]:
        done = f"{looked:,} positions, " if looked else ""
        if budget is not None and not looked:
            done = f"{budget.spent:,} steps, "
        yield f"{what}: ", ""
        yield f"{done}{time_of(seconds)}", "dim"
        if budget is not None and budget.best:
            yield "; best so far: ", "dim"
            yield budget.best, "bold"

    with _shown(words, quiet):
        yield on_progress


@contextmanager
def progress_bar(things: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """The same for work of a known amount: the body says how many of how many things are done."""
    known = (0, 0)

    def on_progress(done: int, total: int) -> None:
        nonlocal known
        known = done, total

    def words(seconds: float) -> Iterator[tuple[str, Style]]:
        done, total = known
        if not done:
            yield f"{time_of(seconds)}, nothing finished yet", "dim"
            return
        filled = _BAR * done // max(total, 1)
        yield "#" * filled, "good"
        yield "." * (_BAR - filled), "dim"
        yield f" {done:,} of {total:,} {things}, ", ""
        yield f"{time_of(seconds * (total - done) / done)} left", "dim"

    with _shown(words, quiet):
        yield on_progress


def time_of(seconds: float) -> str:
    """A length of time in one unit: `12 s`, `3 min`, `2 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"


@contextmanager
def _shown(words: _Words, quiet: bool) -> Iterator[None]:
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


def _show(words: _Words, done: Event) -> None:
    began = monotonic()
    if done.wait(DELAY):
        return
    from tsolve.cli.output import Face

    face = Face(sys.stderr)
    with suppress(OSError):  # the terminal is gone
        while not done.wait(_EVERY):
            row = _cut(words(monotonic() - began), shutil.get_terminal_size().columns - 1)
            sys.stderr.write(_WIPE + face.rows([row]).rstrip("\n"))
            sys.stderr.flush()
        sys.stderr.write(_WIPE)
        sys.stderr.flush()


def _cut(words: Iterable[tuple[str, Style]], room: int) -> list[Piece]:
    """As much of the words as fits."""
    from tsolve.report.text.layout import Piece

    row = []
    for text, style in words:
        row.append(Piece(escape(text)[:room], style))
        room -= len(row[-1].text)
    return row


class Interrupts:
    """Ctrl-C ends a question with the best answer so far, as if time were over; once more, the program.

    While the question is still being read there is no answer yet: then the first ends the program. So it does
    at last where nothing looks at the budget for `PATIENCE` seconds.
    """

    def __init__(self) -> None:
        self.came = False

    @contextmanager
    def stop(self, budget: Budget) -> Iterator[None]:
        """While the body runs, Ctrl-C stops this budget."""
        if threading.current_thread() is not threading.main_thread():  # which alone hears of signals
            yield
            return

        def stop(_signal: int, _frame: FrameType | None) -> None:
            if is_reading():
                raise KeyboardInterrupt
            self.came = True
            budget.stop()
            signal.signal(signal.SIGINT, before)
            stack.enter_context(_ended_after(PATIENCE))

        before = signal.signal(signal.SIGINT, stop)
        with ExitStack() as stack:
            try:
                yield
            finally:
                signal.signal(signal.SIGINT, before)


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    """Ctrl-C comes by itself when the body has worked for so many seconds of the processor; on systems that
    do not count them it never comes.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def waiting(
    what: str, quiet: bool, time_limit: float | None = None, interrupts: Interrupts | None = None
) -> Iterator[Callable[[int], None]]:
    """Everything for one question. The body may say how many positions it has looked at."""
    with (
        within(time_limit) as budget,
        (interrupts or Interrupts()).stop(budget),
        progress(what, quiet, budget) as on_progress,
    ):
        yield on_progress
