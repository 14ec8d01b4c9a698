"""What `solve` answers, as data."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from tsolve.model.answers import Cited, CitedDocument, ReadingAnswer, SolveAnswer
from tsolve.model.comparisons import Dependence
from tsolve.model.targets import TargetsAnswer


class SolvedAnswer(msgspec.Struct, frozen=True):
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
