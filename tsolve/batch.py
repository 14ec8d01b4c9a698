"""Does one kind of work on many items, in this process and in its helpers: other processes of this machine,
or the workers of a Dask cluster. Who does which item makes no difference to the result. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from queue import Empty, SimpleQueue
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from tsolve.budget import FREE, Budget, SpentError, allow, current, spend
from tsolve.executors import Executor, LocalProcesses, cluster
from tsolve.process import interrupts_held_back

if TYPE_CHECKING:
    from concurrent.futures import Future


A = TypeVar("A")
B = TypeVar("B")
A_contra = TypeVar("A_contra", contravariant=True)
B_co = TypeVar("B_co", covariant=True)


class Work(Protocol[A_contra, B_co]):
    """What to do with each item. The work, its items and its results can be pickled."""

    def open(self) -> Callable[[A_contra], B_co]:
        """Get ready, once in each process; this may take a while."""
        ...


class Calls(msgspec.Struct, Generic[A, B], frozen=True):
    """Work that needs no preparation: a function of a module, or a `partial` of one."""

    function: Callable[[A], B]

    def open(self) -> Callable[[A], B]:
        """The function itself."""
        return self.function


class Batch(NamedTuple, Generic[B]):
    """The results of some items; those of the last ones are missing where time ran out."""

    results: list[B]
    seconds: float
    """How long the items took."""
    steps: int = 0
    """How much work they were, as the budget counts it."""


_ONE_AT_A_TIME = Lock()
"""What pieces of work share, such as a planner's cache, is not safe for two threads at once."""


def do(
    packed: bytes, items: Sequence[A], seconds: float | None = None, steps: int | None = None
) -> Batch[Any]:
    """Do pickled work with some items, for at most so many seconds and steps."""
    budget = FREE if seconds is None and steps is None else Budget(seconds, steps)
    results: list[Any] = []
    with _ONE_AT_A_TIME, allow(budget):
        began, before = monotonic(), budget.spent
        work = _opened(packed)
        try:
            for item in items:
                budget.spend()
                results.append(work(item))
        except SpentError:
            pass  # half an item is no result
        return Batch(results, monotonic() - began, budget.spent - before)


@lru_cache(maxsize=4)
def _opened(packed: bytes) -> Callable[[Any], Any]:
    """The work, ready to run; cached for the next items."""
    from pickle import loads

    work: Work[Any, Any] = loads(packed)
    return work.open()


START_UP = 0.7
"""Seconds that it takes to start helpers: they are started only when they save more than that."""

FIRST_LOOK = 0.3
"""Seconds of work after which the time still needed can be estimated."""

PARCEL = 0.25
"""Seconds of work that a helper gets at a time, by estimate."""

ROUNDS = 4
"""A parcel leaves enough for everybody to get this many of its size: a few heavy items go one by one."""

IN_HAND = 2
"""Parcels that each helper holds at a time: the one it works on, and the next."""

MOST_BREAKDOWNS = 3
"""Once helpers have died this often, this process works alone."""

LOOK_ROUND = 1.0
"""How often, in seconds, a waiting process checks whether any worker is left."""

LOST = ("BrokenProcessPool", "KilledWorker", "CancelledError", "FutureCancelledError")
"""Names of the errors that mean a lost parcel; the library of a cluster may not be installed."""

Progress = Callable[[int, int], None]
"""Called with how many items are done, and how many there are."""


class Shared(NamedTuple, Generic[B]):
    """The results by the index of their item, in ascending order, and whether they are all that is wanted."""

    results: dict[int, B]
    complete: bool


class Pool:
    """This process and its helpers. Use `pool` to make one."""

    def __init__(
        self,
        helpers: int,
        remote: Executor | None = None,
        on_progress: Progress | None = None,
        keeps: bool = False,
    ) -> None:
        self.on_progress: Progress = on_progress or (lambda *_: None)
        self.is_remote = remote is not None
        self.executor: Executor | None = remote
        self.why_stopped = ""
        """Why work was cut short; empty if it was not. Once cut short, the pool begins no other work."""
        self._helpers, self._keeps = helpers, keeps
        self._breakdowns = 0

    def share_out(
        self,
        work: Work[A, B],
        items: Sequence[A],
        on_result: Callable[[B], None] = lambda _: None,
        ends: Callable[[B], bool] = lambda _: False,
    ) -> Shared[B]:
        """Do the work with each item, up to the first whose result `ends` it.

        `on_result` is called with each result as it comes, `ends` in the order of the items. `pool` says what
        Ctrl-C and the end of the budget do.
        """
        run = _Run(self, work, items, on_result, ends)
        if not self.why_stopped:
            try:
                run.go()
                if current().is_over():
                    self.why_stopped = current().why_over()
            except (KeyboardInterrupt, SpentError) as end:
                is_spent = isinstance(end, SpentError)
                self.why_stopped = current().why_over() if is_spent else "the search was stopped"
                if not self._keeps:
                    raise
            finally:
                if self.why_stopped:
                    self.dismiss()
        return Shared(run.results(), run.is_done)

    def call(self, seconds: float) -> None:
        """Start helpers if that saves time; alone this process would need so many seconds."""
        if self.executor is None and self._helpers:
            saved = seconds * self._helpers / (self._helpers + 1)
            if saved > START_UP:
                with interrupts_held_back():  # else nobody could dismiss them
                    self.executor = LocalProcesses(self._helpers)

    def replace(self) -> None:
        """Dismiss the helpers, since one has died; `call` may start new ones later."""
        self._breakdowns += 1
        if self.is_remote and self._breakdowns < MOST_BREAKDOWNS:
            return  # a cluster replaces its workers itself
        self.dismiss()
        if self._breakdowns >= MOST_BREAKDOWNS:
            self._helpers = 0

    def dismiss(self) -> None:
        """Let the helpers go."""
        executor, self.executor = self.executor, None
        self.is_remote = False
        if executor is not None:
            executor.close()


@contextmanager
def pool(
    workers: int = 1, scheduler: str = "", on_progress: Progress | None = None, keeps: bool = False
) -> Iterator[Pool]:
    """This process and `workers - 1` others, or the workers behind a Dask scheduler.

    They work for as many seconds and steps as the budget has (`tsolve.budget`). Ctrl-C or the end of the
    budget ends this and all later work. With `keeps`, `share_out` then returns the results so far; without
    it, it raises KeyboardInterrupt or SpentError.

    Raises UsageError where no such scheduler answers, or a worker runs a different tsolve.
    """
    with ExitStack() as stack:
        remote = stack.enter_context(cluster(scheduler)) if scheduler else None
        found = Pool(workers - 1 if remote is None else 0, remote, on_progress, keeps)
        try:
            yield found
        finally:
            found.dismiss()


class _Kept(NamedTuple, Generic[B]):
    """How a promise ended."""

    promise: Future[Batch[B]]
    is_lost: bool = False
    error: BaseException | None = None
    parcel: Batch[B] | None = None


def _kept(promise: Future[Batch[B]]) -> _Kept[B]:
    """How a promise ended that is done."""
    if promise.cancelled():
        return _Kept(promise, is_lost=True)
    error = promise.exception()
    if error is not None:
        return _Kept(promise, type(error).__name__ in LOST, error)
    return _Kept(promise, parcel=promise.result())


class _Run(Generic[A, B]):
    """One call of `share_out`. Items that were lost when a helper died are done again.

    A promise (`Future`) has a lock that is written in Python. Ctrl-C at the wrong moment would leave it
    locked, and the executor would wait for ever. So Ctrl-C is held back wherever this thread touches a
    promise, and the thread that completes a promise puts it into a queue.
    """

    def __init__(
        self,
        pool: Pool,
        work: Work[A, B],
        items: Sequence[A],
        on_result: Callable[[B], None],
        ends: Callable[[B], bool],
    ) -> None:
        self.pool, self.work, self.items = pool, work, items
        self.on_result, self.ends = on_result, ends
        self.end = len(items)
        """The index after the last item that is wanted."""
        self._found: dict[int, B] = {}
        self._in_order = 0
        """How many results are known without a gap, from the first item on."""
        self._left = list(range(len(items)))[::-1]
        self._promised: dict[Future[Batch[B]], list[int]] = {}
        self._ready: SimpleQueue[_Kept[B]] = SimpleQueue()
        self._own: Callable[[A], B] | None = None
        self._packed = b""
        self._seconds, self._done = 0.0, 0
        self._broken = self._alone = False

    @property
    def is_done(self) -> bool:
        """Whether everything that is wanted is known."""
        return self._in_order == self.end

    def results(self) -> dict[int, B]:
        """What is known, in the order of the items."""
        return {index: self._found[index] for index in sorted(self._found) if index < self.end}

    def go(self) -> None:
        """Do all of it."""
        began = monotonic()
        while self._left or self._promised:
            spend()
            if monotonic() - began >= FIRST_LOOK:
                self.pool.call(self._pace * len(self._left))
            self._hand_out()
            if not self._left and not self.pool.is_remote and self._nobody_has_begun():
                self._take_back()
            if self._left and not self.pool.is_remote and not self._broken:
                self._do_one()
            elif self._promised:
                self._await_one()
            while not self._ready.empty():
                self._collect(self._ready.get())
            if self._broken and not self._promised:
                self._broken = False
                self.pool.replace()

    @property
    def _pace(self) -> float:
        """Seconds that an item takes; 0 as long as that is not known."""
        return self._seconds / max(self._done, 1)

    def _do_one(self) -> None:
        if self._own is None:
            self._own = self.work.open()
        index, began = self._left.pop(), monotonic()
        result = self._own(self.items[index])
        self._count(1, monotonic() - began)
        self._take(index, result)

    def _hand_out(self) -> None:
        """Keep every helper busy."""
        executor = self.pool.executor
        if executor is None or self._broken or self._alone:
            return
        own = 0 if self.pool.is_remote else 1  # this process keeps one for itself
        while len(self._left) > own and len(self._promised) < executor.width * IN_HAND:
            parcel = [self._left.pop() for _ in range(self._fair(executor.width))]
            items = [self.items[each] for each in parcel]
            with interrupts_held_back():
                try:
                    promise = executor.submit(do, self._pack(), items, *self._allowance())
                except RuntimeError:  # one of them has died, and the others with it
                    self._left += parcel[::-1]
                    self._broken = True
                    return
                self._promised[promise] = parcel
                promise.add_done_callback(lambda each: self._ready.put(_kept(each)))

    def _allowance(self) -> tuple[float | None, int | None]:
        """The seconds and steps that are left for a parcel."""
        budget = current()
        return budget.left(), budget.steps_left()

    def _fair(self, helpers: int) -> int:
        """How many items make a parcel."""
        fair = len(self._left) // (ROUNDS * (helpers + 1))
        quick = int(PARCEL / self._pace) if self._pace else 1
        return max(1, min(fair, quick))

    def _pack(self) -> bytes:
        if not self._packed:
            from pickle import dumps

            self._packed = dumps(self.work)
        return self._packed

    def _nobody_has_begun(self) -> bool:
        executor = self.pool.executor
        return bool(self._promised) and executor is not None and not executor.has_begun()

    def _take_back(self) -> None:
        """Do alone what was handed out: no helper has started yet, or none is left."""
        for parcel in self._promised.values():
            self._left += parcel
        self._left.sort(reverse=True)
        self._withdraw()
        self._alone = True

    def _withdraw(self) -> None:
        """Cancel everything that was handed out."""
        promised, self._promised = self._promised, {}
        with interrupts_held_back():
            for promise in promised:
                promise.cancel()

    def _await_one(self) -> None:
        left = current().left()
        patience = LOOK_ROUND if left is None else min(LOOK_ROUND, left)
        try:
            self._collect(self._ready.get(timeout=patience))
        except Empty:
            executor = self.pool.executor
            if executor is not None and executor.is_deserted():
                self._take_back()
                self.pool.dismiss()

    def _collect(self, kept: _Kept[B]) -> None:
        """Take the results of a promise, if they are still wanted; put items back that a dead helper had."""
        parcel = self._promised.pop(kept.promise, None)
        if parcel is None:
            return
        if kept.is_lost:
            self._left += [index for index in parcel[::-1] if index < self.end]
            self._broken = True
        elif kept.parcel is not None:
            self._unpack(parcel, kept.parcel)
        elif kept.error is not None:
            raise kept.error

    def _unpack(self, parcel: Iterable[int], found: Batch[B]) -> None:
        self._count(len(found.results), found.seconds)
        current().count(found.steps)
        left = iter(parcel)
        for result, index in zip(found.results, left, strict=False):
            self._take(index, result)
        self._left += [index for index in left if index < self.end]  # time ran out

    def _count(self, done: int, seconds: float) -> None:
        self._done += done
        self._seconds += seconds

    def _take(self, index: int, result: B) -> None:
        if index >= self.end:
            return
        self._found[index] = result
        self.on_result(result)
        while self._in_order < self.end and self._in_order in self._found:
            self._in_order += 1
            if self.ends(self._found[self._in_order - 1]):
                self._leave_the_rest()

    def _leave_the_rest(self) -> None:
        self.end = self._in_order
        self._left.clear()
        self._withdraw()
