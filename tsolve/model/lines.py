"""A line played through the rules engine, step by step, with the numbers that it came to."""

from __future__ import annotations

import msgspec

from tsolve.model.refusal import Refusal
from tsolve.model.trace import Entry


class Calculation(msgspec.Struct, frozen=True):
    """A number and everything that makes it up: contributions, then modifiers in the order of the rules."""

    title: str
    rows: tuple[Entry, ...]
    total: int
    against: int | None = None
    """What the total has to reach."""
    measure: str = ""
    """The name of `against`: hit points, for example."""


class StepAnswer(msgspec.Struct, frozen=True):
    """One step of a line: what it did, or why it is not legal and what was legal instead."""

    number: int
    text: str
    entries: tuple[Entry, ...] = ()
    refusal: Refusal | None = None
    instead: tuple[str, ...] = ()
    line: int | None = None
    """The line of the file where a person wrote the step."""
    goes_on: bool = False
    """Whether it only goes on to the next part of the turn, or ends it."""


class LineAnswer(msgspec.Struct, frozen=True):
    """A line played through the rules engine."""

    steps: tuple[StepAnswer, ...]
    outcome: str
    """One sentence: what the line came to."""
    calculation: Calculation | None = None
    legal: bool = True
    undecided: str = ""
    """Why the line cannot be judged to its end, if it cannot: then `legal` says nothing."""
    not_judged: int = 0
    """How many steps of the file stand behind one that is not legal."""
    lost: tuple[str, ...] = ()
    """The names of the player's own cards that left the game, in that order: what the line costs."""

    @property
    def written(self) -> tuple[str, ...]:
        """Its steps, as a file writes them."""
        return tuple(step.text for step in self.steps)

    @property
    def given(self) -> int:
        """How many steps there are, with those that were not judged."""
        return len(self.steps) + self.not_judged

    @property
    def total(self) -> int | None:
        """What its calculation comes to; None where it has none."""
        return self.calculation.total if self.calculation is not None else None
