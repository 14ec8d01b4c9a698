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
    looked = [0]

    def tell(positions: int) -> None:
        looked[0] = positions

    if quiet or not sys.stderr.isatty():
        yield tell
        return
    done = Event()
    thread = Thread(target=_show, args=(what, looked, done), daemon=True)
    thread.start()
    try:
        yield tell
    finally:
        done.set()
        thread.join()


def _show(what: str, looked: list[int], done: Event) -> None:
    if done.wait(DELAY):
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        while not done.wait(_EVERY):
            if looked[0]:
                bar.update(task, description=f"{what}: {looked[0]} positions looked at")
