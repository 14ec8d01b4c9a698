"""Puzzles judged as a suite, as data: the answer of `tsolve regress`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from tsolve.model.answers import SCHEMA_VERSION, Value
from tsolve.model.coverage import CoverageAnswer, Exercised
from tsolve.model.verdicts import EXIT_CODES, Answer, worst

Verdict = Literal["holds", "refuted", "undecided"]
Status = Literal["holds", "refuted", "undecided", "wrong", "internal", "left out"]
"""`wrong`: the file cannot be read as a position; `internal`: tsolve itself failed; `left out`: the run was
stopped before this file was judged.
"""


_Word: TypeAlias = Literal["holds", "fails", "undecided", "input error", "internal error"]
_WORDS: Mapping[Status, _Word] = {
    "holds": "holds",
    "refuted": "fails",
    "undecided": "undecided",
    "wrong": "input error",
    "internal": "internal error",
    "left out": "undecided",
}


def name_of(path: tuple[str | int, ...]) -> str:
    """A short name for a place in a file: `best target`, `claims 2`."""
    parts = path[1:] if path[0] == "expect" else path
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in parts)


class Judgement(msgspec.Struct, frozen=True):
    """One thing that a puzzle states, compared with what was found."""

    what: str
    status: Verdict
    expected: str
    found: str
    path: tuple[str | int, ...] = ()
    """Where the file states it: keys and indices (from 0), from the outermost mapping down."""
    line: int | None = None
    """The line of the file where it is stated."""
    right: Value | None = None
    """What the file would have to state there to hold, if it can state that."""


class Problem(msgspec.Struct, frozen=True):
    """Why a puzzle could not be judged."""

    message: str
    code: str = ""
    line: int | None = None
    column: int | None = None
    text: str = ""
    """The whole message for people: place, excerpt, help."""


class Judged(msgspec.Struct, frozen=True):
    """One puzzle, judged."""

    file: str
    status: Status
    title: str = ""
    about: tuple[str, ...] = ()
    game: str = ""
    """The ruleset by which it was judged; empty if it could not be judged."""
    judgements: tuple[Judgement, ...] = ()
    problems: tuple[Problem, ...] = ()
    exercised: Exercised = Exercised()
    """What the answer used."""
    figures: dict[str, str] = {}
    """The numbers and outcomes of the answer, by name."""

    @property
    def failures(self) -> tuple[Judgement, ...]:
        """What does not hold."""
        return tuple(each for each in self.judgements if each.status != "holds")

    @property
    def fired(self) -> frozenset[str]:
        """The rulings that were used, and the open points with the reading that was used."""
        used = self.exercised.readings
        plain = (ruling for ruling in self.exercised.rulings if ruling.removeprefix("key.") not in used)
        return frozenset((*plain, *(f"key.{key}={option}" for key, option in used.items())))


class Moved(msgspec.Struct, frozen=True):
    """A number or an outcome that changed; a text is empty if there was none, or is none now."""

    what: str
    before: str
    after: str


class Difference(msgspec.Struct, frozen=True):
    """What differs from an earlier answer about the same puzzle."""

    before: str
    """Which earlier answer, in words."""
    fires: tuple[str, ...] = ()
    """Rulings that are used now and were not before."""
    silent: tuple[str, ...] = ()
    """Rulings that were used before and are not now."""
    moved: tuple[Moved, ...] = ()


PassedOver = Literal["positions without `expect`", "other YAML files"]
"""Kinds of files in a folder that are not puzzles."""


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """A puzzle in the report of a suite."""

    file: str
    status: Status
    title: str = ""
    judgements: tuple[Judgement, ...] = ()
    problems: tuple[Problem, ...] = ()
    difference: Difference | None = None
    """For a puzzle that fails, if there is an earlier answer to compare with."""
    remembered: bool = False
    """Whether the answer came from the cache."""

    @property
    def failures(self) -> tuple[Judgement, ...]:
        """What does not hold."""
        return tuple(each for each in self.judgements if each.status != "holds")


class RegressAnswer(Answer, frozen=True):
    """A suite of puzzles, in the order of their files."""

    puzzles: tuple[PuzzleAnswer, ...]
    printing: str | None = None
    """The printing for all puzzles, if one was chosen."""
    interpretations: dict[str, str] = {}  # noqa: RUF012  # a struct copies it
    """The readings for all puzzles, if some were chosen."""
    left_out: int = 0
    """How many of the puzzles were not judged, because the run was stopped early."""
    passed_over: dict[PassedOver, int] = {}  # noqa: RUF012  # a struct copies it
    """How many files of the folders are not puzzles, by kind."""
    coverage: CoverageAnswer | None = None
    """What the puzzles exercise in the ruleset, if that was asked for."""
    fail_under: float | None = None
    """The percentage of each game that should be covered."""
    schema_version: int = SCHEMA_VERSION

    @property
    def verdict(self) -> _Word:
        """The worst verdict of its puzzles; it also fails if they cover too little."""
        found = {EXIT_CODES[_WORDS[each.status]]: _WORDS[each.status] for each in self.puzzles}
        if any(game.falls_short(self.fail_under) for game in (self.coverage.games if self.coverage else ())):
            found[EXIT_CODES["fails"]] = "fails"
        return found.get(worst(found), "holds")
