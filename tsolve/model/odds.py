"""What a deck promises, as data: named figures of one hand, in the sections that the game wants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from tsolve.model.verdicts import Answer

SCHEMA_VERSION = 2
"""1 had a key for each figure of the first game; 2 has sections of named figures."""

Method = Literal["exact", "sample", "cut short"]
"""All hands; random hands; all hands, but interrupted before the end."""


class DeckWish(msgspec.Struct, frozen=True):
    """What is asked about a deck."""

    against: tuple[str, ...] = ()
    """What hands meet instead of what stands in the position, by name and in the order of its places."""
    adding: tuple[str, ...] = ()
    removing: tuple[str, ...] = ()
    all_cards: bool = False
    """Count the cards of the hand too."""
    draws: bool = True
    """Whether hands draw, and change what they meet, where that is best."""
    limit: int = 50_000
    """The most different hands that are all looked at; beyond it a sample is taken."""
    samples: int = 10_000
    seed: int = 0
    events: tuple[str, ...] = ()
    """What cards may come, as people write it; then hands are not looked at for what they can do."""
    hands: int | None = None
    """Within how many hands an event is asked for that does not say it."""
    refills: int | None = None
    """The same for refills; without events, what may come by then."""


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
    """None where there is no number, such as an attack on what cannot be attacked."""
    enough: bool
    """Whether it reaches the threshold."""
    chance: Estimate


class Distribution(msgspec.Struct, frozen=True):
    """Every number that may come, with its chance."""

    heading: str
    """What a chart of it is called."""
    bars: tuple[Bar, ...]
    """From low to high."""
    none: str = ""
    """What it means where there is no number, in words."""


class Figure(msgspec.Struct, frozen=True):
    """A chance, or the mean of a number that chance decides: money, damage, experience."""

    id: str
    """The same for every deck and row."""
    name: str
    """In a table or a line, where it is plain what it is about."""
    title: str
    """Where it stands alone."""
    kind: Literal["chance", "mean"]
    estimate: Estimate
    unit: str = ""
    distribution: Distribution | None = None


class Threshold(msgspec.Struct, frozen=True):
    """What a figure has to reach: a price, hit points."""

    name: str
    number: int
    reached: str = ""
    """What a number that reaches it does."""


class Row(msgspec.Struct, frozen=True):
    """The figures about one thing: an enemy, a card for sale."""

    name: str
    called: str
    """Its name, with the place where others of its name stand elsewhere."""
    figures: tuple[Figure, ...]
    facts: dict[str, str] = {}
    """What else is told of it, by the heads of its columns."""
    threshold: Threshold | None = None


class Line(msgspec.Struct, frozen=True):
    """Figures about the whole hand, told in one line."""

    label: str
    figures: tuple[Figure, ...]
    ending: str
    """The words after the numbers."""


class Section(msgspec.Struct, frozen=True):
    """Figures that belong together, as a table and the lines below it."""

    id: str
    heading: str = ""
    """Empty where it goes on with the section before."""
    about: str = ""
    """What each row is about, in a word."""
    rows: tuple[Row, ...] = ()
    lines: tuple[Line, ...] = ()


class DeckOdds(msgspec.Struct, frozen=True):
    """The chances of one deck."""

    title: str
    """How the deck differs from that of the file."""
    cards: tuple[tuple[int, str], ...]
    size: int
    hand: int
    """Cards of a hand; 0 where no hand is dealt, and every order of the deck was followed card by card."""
    different: int
    """How many different hands there are."""
    ways: int
    """How many hands there are if equal cards count as different: the denominator of the chances."""
    method: Method
    looked: int
    """How many hands were looked at."""
    share: float
    """Which share of all hands, or of the sample, that is (weighed by their chances)."""
    sections: tuple[Section, ...]
    left_out: Estimate
    """The chance of a hand with lines that meet something unknown: with them it might do better."""

    @property
    def estimates(self) -> dict[str, Estimate]:
        """Every figure by its title, such as it has where it stands alone."""
        return {figure.title: figure.estimate for _, figure in self.figures()}

    def figures(self) -> Iterator[tuple[Row | None, Figure]]:
        """Every figure in order, with the row in which it stands."""
        for section in self.sections:
            yield from ((row, figure) for row in section.rows for figure in row.figures)
            yield from ((None, figure) for line in section.lines for figure in line.figures)


class Change(msgspec.Struct, frozen=True):
    """One figure of two decks."""

    what: str
    kind: Literal["chance", "mean"]
    before: Estimate
    after: Estimate
    difference: Estimate


class Supply(msgspec.Struct, frozen=True):
    """Where the cards of events come from: hands of the deck, or cards that fill a place of the table."""

    id: str
    deck: str
    """How the deck differs from that of the file."""
    name: str
    unit: str
    """What is counted: `hand`, `refill`."""
    cards: tuple[tuple[int, str], ...]
    """All that may come, as far as it is known."""
    how: str
    """How they come, in words."""
    rulings: tuple[str, ...] = ()


class EventChance(msgspec.Struct, frozen=True):
    """The chance that an event has come about after so many hands or refills."""

    after: int
    chance: Estimate


class EventOdds(msgspec.Struct, frozen=True):
    """The chances of one event."""

    event: str
    """As it was understood."""
    supply: str
    deck: str
    unit: str
    within: int
    """How many hands or refills were asked for."""
    chance: Estimate
    """That it comes about within so many."""
    by: tuple[EventChance, ...]
    """After each of them."""
    meant: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each word that means several cards those that may come."""
    earliest: int | None = None
    """With which hand or refill it may first come about; None where that was not asked, or never."""
    latest: int | None = None
    """With which it has come about for certain."""
    mean: Estimate | None = None
    """With which it comes about on average, where it is certain to."""


class OddsAnswer(Answer, frozen=True):
    """The chances of a deck, or of two decks side by side; or those of events."""

    file: str
    decks: tuple[DeckOdds, ...]
    """The deck of the file; the changed deck behind it when one was asked for. None for events."""
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    """Those of the notes that a brief answer leaves out: they change none of its numbers."""
    seed: int = 0
    confidence: float = 0.95
    """Of the intervals of samples."""
    events: tuple[EventOdds, ...] = ()
    """As they were asked, for the deck of the file and then for the changed one."""
    supplies: tuple[Supply, ...] = ()
    """Where the cards of the events come from."""
    schema_version: int = SCHEMA_VERSION

    @property
    def complete(self) -> bool:
        """Whether no interruption cut it short."""
        return all(deck.share == 1 for deck in self.decks)

    @property
    def verdict(self) -> Literal["answered", "undecided"]:
        """Undecided when it was cut short, or when hands might do better with something unknown."""
        unsure = not self.complete or any(deck.left_out.value for deck in self.decks)
        return "undecided" if unsure else "answered"
