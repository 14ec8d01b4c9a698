"""What `tsolve hunt` answers, as data: the smallest position found on which two sets of readings differ."""

from __future__ import annotations

from typing import Literal

from tsolve.model.answers import SCHEMA_VERSION, Cited, CitedDocument
from tsolve.model.comparisons import Difference
from tsolve.model.verdicts import Answer


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
