"""A question that somebody waits for: it has a budget, shows progress, and can be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from tsolve.budget import Budget, within
from tsolve.cli.progress import progress
from tsolve.source.reading import is_reading


class Interrupts:
    """Ctrl-C ends a question with the best answer so far, as if time were over; once more, the program.

    While the question is still being read there is no answer yet: then the first ends the program.
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

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


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
