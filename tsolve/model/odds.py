"""The odds of a deck, as data: named figures of one hand, in sections chosen by the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from tsolve.model.verdicts import Answer

SCHEMA_VERSION = 2
"""2: sections of named figures, in place of a key for each figure of the first game."""

Method = Literal["exact", "sample", "cut short"]
"""`exact`: all hands; `sample`: random hands; `cut short`: all hands, but stopped early."""


class DeckWish(msgspec.Struct, frozen=True):
    """A question about a deck."""

    against: tuple[str, ...] = ()
    """The targets that replace those of the position, by name, in the order of the places."""
    adding: tuple[str, ...] = ()
    removing: tuple[str, ...] = ()
    all_cards: bool = False
    """Count the cards of the hand too."""
    draws: bool = True
    """Whether hands may draw cards and change the targets, if that is best."""
    limit: int = 50_000
    """If there are more different hands than this, a sample is taken."""
    samples: int = 10_000
    seed: int = 0
    events: tuple[str, ...] = ()
    """Events (cards that may come), as people write them; the answer is then about these, not about hands."""
    hands: int | None = None
    """Within how many hands an event must come about, if the event does not say so."""
    refills: int | None = None
    """The same for refills; without events, asks what may come within so many."""


class Estimate(msgspec.Struct, frozen=True):
    """A chance (0 to 1), a mean, or a difference of such numbers, between `low` and `high`.

    If it is exact, `exact` is the fraction, and both ends are `value`. From a sample, the ends are those of
    the confidence interval around `value`. If cut short, the number certainly lies between the ends, and
    `value` is the lower one.
    """

    value: float
    low: float | None
    high: float | None
    """None if no upper end is known."""
    exact: str = ""


class Bar(msgspec.Struct, frozen=True):
    """One outcome with its chance."""

    number: int | None
    """None if there is no number, such as an attack on something that cannot be attacked."""
    enough: bool
    """Whether it reaches the threshold."""
    chance: Estimate


class Distribution(msgspec.Struct, frozen=True):
    """Every number that may come, with its chance."""

    heading: str
    """The title of its chart."""
    bars: tuple[Bar, ...]
    """From low to high."""
    none: str = ""
    """What "no number" means, in words."""


class Figure(msgspec.Struct, frozen=True):
    """A chance, or the mean of a number that chance decides: money, damage, experience."""

    id: str
    """The same for every deck and row."""
    name: str
    """Its name in a table or a line, whose context says what it is about."""
    title: str
    """Its name where it stands alone."""
    kind: Literal["chance", "mean"]
    estimate: Estimate
    unit: str = ""
    distribution: Distribution | None = None


class Threshold(msgspec.Struct, frozen=True):
    """What a figure has to reach: a price, hit points."""

    name: str
    number: int
    reached: str = ""
    """What it means to reach it, such as `kills it`."""


class Row(msgspec.Struct, frozen=True):
    """The figures about one thing: an enemy, a card for sale."""

    name: str
    called: str
    """Its name, with its place if others have the same name."""
    figures: tuple[Figure, ...]
    facts: dict[str, str] = {}
    """Further facts about it, by the heads of their columns."""
    threshold: Threshold | None = None


class Line(msgspec.Struct, frozen=True):
    """Figures about the whole hand, shown in one line."""

    label: str
    figures: tuple[Figure, ...]
    ending: str
    """The words after the numbers."""


class Section(msgspec.Struct, frozen=True):
    """Figures that belong together, as a table and the lines below it."""

    id: str
    heading: str = ""
    """Empty if it continues the section before."""
    about: str = ""
    """What a row is about, in a word."""
    rows: tuple[Row, ...] = ()
    lines: tuple[Line, ...] = ()
    in_full: bool = False
    """Whether only a full answer shows it."""


class DeckOdds(msgspec.Struct, frozen=True):
    """The chances of one deck."""

    title: str
    """How the deck differs from that of the file."""
    cards: tuple[tuple[int, str], ...]
    size: int
    hand: int
    """Cards in a hand; 0 if no hand is dealt and every order of the deck was followed card by card."""
    different: int
    """How many different hands there are."""
    ways: int
    """How many hands there are if equal cards count as different: the denominator of chances."""
    method: Method
    looked: int
    """How many hands were looked at."""
    share: float
    """What share of all hands, or of the sample, that is (weighted by their chances)."""
    sections: tuple[Section, ...]
    left_out: Estimate
    """The chance of a hand that might do better by lines that depend on something unknown."""

    @property
    def estimates(self) -> dict[str, Estimate]:
        """The estimate of every figure by its title."""
        return {figure.title: figure.estimate for _, figure in self.figures()}

    def figures(self) -> Iterator[tuple[Row | None, Figure]]:
        """Every figure in order, with its row if it has one."""
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
    """Where the cards of events come from: hands of the deck, or cards that refill a place on the table."""

    id: str
    deck: str
    """How the deck differs from that of the file."""
    name: str
    unit: str
    """What is counted: `hand`, `refill`."""
    cards: tuple[tuple[int, str], ...]
    """All cards that may come, as far as known."""
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
    """The event as it was understood."""
    supply: str
    deck: str
    unit: str
    within: int
    """Within how many hands or refills."""
    chance: Estimate
    """The chance that it comes about within so many."""
    by: tuple[EventChance, ...]
    """The chance after each of them."""
    meant: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each word that means several cards, those of them that may come."""
    earliest: int | None = None
    """The first hand or refill with which it may come about; None if not asked, or if it never can."""
    latest: int | None = None
    """The hand or refill with which it has certainly come about."""
    mean: Estimate | None = None
    """The hand or refill with which it comes about on average, if it is certain to."""


class OddsAnswer(Answer, frozen=True):
    """The chances of a deck, or of two decks side by side; or those of events."""

    file: str
    decks: tuple[DeckOdds, ...]
    """The deck of the file, then the changed deck if there is one; empty for events."""
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    """The notes that a brief answer leaves out, since they change none of its numbers."""
    seed: int = 0
    confidence: float = 0.95
    """The confidence level of the intervals of samples."""
    events: tuple[EventOdds, ...] = ()
    """In the order of the question, for the deck of the file and then for the changed one."""
    supplies: tuple[Supply, ...] = ()
    """Where the cards of the events come from."""
    schema_version: int = SCHEMA_VERSION

    @property
    def complete(self) -> bool:
        """Whether it was not stopped early."""
        return all(deck.share == 1 for deck in self.decks)

    @property
    def verdict(self) -> Literal["answered", "undecided"]:
        """Undecided if it was stopped early, or if hands might do better by something unknown."""
        unsure = not self.complete or any(deck.left_out.value for deck in self.decks)
        return "undecided" if unsure else "answered"
