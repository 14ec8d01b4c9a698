"""Settings of this process: how often it collects garbage, and when it holds Ctrl-C back."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FEWER_COLLECTIONS = 100_000
"""New objects between two garbage collections. Start-up and searches make many objects and drop few, so that
collecting often is a waste; but the garbage of a long run never grows beyond some ten megabytes.
"""


def collect_rarely() -> None:
    """Collect garbage rarely. Each process calls this once, when it begins."""
    gc.set_threshold(FEWER_COLLECTIONS)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back until the body has run; processes started in the body never get it."""
    if threading.current_thread() is not threading.main_thread():  # only that one gets signals
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
    """Processes started in the body do not get Ctrl-C; other threads of this process still may."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
