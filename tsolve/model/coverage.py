"""Rule coverage as data: what in a ruleset the puzzles exercise, and what they do not."""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA_VERSION = 1

Kind = Literal["rule", "ruling", "card", "effect", "reading"]
"""`rule`: a rule in the glossary; `ruling`: an entry there about a card or an open point; `card`; `effect`:
one effect of one card; `reading`: one reading of an open point.
"""
KINDS: tuple[Kind, ...] = ("rule", "ruling", "card", "effect", "reading")
Level = Literal["exercised", "stated", "missing"]
"""`exercised`: some answer used it; `stated`: a puzzle only says that it is about it."""
LEVELS: tuple[Level, ...] = ("exercised", "stated", "missing")


class Exercised(msgspec.Struct, frozen=True):
    """What the answer about one puzzle used."""

    rulings: tuple[str, ...] = ()
    """Entries of the glossary that gave the reason for a number, an event, a refusal or a choice."""
    readings: dict[str, str] = {}
    """Open points that were looked up, with the reading in force."""
    effects: tuple[str, ...] = ()
    """Effects that the engine carried out or took into account: card, place and kind."""
    cards: tuple[str, ...] = ()
    """Cards that did something, or to which something happened."""
    about: tuple[str, ...] = ()
    """What the puzzle says it is about, whether or not the answer used it."""


class Coverable(msgspec.Struct, frozen=True):
    """Something in a ruleset that a puzzle can exercise."""

    kind: Kind
    id: str
    title: str
    set: str
    """The set of cards it belongs to, or the name of the user's ruleset that defines or changes it."""
    own: bool = False
    """Whether a ruleset of the user's own defines or changes it."""
    may_be_stated: bool = False
    """Whether a puzzle need only say that it is about it: it only defines something, or is over before a
    position begins.
    """


class Covered(msgspec.Struct, frozen=True):
    """One thing in the ruleset, with the puzzles that exercise it."""

    kind: Kind
    id: str
    title: str
    set: str
    level: Level
    puzzles: tuple[str, ...] = ()
    """Those that exercise it; if none does, those that say they are about it."""
    may_be_stated: bool = False

    @property
    def counts(self) -> bool:
        """Whether it counts as covered."""
        return self.level == "exercised" or (self.level == "stated" and self.may_be_stated)


class Share(msgspec.Struct, frozen=True):
    """How much of one kind in one set is covered."""

    set: str
    kind: Kind
    total: int
    exercised: int
    stated: int
    """Stated only."""
    covered: int
    """Exercised, or only stated if that is enough."""

    @property
    def missing(self) -> int:
        """What no puzzle even says it is about."""
        return self.total - self.exercised - self.stated

    @property
    def percent(self) -> float:
        """The covered percentage."""
        return percent(self.covered, self.total)


class CoverageAnswer(msgspec.Struct, frozen=True):
    """Rule coverage of one game by a suite of puzzles."""

    game: str
    puzzles: int
    """Those of this game."""
    sets: tuple[str, ...]
    shares: tuple[Share, ...]
    """By set, and within a set by kind."""
    items: tuple[Covered, ...]
    """In the order of the ruleset."""
    further: tuple[CoverageAnswer, ...] = ()
    """The same of each further game of the suite."""
    schema_version: int = SCHEMA_VERSION

    @property
    def percent(self) -> float:
        """The covered percentage over all sets and kinds of this game."""
        return percent(sum(share.covered for share in self.shares), sum(share.total for share in self.shares))

    def falls_short(self, at_least: float | None) -> bool:
        """Whether the covered percentage of this game is below what was asked for."""
        return at_least is not None and self.percent < at_least

    @property
    def games(self) -> tuple[CoverageAnswer, ...]:
        """Game by game, each without the others."""
        return (msgspec.structs.replace(self, further=()), *self.further)

    @property
    def uncovered(self) -> tuple[Covered, ...]:
        """What does not count as covered."""
        return tuple(item for item in self.items if not item.counts)


def percent(part: int, whole: int) -> float:
    """The percentage of a part; 100 of nothing."""
    return 100 * part / whole if whole else 100.0
