"""A sign of life on stderr: only on a terminal, only for work that takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

DELAY = 1.0
"""Seconds before anything is shown; until then not even rich is loaded."""


@contextmanager
def progress(what: str, quiet: bool = False) -> Iterator[None]:
    """While the body runs, show what is done and for how long; the line is wiped afterwards."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_show, args=(what, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _show(what: str, done: Event) -> None:
    if done.wait(DELAY):
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(what, total=None)
        done.wait()
