"""What a deck promises, as data: the chances of one hand in the Dungeon and in the Village."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import SCHEMA_VERSION

Method = Literal["exact", "sample", "cut short"]
"""All hands; random hands; all hands, but interrupted before the end."""


class Estimate(msgspec.Struct, frozen=True):
    """A chance (0 to 1), a mean, or a difference of such numbers.

    Exact: `exact` is the fraction, and both ends are `value`. From a sample: the ends of the confidence
    interval around `value`. Cut short: the number surely lies between the ends; `value` is the lower one.
    """

    value: float
    low: float | None
    high: float | None
    """None where no such end is known."""
    exact: str = ""


class Bar(msgspec.Struct, frozen=True):
    """One outcome with its chance."""

    number: int | None
    """The Attack Value, or the gold; None when the Monster cannot be attacked at all."""
    enough: bool
    """Whether the Monster is defeated with it."""
    chance: Estimate


class MonsterOdds(msgspec.Struct, frozen=True):
    """What hands can do against one Monster of the Hall."""

    name: str
    called: str
    """Its name, with the place where others of its name stand elsewhere."""
    place: int
    """Where it stands: Ranks 1 to 3; a number below 1 is a place in space 0."""
    measure: str
    """What the Attack Value has to reach: `Health`."""
    needed: int
    defeated: Estimate
    mean: Estimate
    """The mean of the best Attack Value; 0 counts for hands that cannot attack."""
    attack: tuple[Bar, ...]
    """The best Attack Value that wins, else the best one, from low to high."""


class StackOdds(msgspec.Struct, frozen=True):
    """The chance to afford the card on top of a stack."""

    name: str
    cost: int
    afforded: Estimate


class DeckOdds(msgspec.Struct, frozen=True):
    """The chances of one deck."""

    title: str
    """How the deck differs from that of the file."""
    cards: tuple[tuple[int, str], ...]
    size: int
    hand: int
    """Cards of a hand."""
    different: int
    """How many different hands there are."""
    ways: int
    """How many hands there are when equal cards are told apart: what chances are counted in."""
    method: Method
    looked: int
    """How many hands were looked at."""
    share: float
    """Which share of all hands, or of the sample, that is (weighed by their chances)."""
    any_defeated: Estimate
    xp: Estimate
    """Expected XP of the best Dungeon turn."""
    vp: Estimate
    """Expected Victory Points of the Monster defeated in the best Dungeon turn."""
    gold: Estimate
    """The mean of the most gold that a hand can make in the Village."""
    monsters: tuple[MonsterOdds, ...]
    purse: tuple[Bar, ...]
    """The most gold with its chances, from low to high."""
    stacks: tuple[StackOdds, ...]
    left_out: Estimate
    """The chance of a hand with lines that meet something unknown: with them it might do better."""


class Change(msgspec.Struct, frozen=True):
    """One figure of two decks."""

    what: str
    kind: Literal["chance", "mean"]
    before: Estimate
    after: Estimate
    difference: Estimate


class OddsAnswer(msgspec.Struct, frozen=True):
    """The chances of a deck, or of two decks side by side."""

    file: str
    decks: tuple[DeckOdds, ...]
    """The deck of the file; the changed deck behind it when one was asked for."""
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    seed: int = 0
    confidence: float = 0.95
    """Of the intervals of samples."""
    schema_version: int = SCHEMA_VERSION

    @property
    def complete(self) -> bool:
        """Whether no interruption cut it short."""
        return all(deck.share == 1 for deck in self.decks)
