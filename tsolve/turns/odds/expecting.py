"""What a puzzle expects of the chances of a deck, compared with what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from tsolve.batch.pool import pool
from tsolve.diagnostics import input_error, located
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import Bar, DeckOdds, DeckWish, Figure
from tsolve.source.decode import Path
from tsolve.turns.compared import answered, doubted
from tsolve.turns.expected_odds import OddsExpectation
from tsolve.turns.odds.answer import answer_events, answer_odds
from tsolve.turns.odds.odds import Odds

S = TypeVar("S")
A = TypeVar("A")

_SURE = ("hands", "left_out")
"""What is known even where some hands come to something that nobody knows."""
_ABSENT = "it is not there"


class OddsJudge(Generic[S, A]):
    """Judges what a file expects of the chances of its deck. A game adds what it expects row by row."""

    meant: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """The figure that a key of the expectation is about, by its id and the row; else the one of that id."""

    def __init__(self, odds: Odds[S, A], expect: OddsExpectation) -> None:
        self.odds, self.expect = odds, expect
        self.decoded = odds.opened.decoded

    def judged(self) -> Iterator[ExpectationAnswer]:
        """Every expectation about the chances. Raises InputError where the deck cannot be dealt from."""
        expect = self.expect
        yield from self._events()
        if expect.events and replace(expect, events={}, adding=(), without=()) == type(expect)():
            return
        wish = DeckWish(adding=expect.adding, removing=expect.without, samples=2)  # which would prove nothing
        with located(self.decoded.key_span("expect", "odds")), pool() as alone:
            deck = answer_odds(self.odds, wish, alone).decks[-1]
        if deck.method != "exact":
            found = f"{deck.different} hands are too many to look at them all"
            yield doubted(answered(("odds",), "odds", False, "exact", found))
            return
        for each in self._of_deck(deck):
            yield each if deck.left_out.exact == "0" or each.path[2] in _SURE else doubted(each)

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        """What is expected of the rows of its tables."""
        return iter(())

    def same(self, path: Path, wanted: str, figure: Figure | None, what: str) -> ExpectationAnswer:
        """A chance or a mean."""
        return _same(path, wanted, _ABSENT if figure is None else figure.estimate.exact, what)

    def spread(
        self, path: Path, wanted: Mapping[str, str], figure: Figure | None, what: str
    ) -> Iterator[ExpectationAnswer]:
        """Chances of numbers; a number that is not met has none."""
        for number, expected in wanted.items():
            known = self._number((*path, number))
            met = (Fraction(bar.chance.exact) for bar in bars_of(figure) if bar.number == known)
            yield _same((*path, number), expected, str(sum(met, Fraction(0))), f"{what} {number}")

    def _events(self) -> Iterator[ExpectationAnswer]:
        expect = self.expect
        wish = DeckWish(adding=expect.adding, removing=expect.without)
        for text, wanted in expect.events.items():
            place = self.decoded.key_span("expect", "odds", "events", text)
            with located(place):
                found = answer_events(self.odds, wish, [(text, place)]).events[-1]
            yield _same(("events", text), wanted, found.chance.exact, text)

    def _of_deck(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        known = {(figure.id, row.called if row else ""): figure for row, figure in deck.figures()}
        if self.expect.hands is not None:
            yield _same(("hands",), str(self.expect.hands), str(deck.different), "hands")
        for key, wanted in self.expect.numbers.items():
            if wanted is not None:
                yield self.same((key,), wanted, known.get(self.meant.get(key, (key, ""))), key)
        if self.expect.left_out is not None:
            yield _same(("left_out",), self.expect.left_out, deck.left_out.exact, "left_out")
        for key, numbers in self.expect.spreads.items():
            yield from self.spread((key,), numbers, known.get(self.meant.get(key, (key, ""))), key)
        yield from self.by_row(deck)

    def _number(self, path: Path) -> int | None:
        text = str(path[-1])
        if text == "none":
            return None
        if text.isascii() and text.isdecimal() and len(text) < 5:
            return int(text)
        raise input_error("E209", f'"{text}" is not a number', self.decoded.key_span("expect", "odds", *path))


def bars_of(figure: Figure | None) -> tuple[Bar, ...]:
    """The numbers that a figure may be, with their chances."""
    distribution = figure.distribution if figure is not None else None
    return distribution.bars if distribution is not None else ()


def _same(path: Path, wanted: str, found: str, what: str) -> ExpectationAnswer:
    expected = str(Fraction(wanted))
    right = found if found[-1:].isdigit() else None
    return answered(("odds", *path), f"odds {what}", expected == found, expected, found, right)
