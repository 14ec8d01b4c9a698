"""Work on many items, shared out to processes of this machine; results in the order of the items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tsolve.batch.executors import LocalProcesses

A = TypeVar("A")
B = TypeVar("B")

START_UP = 0.7
"""Seconds that it takes to start helpers: they are called only when they save more than that."""
FIRST_LOOK = 0.3
"""Seconds of work after which the time still needed can be told."""
PARCEL = 8
"""The most items that are given to a helper at a time."""
IN_HAND = 2
"""Parcels given to each helper beforehand."""
ROUNDS = 4
"""So many parcels each process could still get of what is left: few heavy items go one by one."""


def shared_out(
    work: Callable[[A], B],
    items: Sequence[A],
    jobs: int,
    on_result: Callable[[B], None] = lambda _: None,
    ends: Callable[[B], bool] = lambda _: False,
) -> list[B]:
    """What `work` makes of the items, by this process and `jobs - 1` others where these save time.

    Results stand in the order of the items, up to the first that `ends` it, whoever was faster. `on_result`
    hears of each as it comes. `work` is a function of a module, so that others can call it.
    """
    run = _Run(work, items, jobs - 1, on_result, ends)
    try:
        run.go()
    finally:
        run.dismiss()
    return [run.found[index] for index in sorted(run.found) if index < run.end]


def each_of(work: Callable[[A], B], items: Sequence[A]) -> list[B]:
    """What a helper does with a parcel."""
    return [work(item) for item in items]


class _Run(Generic[A, B]):
    """One round of work. What a helper took with it when it died is done by this process."""

    def __init__(
        self,
        work: Callable[[A], B],
        items: Sequence[A],
        helpers: int,
        on_result: Callable[[B], None],
        ends: Callable[[B], bool],
    ) -> None:
        self.work, self.items, self.helpers = work, items, helpers
        self.on_result, self.ends = on_result, ends
        self.found: dict[int, B] = {}
        self.end = len(items)
        """The index behind the last item that is wanted."""
        self._left = list(range(len(items)))[::-1]
        self._promised: dict[Future[list[B]], list[int]] = {}
        self._executor: LocalProcesses | None = None

    def go(self) -> None:
        """Do all of it."""
        began = monotonic()
        while self._left or self._promised:
            self._call_helpers(monotonic() - began)
            self._hand_out()
            if self._left:
                index = self._left.pop()
                self._take(index, self.work(self.items[index]))
            else:
                self._await_one()
            self._collect()

    def dismiss(self) -> None:
        """Let the helpers go."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.close()

    def _call_helpers(self, spent: float) -> None:
        if self._executor is not None or self.helpers < 1 or spent < FIRST_LOOK:
            return
        alone = spent / max(len(self.found), 1) * len(self._left)
        if alone * self.helpers / (self.helpers + 1) > START_UP:
            from tsolve.batch.executors import LocalProcesses

            self._executor = LocalProcesses(self.helpers)

    def _hand_out(self) -> None:
        while self._executor is not None and len(self._left) > 1 and self._has_idle():
            fair = len(self._left) // (ROUNDS * (self.helpers + 1))
            parcel = [self._left.pop() for _ in range(min(PARCEL, max(1, fair)))]
            try:
                future = self._executor.submit(each_of, self.work, [self.items[index] for index in parcel])
            except RuntimeError:  # one of them has died, and the others with it
                self._left += parcel[::-1]
                self._go_on_alone()
                return
            self._promised[future] = parcel

    def _has_idle(self) -> bool:
        return len(self._promised) < self.helpers * IN_HAND

    def _collect(self) -> None:
        """The results that are there by now."""
        for future in [future for future in self._promised if future.done()]:
            parcel = self._promised.pop(future)
            error = future.exception()
            if error is None:
                for index, result in zip(parcel, future.result(), strict=True):
                    self._take(index, result)
            elif type(error).__name__ == "BrokenProcessPool":
                self._left += [index for index in parcel[::-1] if index < self.end]
                self._go_on_alone()
            else:
                raise error

    def _take(self, index: int, result: B) -> None:
        self.found[index] = result
        self.on_result(result)
        if index < self.end and self.ends(result):
            self.end = index + 1
            self._left = [each for each in self._left if each < self.end]

    def _go_on_alone(self) -> None:
        self.helpers = 0
        self.dismiss()

    def _await_one(self) -> None:
        from concurrent.futures import FIRST_COMPLETED, wait

        wait(self._promised, return_when=FIRST_COMPLETED)
