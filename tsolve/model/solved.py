"""What `solve` answers, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, UnsetType

import tsolve.model
from tsolve.model.answers import Cited, CitedDocument, Plan, ReadingAnswer, SolveAnswer, Status, ToWrite
from tsolve.model.candidates import Candidate
from tsolve.model.comparisons import Dependence
from tsolve.model.targets import TargetsAnswer
from tsolve.model.verdicts import Answer

if TYPE_CHECKING:
    import tsolve.model.hexmaps


class SolvedAnswer(Answer, frozen=True):
    """The best lines in the position of a file, and the rulings they rest on."""

    file: str
    solution: SolveAnswer
    citations: tuple[Cited, ...]
    documents: tuple[CitedDocument, ...]
    readings: tuple[ReadingAnswer, ...] = ()
    """The interpretations that the printed line goes through."""
    depends: Dependence | None = None
    """On which interpretations the answer depends, where that was examined."""
    targets: TargetsAnswer | UnsetType = UNSET
    """What the turn can do to each target; only where that was asked for and the turn has any."""
    candidates: tuple[Candidate, ...] = ()
    """What the turn may be spent on, the best first; only where that was asked for."""
    to_write: tuple[ToWrite, ...] = ()
    """What is undecided because the file does not tell it, and how to tell it."""
    map: tsolve.model.hexmaps.HexMap | UnsetType = UNSET
    """What the best line does on the map of a game that has one."""

    @property
    def best(self) -> Plan | None:
        """The best line; None where there is none, and where cards decide: then see `solution.policy`."""
        return self.solution.best[0] if self.solution.best and self.solution.policy is None else None

    @property
    def verdict(self) -> Literal["proved", "impossible", "undecided"]:
        """Whether the best line is proved; impossible where there is no line at all."""
        return _OF_BEST[self.solution.status]


_OF_BEST: Mapping[Status, Literal["proved", "impossible", "undecided"]] = {
    "optimal": "proved",
    "impossible": "impossible",
    "undecided": "undecided",
}
