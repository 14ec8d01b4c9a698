"""What `diff` and `hunt` answer, as data: a position on which sets of readings differ, and how."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, Cited, CitedDocument
from tsolve.model.comparisons import Dependence, Difference
from tsolve.model.verdicts import Answer


class Side(msgspec.Struct, frozen=True):
    """One of two sets of readings: its name in the question, and the findings under it."""

    name: str
    """Such as `printing:pl-1.4` or `zero_rule=floor`."""
    summary: str


class Maker(msgspec.Struct, frozen=True):
    """An open point that makes the difference, with its reading on each side."""

    key: str
    question: str
    before: str
    after: str
    rulings: tuple[str, ...]
    """The rules and cards that it is about."""
    alone: tuple[Difference, ...] = ()
    """What this open point changes alone."""


class DiffAnswer(Answer, frozen=True, tag_field="asked", tag="between"):
    """One position under two sets of readings."""

    file: str
    sides: tuple[Side, Side]
    differences: tuple[Difference, ...]
    """From the first side to the second, the most important first."""
    makers: tuple[Maker, ...] = ()
    """A smallest set of open points that makes the whole difference: all of them are needed."""
    notes: tuple[str, ...] = ()
    undecided: bool = False
    """Whether something is unknown or not proved on one of the sides."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["same", "different", "undecided"]:
        """Undecided if no difference was found, but something is unknown or not proved."""
        if self.differences:
            return "different"
        return "undecided" if self.undecided else "same"


class DependenceAnswer(Answer, frozen=True, tag_field="asked", tag="all"):
    """One position with every reading of every open point tried, one point at a time."""

    file: str
    dependence: Dependence
    tried: int
    """How many open points there are; those that nothing looked up need no trial."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    notes: tuple[str, ...] = ()
    """What was not compared because the search ran out."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["same", "different", "undecided"]:
        """Different if some open point matters; undecided if none was found, but not all is known."""
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
    """Which positions were tried, in words."""
    differences: tuple[Difference, ...] = ()
    """From the first reading to the second, the most important first."""
    position: str = ""
    """The position as a file under the first reading; empty when none was found."""
    cut_short: str = ""
    """Why not everything was tried, so that there may be a smaller position; empty if everything was."""
    file: str = ""
    """Where the position was written to."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["found", "nothing found", "undecided"]:
        """Whether a position was found; undecided if the search ended early without one."""
        if self.found:
            return "found"
        return "undecided" if self.cut_short else "nothing found"
