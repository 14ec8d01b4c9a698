"""A sign of life on stderr: only on a terminal, only for work that takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

DELAY = 1.0
"""Seconds before anything is shown; until then not even rich is loaded."""
_EVERY = 0.2
"""Seconds between two counts that are shown."""


@contextmanager
def progress(what: str, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """While the body runs, show what is done and for how long; the line is wiped afterwards.

    The body may say how many positions it has looked at.
    """
    with _shown(what, quiet, _show_count) as looked:

        def tell(positions: int) -> None:
            looked[0] = positions

        yield tell


@contextmanager
def progress_bar(what: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """The same for work of a known amount: the body says how much of how much is done."""
    with _shown(what, quiet, _show_bar) as looked:

        def tell(done: int, total: int) -> None:
            looked[:] = done, total

        yield tell


@contextmanager
def _shown(what: str, quiet: bool, show: Callable[[str, list[int], Event], None]) -> Iterator[list[int]]:
    looked = [0, 0]
    if quiet or not sys.stderr.isatty():
        yield looked
        return
    done = Event()
    thread = Thread(target=_later, args=(show, what, looked, done), daemon=True)
    thread.start()
    try:
        yield looked
    finally:
        done.set()
        thread.join()


def _later(show: Callable[[str, list[int], Event], None], what: str, looked: list[int], done: Event) -> None:
    if not done.wait(DELAY):
        show(what, looked, done)


def _show_count(what: str, looked: list[int], done: Event) -> None:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        while not done.wait(_EVERY):
            if looked[0]:
                bar.update(task, description=f"{what}: {looked[0]} positions looked at")


def _show_bar(what: str, looked: list[int], done: Event) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        while not done.wait(_EVERY):
            if looked[1]:
                bar.update(task, completed=looked[0], total=looked[1])
