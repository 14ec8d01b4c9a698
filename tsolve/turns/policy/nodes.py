"""A policy before it is written down: what to do from each position, and what may come."""

from __future__ import annotations

from fractions import Fraction
from typing import Generic, TypeVar

import msgspec

from tsolve.solve.policy import Worth

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
"""What a game's planner knows of the rest of a turn in which nothing more comes by chance."""


class Node(msgspec.Struct, Generic[S, A, E], frozen=True):
    """What to do from a position on: play `line`, then chance decides (`branches`) or the turn ends."""

    state: S
    """The position before `line`. Equal positions share a node, so the engine may hold one of them with its
    cards in another order.
    """
    worth: Worth
    line: tuple[A, ...]
    final: S
    """The position after `line`."""
    end: E | None = None
    branches: tuple[Branch[S, A, E], ...] = ()


class Branch(msgspec.Struct, Generic[S, A, E], frozen=True):
    """One outcome of chance."""

    event: A
    chance: Fraction
    node: Node[S, A, E]


class Searched(msgspec.Struct, Generic[S, A, E], frozen=True):
    """The best policy, and between which worths the best one lies: equal bounds are a proof."""

    root: Node[S, A, E] | None
    """None when no line is known, or none was asked for."""
    low: Worth | None
    high: Worth | None
    left_out: tuple[str, ...]
    """Lines that were not followed further and why."""
    positions: int

    @property
    def proved(self) -> bool:
        """Whether no other policy is better, among the lines that are not left out."""
        return self.low == self.high
