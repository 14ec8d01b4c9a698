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


class LineAnswer(msgspec.Struct, frozen=True):
    """A line played through the rules engine."""

    steps: tuple[StepAnswer, ...]
    outcome: str
    """One sentence: what the line came to."""
    calculation: Calculation | None = None
    legal: bool = True
    undecided: str = ""
    """Why the line cannot be judged to its end, if it cannot: then `legal` says nothing."""
