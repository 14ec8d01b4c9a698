"""A game whose actions hold their own rules: each says why it is illegal, what it does, and which rulings
allow it. The other defaults fit one player whose turn does not end, without chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from tsolve.budget import spend
from tsolve.cardkit.tasks import Reason
from tsolve.errors import IllegalActionError
from tsolve.model.trace import Refusal, Trace

if TYPE_CHECKING:
    from random import Random

    from tsolve.engine import Probe

B = TypeVar("B")
"""All that the rules look up."""
S = TypeVar("S")


class TellingRules(Protocol):
    """An action that holds its own rules. (A bound cannot name other type variables.)"""

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that allow it."""
        ...

    def refusal(self, book: Any, state: Any) -> Reason | None:
        """Why it is illegal; None if it is legal."""
        ...

    def done(self, book: Any, state: Any, trace: Trace | None) -> Any:
        """The position after it."""
        ...


A = TypeVar("A", bound=TellingRules)


class ActionGame(ABC, Generic[B, S, A]):
    """The rules under chosen readings. (The part of `tsolve.engine.Game` that follows from the actions.)"""

    def __init__(self, book: B, probe: Probe[S, A]) -> None:
        self.book, self.probe = book, probe

    @abstractmethod
    def legal_actions(self, state: S) -> list[A]:
        """Every legal action that the position offers."""

    @abstractmethod
    def notation(self, state: S, action: A) -> str:
        """The action as a person would write it."""

    def reason(self, state: S, action: A) -> Reason | None:
        """Why the action is not legal here, or None."""
        return action.refusal(self.book, state)

    def why_not(self, state: S, action: A) -> Refusal | None:
        """The same, with the action in words."""
        reason = self.reason(state, action)
        return None if reason is None else Refusal(self.notation(state, action), *reason)

    def rulings_for(self, state: S, action: A) -> tuple[str, ...]:
        """The rulings that allow an action."""
        return action.rulings

    def apply(self, state: S, action: A, trace: Trace | None = None) -> S:
        """The position after the action. Raises IllegalActionError."""
        if (refusal := self.why_not(state, action)) is not None:
            raise IllegalActionError(refusal)
        spend()
        self.probe.spend(1)
        after: S = action.done(self.book, state, trace)
        return after

    def mover(self, state: S) -> int:
        """The first player."""
        return 0

    def chance(self, state: S) -> list[tuple[A, int]]:
        """Nothing comes by chance."""
        return []

    def sample(self, state: S, random: Random) -> S:
        """Nothing comes by chance."""
        return state

    def is_over(self, state: S) -> bool:
        """Whether the whole game has ended."""
        return False

    def key(self, state: S) -> S:
        """The position itself: what it holds is in order."""
        return state

    def turn_of(self, state: S) -> int:
        """The player whose turn it is, counted from 1."""
        return 1

    def begins_turn(self, state: S) -> bool:
        """Whether a turn starts here."""
        return False
