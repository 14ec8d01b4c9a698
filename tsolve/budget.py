"""How much work a question may take: one budget, spent wherever work may take long.

A budget is no argument of every call. The code that answers a question sets it with `allow`, and loops that
may run long call `spend`. When nothing is left, `spend` raises SpentError; it is caught where there is a best
answer so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from time import monotonic

from tsolve.errors import TsolveError


class SpentError(TsolveError, RuntimeError):
    """The budget is used up. Code that has a best answer so far catches this. Its message says how to ask for
    a longer search.
    """

    def __str__(self) -> str:
        return super().__str__() or f"the search grew too long; a longer search: {LONGER}"


STEP_SECONDS = 1e-5
"""About how long a counted step takes, for a solver that can only be limited in seconds."""


class Budget:
    """Some seconds from now on, some counted steps, or both; None is no limit.

    A step is a small piece of work, some ten microseconds: half an action, or one state of dynamic
    programming. Steps are counted and not measured, so that every machine stops at the same place.
    """

    def __init__(self, seconds: float | None = None, steps: int | None = None) -> None:
        self._end = None if seconds is None else monotonic() + seconds
        self._last = None if self._end is None else self._end + GRACE_SECONDS
        """When even `grace` and `surely` end, for all that belongs to this budget alike."""
        self._steps = steps
        self._whole: Budget | None = None
        """The budget that this one is a part of."""
        self._is_extra = False
        """Whether an answer can do without what this part is for."""
        self._asked: Budget | None = None
        """The budget that this one belongs to and may go beyond, by the grace of it."""
        self._stopped = False
        self.spent = 0
        self.best = ""
        """The best found so far, in a few words; empty if unknown."""
        self.fell_short = False
        """Whether some work was given up because nothing was left in this budget or in a part of it."""

    def part(self, share: float) -> Budget:
        """A budget with that share (0 to 1) of what is left. What it spends, this one spends too."""
        left, steps = self.left(), self.steps_left()
        part = Budget(
            None if left is None else share * left,
            None if steps is None else int(share * steps),
        )
        part._whole = None if self is FREE else self
        part._ends_by(self.last())
        return part

    def beyond(self, seconds: float | None, steps: int | None) -> Budget:
        """A budget of so much, whatever is left in this one; it ends with the grace of this one."""
        more = Budget(seconds, steps)
        more._asked = None if self is FREE else self
        more._ends_by(self.last())
        return more

    def _ends_by(self, last: float | None) -> None:
        if last is not None:
            self._last = last
            self._end = last if self._end is None else min(self._end, last)

    def last(self) -> float | None:
        """When even what goes beyond this budget ends; None where time is not limited."""
        above = self._whole or self._asked
        lasts = [each for each in (self._last, above.last() if above else None) if each is not None]
        return min(lasts, default=None)

    def past(self, share: float) -> Callable[[], bool]:
        """A function that says whether that share (0 to 1) of what is left now has been spent meanwhile."""
        milestone, before = self.part(share), self.spent

        def is_past() -> bool:
            milestone.spent = self.spent - before
            return milestone.is_over()

        return is_past

    def spend(self, steps: int = 1) -> None:
        """Count some work that is about to be done. Raises SpentError when there is nothing left for it."""
        self.count(steps)
        if self.is_over():
            self.fall_short()
            raise SpentError(self.why_over())

    def count(self, steps: int) -> None:
        """Count work that was done already."""
        self.spent += steps
        if self._whole is not None:
            self._whole.count(steps)

    def on_progress(self, best: str) -> None:
        """Note the best found so far, to show while somebody waits for the answer."""
        self.best = best
        if self._whole is not None:
            self._whole.on_progress(best)

    def fall_short(self) -> None:
        """Note that some work was given up because nothing was left for it."""
        self.fell_short = True
        if self._whole is not None and not self._ends_alone():
            self._whole.fall_short()

    def _ends_alone(self) -> bool:
        """Whether nothing is missing where this part ends, since what it is a part of has enough left."""
        return self._is_extra and self._whole is not None and not self._whole.is_over()

    def stop(self) -> None:
        """Allow no more work from now on but for the grace: the user does not want to wait any longer."""
        last = monotonic() + GRACE_SECONDS
        self._last = last if self._last is None else min(self._last, last)
        self._stopped = True

    def is_stopped(self) -> bool:
        """Whether this budget, or one that it belongs to, was stopped."""
        above = self._whole or self._asked
        return self._stopped or (above is not None and above.is_stopped())

    def is_over(self) -> bool:
        """Whether this budget, or one that it is part of, is used up."""
        if self._stopped or (self._steps is not None and self.spent > self._steps):
            return True
        if self._end is not None and monotonic() >= self._end:
            return True
        if self._whole is not None:
            return self._whole.is_over()
        return self._asked is not None and self._asked._is_past()

    def _is_past(self) -> bool:
        """Whether it was stopped so long ago that even its grace is over."""
        if not self.is_stopped():
            return False
        last = self.last()
        return last is not None and monotonic() >= last

    def why_over(self) -> str:
        """The message for an answer that is not proved because this budget was used up."""
        if self.is_stopped():
            return "the search was stopped"
        if self._whole is not None and not self._ends_alone():
            return self._whole.why_over()
        counted = self._steps is not None and self.spent > self._steps
        timed = self._end is not None and not counted  # perhaps by a part of it, while some is left
        bound = "time ran out" if timed else "the search grew too long"
        return f"{bound}; a longer search: {LONGER}"

    def steps_left(self) -> int | None:
        """Steps that are left, never below 0; None where they are not limited."""
        if self._steps is None:
            return None
        return 0 if self._is_stopped_here() else max(self._steps - self.spent, 0)

    def left(self) -> float | None:
        """Seconds that are left, never below 0; None where time is not limited."""
        if self._is_stopped_here():
            return 0.0
        return None if self._end is None else max(self._end - monotonic(), 0.0)

    def _is_stopped_here(self) -> bool:
        """Whether it was stopped, or what it is a part of; a grace goes on when its question is stopped."""
        return self._stopped or (self._whole is not None and self._whole._is_stopped_here())


LONGER = "--time-limit 600"
"""The option that allows a longer search."""

PER_QUESTION = 2_000_000
"""Steps for a question without a time limit: at most about half a minute of one processor.

Players at a table wait no longer unless they ask for it. Every puzzle of the suite needs less.
"""

GRACE_SECONDS = 0.3
GRACE_STEPS = 20_000
"""What `grace` adds. Of seconds it is all that a question may take beyond its limit."""

FREE = Budget()
"""No limit at all."""

_current: ContextVar[Budget] = ContextVar("budget", default=FREE)


@contextmanager
def allow(budget: Budget) -> Iterator[Budget]:
    """Work done inside spends from `budget`, whatever budget is in force outside."""
    before = _current.set(budget)
    try:
        yield budget
    finally:
        _current.reset(before)


def current() -> Budget:
    """The budget in force here; without limits if none was set."""
    return _current.get()


def within(seconds: float | None, steps: int | None = None) -> AbstractContextManager[Budget]:
    """Limit a question to some seconds. None keeps the limit in force, or sets one of so many steps, by
    default `PER_QUESTION`.

    A limit inside another one never lengthens it. Infinity lifts the limit in steps.
    """
    given = current()
    if seconds is None:
        return allow(given.part(1) if given is not FREE else Budget(steps=steps or PER_QUESTION))
    limited, left = given.part(1), given.left()
    limited._end = monotonic() + (seconds if left is None else min(seconds, left))
    limited._last = limited._end + GRACE_SECONDS
    return allow(limited)


@contextmanager
def whole() -> Iterator[None]:
    """Work done inside counts only if it is complete: if some of it was given up because the budget was used
    up, SpentError is raised at the end.
    """
    with allow(current().part(1)) as budget:
        budget.spend(0)
        yield
    if budget.fell_short:
        raise SpentError


def grace() -> AbstractContextManager[Budget]:
    """What is left and a little more: enough to replay the best answer once the budget is used up. Of seconds
    a question has this only once, however often it is asked for.
    """
    asked = current()
    seconds, steps = asked.left(), asked.steps_left()
    more = asked.beyond(
        None if seconds is None else seconds + GRACE_SECONDS,
        None if steps is None else steps + GRACE_STEPS,
    )
    return allow(more)


@contextmanager
def surely() -> Iterator[None]:
    """No limit in steps, for what needs no search and is judged although the budget is used up; in seconds
    `GRACE_SECONDS` beyond the limit of the question, so that it holds whatever is asked.
    """
    asked = current()
    with allow(asked.beyond(None, None)) as budget:
        try:
            yield
        finally:
            if budget.fell_short:
                asked.fall_short()


def at_most(steps: int) -> AbstractContextManager[Budget]:
    """At most so many of the steps left, for something that an answer can do without: if they are too few,
    the answer still counts as complete; not if it was the budget in force that was used up.
    """
    some = current().part(1)
    some._steps = steps if some._steps is None else min(steps, some._steps)
    some._is_extra = True
    return allow(some)


def spend(steps: int = 1) -> None:
    """Count some work against the budget in force. Raises SpentError when nothing is left for it."""
    _current.get().spend(steps)
