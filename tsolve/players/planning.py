"""A player that plans each of its turns and follows the plan until something else comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tsolve.budget import Budget, SpentError, allow
from tsolve.errors import TooLargeError

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Plans(Protocol[S_contra, A_co]):
    """Plans the turns of one game."""

    def line(self, state: S_contra) -> Iterable[A_co]:
        """The best play from here to the end of the turn or to the next event, within the budget in force;
        nothing where there is nothing to plan.
        """
        ...


Thumb = Callable[[S, Sequence[A], "Random"], A]
"""A rule of thumb, which chooses one of several actions at once."""


class PlanningPlayer(Generic[S, A]):
    """Plans with so many counted steps; what no plan says, a rule of thumb chooses.

    A plan is followed as long as the positions are those that it foresees. After anything else, such as a
    card that was drawn or an answer of another player, the rest of the turn is planned anew.
    """

    def __init__(
        self,
        plans: Plans[S, A],
        apply: Callable[[S, A], S],
        thumb: Callable[[S, Sequence[A], Random], A],
        steps: int,
    ) -> None:
        """`apply` gives the position after an action."""
        self._plans, self._apply, self._thumb, self._steps = plans, apply, thumb, steps
        self._line: deque[A] = deque()
        self._expected: S | None = None

    def choose(self, state: S, actions: Sequence[A], random: Random) -> A:
        if not self._is_foreseen(state, actions):
            self._line = deque(self._planned(state) if len(actions) > 1 else actions)
        if not self._line or self._line[0] not in actions:
            self._line.clear()
            return self._thumb(state, actions, random)
        action = self._line.popleft()
        self._expected = self._apply(state, action) if self._line else None
        return action

    def _is_foreseen(self, state: S, actions: Sequence[A]) -> bool:
        """Whether the plan goes on from here."""
        return bool(self._line) and state == self._expected and self._line[0] in actions

    def _planned(self, state: S) -> Iterable[A]:
        try:
            with allow(Budget(steps=self._steps)):
                return self._plans.line(state)
        except (SpentError, TooLargeError):
            return ()
