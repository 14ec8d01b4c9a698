"""What judging puzzles exercised of a ruleset, and what none did, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

SCHEMA_VERSION = 1

Kind = Literal["rule", "ruling", "card", "effect", "reading"]
"""`rule`: an entry of the glossary that is a rule; `ruling`: one about a card or an open point; `card`;
`effect`: one effect of one card; `reading`: one option of an interpretation.
"""
KINDS: tuple[Kind, ...] = ("rule", "ruling", "card", "effect", "reading")
Level = Literal["exercised", "stated", "missing"]
"""`exercised`: some answer went through it; `stated`: a puzzle only says that it is about it."""
LEVELS: tuple[Level, ...] = ("exercised", "stated", "missing")


class Exercised(msgspec.Struct, frozen=True):
    """What the answer about one puzzle went through."""

    rulings: tuple[str, ...] = ()
    """Entries of the glossary that were reasons of something: of a number, an event, a refusal, a choice."""
    readings: dict[str, str] = {}
    """Interpretations that were asked for, with the option that held."""
    effects: tuple[str, ...] = ()
    """Effects that the engine carried out or reckoned with: card, place and kind."""
    cards: tuple[str, ...] = ()
    """Cards that did something, or to which something happened."""
    about: tuple[str, ...] = ()
    """What the puzzle says it is about, whether or not that shows."""


class Coverable(msgspec.Struct, frozen=True):
    """Something of a ruleset that a puzzle can exercise."""

    kind: Kind
    id: str
    title: str
    set: str
    """The set of cards it belongs to; of what a folder of somebody's own defined or changed, its name."""
    own: bool = False
    """Whether a folder of somebody's own defined or changed it."""
    may_be_stated: bool = False
    """Whether it may do no more than define something, or be over before a position begins: then a puzzle can
    but say that it is about it.
    """


class Covered(msgspec.Struct, frozen=True):
    """One thing of the ruleset with the puzzles that exercise it."""

    kind: Kind
    id: str
    title: str
    set: str
    level: Level
    puzzles: tuple[str, ...] = ()
    """Those that exercise it; where none does, those that say they are about it."""
    may_be_stated: bool = False

    @property
    def counts(self) -> bool:
        """Whether it counts as covered."""
        return self.level == "exercised" or (self.level == "stated" and self.may_be_stated)


class Share(msgspec.Struct, frozen=True):
    """How much of one kind, in one set, is covered."""

    set: str
    kind: Kind
    total: int
    exercised: int
    stated: int
    """Stated only."""
    covered: int
    """Exercised, or stated where that is all that can be."""

    @property
    def missing(self) -> int:
        """What no puzzle even says it is about."""
        return self.total - self.exercised - self.stated

    @property
    def percent(self) -> float:
        """Covered, of a hundred."""
        return percent(self.covered, self.total)


class CoverageAnswer(msgspec.Struct, frozen=True):
    """Rule coverage of one game by a suite of puzzles."""

    game: str
    puzzles: int
    """Those of this game."""
    sets: tuple[str, ...]
    shares: tuple[Share, ...]
    """Set by set, in each kind by kind."""
    items: tuple[Covered, ...]
    """In the order of the ruleset."""
    further: tuple[CoverageAnswer, ...] = ()
    """The same of each further game of the suite."""
    schema_version: int = SCHEMA_VERSION

    @property
    def percent(self) -> float:
        """Covered over all sets and kinds of this game, of a hundred."""
        return percent(sum(share.covered for share in self.shares), sum(share.total for share in self.shares))

    def falls_short(self, at_least: float | None) -> bool:
        """Whether less of this game is covered than is asked for, of a hundred."""
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
    """A part of a hundred; all of nothing is all of it."""
    return 100 * part / whole if whole else 100.0
