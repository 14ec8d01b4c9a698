"""What this process does besides its work: how often garbage is collected, and Ctrl-C at moments when
nobody could make sense of it.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FEWER_COLLECTIONS = 100_000
"""New objects between two runs: a start makes many and throws few away, and a search keeps what it makes. Few
enough that what a long run throws away never grows beyond some ten megabytes.
"""


def collect_rarely() -> None:
    """Set this for the process. Each one calls it once, when it begins."""
    gc.set_threshold(FEWER_COLLECTIONS)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Ctrl-C reaches this process once the body has run, and never the processes started by it."""
    if threading.current_thread() is not threading.main_thread():  # which alone hears of signals
        yield
        return
    came = False

    def note(*_: object) -> None:
        nonlocal came
        came = True

    with _not_inherited():
        before = signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _not_inherited() -> Iterator[None]:
    """Processes started by the body do not hear Ctrl-C; other threads of this one still may."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
