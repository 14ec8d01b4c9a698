"""The protocol of a game: positions are values, actions are data, chance has known probabilities."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Protocol, TypeVar

from tsolve.model.refusal import Refusal
from tsolve.model.trace import Trace

if TYPE_CHECKING:
    from random import Random

CHANCE = -2
"""`mover`: the next event is drawn from `chance`."""

UNKNOWN = -4
"""`mover`: the next event depends on an unknown card."""

S = TypeVar("S")
A = TypeVar("A")


class Game(Protocol[S, A]):
    """The rules of one game under chosen readings. Implementations do no I/O and hold no state of a
    position.
    """

    def mover(self, state: S) -> int:
        """Who acts next: the index of a player, CHANCE or UNKNOWN."""
        ...

    def legal_actions(self, state: S) -> list[A]:
        """Every legal action of the mover, equal ones once; empty when chance moves or the game is over."""
        ...

    def why_not(self, state: S, action: A) -> Refusal | None:
        """Why the action is not legal here, or None when it is."""
        ...

    def rulings_for(self, state: S, action: A) -> tuple[str, ...]:
        """The rulings that allow a legal action."""
        ...

    def refusals(self, state: S) -> list[Refusal]:
        """What the mover might try and may not, each with its reason."""
        ...

    def apply(self, state: S, action: A, trace: Trace | None = None) -> S:
        """The position after the action and everything that follows by itself.

        Raises IllegalActionError when the action is not legal. The old position is not changed.
        """
        ...

    def chance(self, state: S) -> list[tuple[A, int]]:
        """The possible events with integer weights; their probabilities are the weights over their sum."""
        ...

    def sample(self, state: S, random: Random) -> S:
        """The position after one event drawn with these probabilities."""
        ...

    def is_over(self, state: S) -> bool:
        """Whether the whole game has ended."""
        ...

    def scores(self, state: S) -> list[int]:
        """Each player's points as they would count now."""
        ...

    def key(self, state: S) -> Hashable:
        """A value that is equal for positions that differ only in the order of equal cards."""
        ...

    def notation(self, state: S, action: A) -> str:
        """The action as a person would write it."""
        ...

    def zones(self, state: S) -> tuple[tuple[str, str], ...]:
        """The position in words, zone by zone, as (name, contents)."""
        ...

    def turn_of(self, state: S) -> int:
        """The player whose turn it is, counted from 1."""
        ...

    def begins_turn(self, state: S) -> bool:
        """Whether a turn starts here."""
        ...
