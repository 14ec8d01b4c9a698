"""A line after it was played: everything needed to judge claims and expectations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from tsolve.diagnostics import Span
from tsolve.model.answers import LineAnswer

S = TypeVar("S")
A = TypeVar("A")


Texts = Sequence[tuple[str, Span | None]]
"""Steps as they are written, each with its place in the file."""


class Tried:
    """How many answers to choices of others were tried, in a line and in all that went on from it."""

    count = 0


class Move(msgspec.Struct, Generic[S, A], frozen=True):
    """An action that was carried out, and where."""

    before: S
    action: A
    step: int = 0
    """The number of the step in which it was; one beyond the last for what the line leaves to the end."""


class Continuation(msgspec.Struct, Generic[S, A], frozen=True):
    """One way in which the choices go that a line leaves open at its end."""

    choices: tuple[str, ...]
    played: Played[S, A]

    @property
    def told(self) -> str:
        """The choices in words."""
        return ", ".join(f'"{choice}"' for choice in self.choices)


class Played(msgspec.Struct, Generic[S, A], frozen=True):
    """A line with everything that judging claims and expectations needs."""

    answer: LineAnswer
    moves: tuple[Move[S, A], ...]
    states: tuple[S, ...]
    """Before the first step and after each one that was legal."""
    result: S
    """Where the turn's result stands: at its end, before the next turn begins; else after the last legal
    step.
    """
    final: S
    """After the line, played on until somebody must decide or chance comes in."""
    readings: dict[str, str]
    undecided: str = ""
    """Why the line cannot be judged to its end, if it cannot."""
    waiting: tuple[str, ...] = ()
    """The answers to a choice that the line leaves open."""
    ways: tuple[Continuation[S, A], ...] = ()
    """Every way in which the open choices can go, at least until the result is settled; none where nothing is
    open, or there are too many ways.
    """
    indifferent: bool = False
    """Whether a choice was made that the line does not say, because it makes no difference to the result."""
