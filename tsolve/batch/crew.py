"""Shares of hands done by this process and its helpers, with the same result whoever does what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from tsolve.batch.deal import Deal, Work, look
from tsolve.batch.executors import Executor, LocalProcesses, cluster
from tsolve.batch.tally import Tally, total

if TYPE_CHECKING:
    from concurrent.futures import Future

START_UP = 0.7
"""Seconds that it takes to start helpers: they are called only when they save more than that."""

FIRST_LOOK = 0.3
"""Seconds of work after which the time still needed can be told."""

IN_HAND = 2
"""Shares given to each helper beforehand."""

MOST_BREAKDOWNS = 3
"""Times that helpers are replaced when one of them has died; afterwards this process goes on alone."""

REMOTE = 32
"""Shares promised by a cluster at a time, divided by `IN_HAND`: its workers may be many."""

LOST = ("BrokenProcessPool", "KilledWorker", "CancelledError", "FutureCancelledError")
"""How executors say that a share was lost: by name, since those of a cluster need not be installed."""

Progress = Callable[[int, int], None]
"""Told how many hands of how many were looked at."""


class Looked(NamedTuple):
    """What was found, and whether it is all that there is."""

    tally: Tally
    complete: bool


class Crew:
    """This process and those that help it. Use `crew` to make one."""

    def __init__(
        self, helpers: int, remote: Executor | None, on_progress: Progress | None, time_limit: float | None
    ) -> None:
        self._most = helpers
        self._executor: Executor | None = remote
        self._remote = remote is not None
        self._on_progress = on_progress or (lambda *_: None)
        self._breakdowns = 0
        self._broken = self._helped = False
        self._interrupted = False
        self._end = None if time_limit is None else monotonic() + time_limit

    def look(self, work: Work, deal: Deal) -> Looked:
        """Judge all hands of the deal.

        Ctrl-C, or the end of the time, ends this and all later looks with what is known by then.
        """
        found: list[Tally] = []
        complete, looked = False, 0
        if self._interrupted:
            return Looked(total(found), complete)
        try:
            for tally in self._tallies(work, deal):
                found.append(tally)
                looked += tally.hands
                self._on_progress(looked, deal.hands)
                if self._end is not None and monotonic() >= self._end:
                    break
            complete = looked == deal.hands
        except KeyboardInterrupt:
            pass
        if not complete:
            self._interrupted = True
            self.dismiss()
        return Looked(total(found), complete)

    def dismiss(self) -> None:
        """Let the helpers go."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.close()

    def _tallies(self, work: Work, deal: Deal) -> Iterator[Tally]:
        from pickle import dumps

        packed = dumps(work)
        left = deal.shares()[::-1]
        promised: dict[Future[Tally], int] = {}
        began, done = monotonic(), 0
        while left or promised:
            self._call_helpers(len(left), done, monotonic() - began)
            self._hand_out(packed, deal, left, promised)
            waits = self._remote or self._broken or (self._helped and not left)
            if promised and waits:
                _await_one(promised)
            else:  # also what was promised, as long as no helper has shown that it has started
                yield look(packed, deal, left.pop() if left else promised.popitem()[1])
                done += 1
            for tally in self._collected(left, promised):
                yield tally
                done += 1

    def _call_helpers(self, left: int, done: int, spent: float) -> None:
        """Start helpers when what is left is worth it."""
        if self._executor is not None or self._remote or not self._most or spent < FIRST_LOOK:
            return
        alone = spent / max(done, 1) * left
        if alone * self._most / (self._most + 1) > START_UP:
            self._executor = LocalProcesses(self._most)

    def _hand_out(
        self, packed: bytes, deal: Deal, left: list[int], promised: dict[Future[Tally], int]
    ) -> None:
        """Keep every helper busy."""
        while self._executor is not None and left and len(promised) < self._most * IN_HAND:
            try:
                future = self._executor.submit(look, packed, deal, left[-1])
            except RuntimeError:  # broken: found out by the shares that were promised before
                if not promised:
                    self._break_down()
                return
            promised[future] = left.pop()

    def _collected(self, left: list[int], promised: dict[Future[Tally], int]) -> Iterator[Tally]:
        """The results that are there by now. What a helper took with it when it died is to be done again."""
        for future in [future for future in promised if future.done()]:
            start = promised.pop(future)
            error = future.exception()
            if error is None:
                self._helped = True
                yield future.result()
            elif type(error).__name__ in LOST:
                left.append(start)
                self._broken = True
            else:
                raise error
        if self._broken and not promised:
            self._break_down()

    def _break_down(self) -> None:
        """Dismiss helpers of which one has died; others take their place where there is enough left to do."""
        self._broken = False
        self._breakdowns += 1
        if self._remote and self._breakdowns < MOST_BREAKDOWNS:
            return  # a cluster replaces its workers itself
        self.dismiss()
        if self._breakdowns >= MOST_BREAKDOWNS:
            self._most = 0


@contextmanager
def crew(
    workers: int = 1,
    scheduler: str = "",
    on_progress: Progress | None = None,
    time_limit: float | None = None,
) -> Iterator[Crew]:
    """This process and so many others, or the workers behind a Dask scheduler; for so many seconds at most.

    Raises UsageError where no such scheduler answers.
    """
    with ExitStack() as stack:
        remote = stack.enter_context(cluster(scheduler)) if scheduler else None
        found = Crew(REMOTE if remote is not None else workers - 1, remote, on_progress, time_limit)
        try:
            yield found
        finally:
            found.dismiss()


def _await_one(promised: Iterable[Future[Tally]]) -> None:
    from concurrent.futures import FIRST_COMPLETED, wait

    wait(promised, return_when=FIRST_COMPLETED)
