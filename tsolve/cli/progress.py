"""A sign of life on stderr: only on a terminal, only for work that takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

DELAY = 1.0
"""Seconds before anything is shown."""


@contextmanager
def progress(what: str, quiet: bool = False) -> Iterator[None]:
    """While the body runs, show what is done and for how long; the line is wiped afterwards."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_tick, args=(what, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _tick(what: str, done: Event) -> None:
    start = monotonic()
    shown = False
    while not done.wait(DELAY):
        shown = True
        sys.stderr.write(f"\r{what}, {monotonic() - start:.0f} s ")
        sys.stderr.flush()
    if shown:
        sys.stderr.write(f"\r{' ' * (len(what) + 12)}\r")
        sys.stderr.flush()
