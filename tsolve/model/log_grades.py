"""The grades of all turns of a log, added up for each player, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, Cited, CitedDocument
from tsolve.model.grades import GradeAnswer
from tsolve.model.plays import Exact
from tsolve.model.verdicts import Answer


class TurnGrade(msgspec.Struct, frozen=True, omit_defaults=True):
    """One turn of a log."""

    number: int
    player: int
    """Counted from 1; 0 where the turn is that of the figure `name`."""
    grade: GradeAnswer | None
    """None where the turn has no legal steps."""
    name: str = ""
    """What the player is called."""
    faults: int = 0
    """How many steps were left out, because they are not legal or nobody can judge them."""

    @property
    def called(self) -> str:
        """The player in words."""
        return self.name or f"player {self.player}"


class LevelSum(msgspec.Struct, frozen=True):
    """What choices gave away and draws brought by one level, in all turns whose goal has it."""

    level: str
    gave_away: Exact
    luck: Exact
    turns: int
    """In how many turns it was counted."""


class PlayerGrade(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player."""

    player: int
    """Counted from 1; 0 for the figure `name`."""
    turns: int
    """How many turns were graded."""
    mistakes: int
    """How many steps gave something away."""
    sums: tuple[LevelSum, ...]
    name: str = ""
    not_judged: int = 0
    """How many turns could not be judged, or not in every step."""

    @property
    def called(self) -> str:
        """The player in words."""
        return self.name or f"player {self.player}"


class LogGradeAnswer(Answer, frozen=True, tag_field="of", tag="log"):
    """All turns of a log, graded."""

    file: str
    turns: tuple[TurnGrade, ...]
    players: tuple[PlayerGrade, ...]
    units: dict[str, tuple[str, str]] = {}  # noqa: RUF012  # a struct copies it
    """The two units of a level, as `Measure.unit` has them."""
    counted_down: tuple[str, ...] = ()
    """The levels that count losses, as negative numbers; people see them without the sign."""
    indicators: tuple[str, ...] = ()
    """The levels that are 1 or 0 at the end, so that their mean is a probability."""
    stopped: str = ""
    """Why later turns cannot be graded."""
    citations: tuple[Cited, ...] = ()
    documents: tuple[CitedDocument, ...] = ()
    notes: tuple[str, ...] = ()
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> Literal["graded", "not legal", "undecided"]:
        """Graded if every turn was; not legal if a step was left out; undecided otherwise."""
        if any(turn.faults for turn in self.turns):
            return "not legal"
        open_ = any(turn.grade is None or turn.grade.undecided for turn in self.turns)
        return "undecided" if open_ or self.stopped else "graded"
