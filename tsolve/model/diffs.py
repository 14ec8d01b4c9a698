"""What `diff` and `hunt` answer, as data: a position on which sets of readings differ, and how."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, Cited, CitedDocument
from tsolve.model.comparisons import Dependence, Difference
from tsolve.model.verdicts import Answer


class Side(msgspec.Struct, frozen=True):
    """One of two sets of readings: as it was asked for, and what is so under it."""

    name: str
    """Such as `printing:pl-1.4` or `zero_rule=floor`."""
    summary: str


class Maker(msgspec.Struct, frozen=True):
    """An interpretation that makes the difference, with its option on each side."""

    key: str
    question: str
    before: str
    after: str
    rulings: tuple[str, ...]
    """The rules and cards that it is about."""
    alone: tuple[Difference, ...] = ()
    """What this one changes when nothing else does."""


class DiffAnswer(Answer, frozen=True, tag_field="asked", tag="between"):
    """One position under two sets of readings."""

    file: str
    sides: tuple[Side, Side]
    differences: tuple[Difference, ...]
    """From the first side to the second, the weightiest first."""
    makers: tuple[Maker, ...] = ()
    """A smallest set of interpretations that makes the whole difference: all of them are needed."""
    notes: tuple[str, ...] = ()
    undecided: bool = False
    """Whether something is unknown, or was not proved, on one of the sides."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["same", "different", "undecided"]:
        """Undecided where nothing differs as far as is known."""
        if self.differences:
            return "different"
        return "undecided" if self.undecided else "same"


class DependenceAnswer(Answer, frozen=True, tag_field="asked", tag="all"):
    """One position with every interpretation tried, one at a time, with each of its options."""

    file: str
    dependence: Dependence
    tried: int
    """How many interpretations there are. Those that nothing looked up could not matter."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    notes: tuple[str, ...] = ()
    """What was not compared for lack of time."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["same", "different", "undecided"]:
        """Different where it depends on some interpretation; undecided where on none, as far as is known."""
        found = self.dependence
        if found.keys:
            return "different"
        is_open = found.all_not_examined or found.undecided or not found.is_complete
        return "undecided" if is_open else "same"


class HuntAnswer(Answer, frozen=True):
    """One hunt."""

    before: str
    """One way to read the rules, such as `zero_rule=floor` or `printing:1.4`."""
    after: str
    """The other one."""
    found: bool
    tried: int
    """How many positions were dealt and played."""
    bounds: str
    """How far was looked, in words."""
    differences: tuple[Difference, ...] = ()
    """From the first reading to the second, the weightiest first."""
    position: str = ""
    """The position as a file under the first reading; empty when none was found."""
    cut_short: str = ""
    """Why not everything was tried, and what was found may not be the smallest; empty where it was."""
    file: str = ""
    """Where it was written."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["found", "nothing found", "undecided"]:
        """Whether a position was found; undecided where the search ended before."""
        if self.found:
            return "found"
        return "undecided" if self.cut_short else "nothing found"
