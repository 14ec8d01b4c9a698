"""The chances of events: which cards come together in a hand, or to a place on the table, and when; and what
a game must say about its hands and supplies so that chances can be counted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec

from tsolve.batch import Work
from tsolve.cardkit import piles
from tsolve.cardkit.chances import Refills, Taken, by_sort, hands_that_fit, refills_that_fit
from tsolve.cardkit.piles import Layer, Pile, Segment
from tsolve.chances.hands import SHARE, Estimator, Figures, Hand, exact
from tsolve.contract.capability import Question
from tsolve.contract.position import Position
from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, UsageError
from tsolve.model.odds import DeckWish, EventChance, EventOdds, Section, Supply
from tsolve.written.conditions import HAND, Both, Condition, Count, Event, read_event


def _anything(_: str) -> str:
    return ""


class Hands(msgspec.Struct, frozen=True):
    """The hands that a player will draw, one after the other; each is discarded before the next."""

    deck: Pile
    discard: tuple[str, ...]
    """The discard pile when the first of them is drawn, including the hand of this turn."""
    size: int
    rulings: tuple[str, ...] = ()
    refuse: Callable[[str], str] = _anything
    """Why a card can never be in a hand, as a phrase about the card; empty if it can."""


class Arrivals(msgspec.Struct, frozen=True):
    """Cards that fill a place of the table: some pass by, the next that stays fills it."""

    id: str
    name: str
    """The pile, in words."""
    pile: Pile
    endings: tuple[str, ...]
    """The words after a condition that name this place."""
    how: str
    """How its cards come, in words."""
    passing: frozenset[str] = frozenset()
    """Cards that do not stay, so that another one comes at once."""
    most_passing: int | None = None
    """How many of these leave the pile in one refill; the others are shuffled back into it."""
    rulings: tuple[str, ...] = ()
    refuse: Callable[[str], str] = _anything
    """Why a card never comes from it, as a phrase about the card; empty if it may come."""


S = TypeVar("S")
A = TypeVar("A")


class Odds(ABC, Generic[S, A]):
    """The chances of a hand dealt from a deck. A game gives the deck, what judges a hand, and the figures
    over all hands.
    """

    hand: int
    """The number of cards in a hand; a smaller deck is dealt whole. 0: no hand is dealt; the position itself
    is judged, and the judge follows the cards of the deck one by one.
    """
    dealt_from: ClassVar[str] = "the deck"
    """What is shuffled together, in words."""
    has_events: ClassVar[bool] = True
    """Whether events can be asked about."""
    if_they_come: ClassVar[tuple[str, ...]] = ()
    """The sections whose lines are only told if their chance is above 0 in one of the decks."""

    def __init__(self, position: Position[S, A]) -> None:
        self.position = position

    @abstractmethod
    def deck(self, all_cards: bool) -> Sequence[str]:
        """The cards that hands are dealt from, by id; with `all_cards` those of the hand too.

        Raises UsageError when part of them is unknown.
        """

    @abstractmethod
    def judging(self, deck: Sequence[str], draws: bool) -> Work[Hand, Figures]:
        """Judges a hand of this deck. `draws`: whether hands draw where that is best."""

    def playing(self, deck: Sequence[str]) -> Work[Hand, Figures] | None:
        """Plays the position on once, at random by the seed that stands for a hand; None where hands are
        dealt.
        """
        return None

    @abstractmethod
    def sections(self, found: Estimator) -> Iterable[Section]:
        """The figures over all hands."""

    @property
    def left_out(self) -> int | None:
        """The figure that is (1,) for a hand with lines left out, else (0,); None if there is no such
        figure.
        """
        return None

    def order(self, card: str) -> tuple[object, ...]:
        """The sort key of cards in a hand, so that hands with the same beginning follow each other."""
        return (card,)

    def find_card(self, name: str, found: Diagnostics) -> str:
        """The card that a name means; empty, with a report, for none."""
        return self.position.find_card(name, found)

    def card_name(self, card: str) -> str:
        """What a card of the deck is called."""
        return self.position.ruleset.cards[card].name

    def share(self, deck: Sequence[str], draws: bool) -> int:
        """How many hands are worth sending to a worker together."""
        return SHARE

    def against(self, names: Sequence[str]) -> Self:
        """The same odds, but hands meet the named cards instead of those in the position.

        Raises InputError for a name that is no card, UsageError for what hands cannot meet.
        """
        raise UsageError(f"{self.position.ruleset.title} takes no `--against`")

    def next_hands(self) -> Hands:
        """How the next hands of the position are drawn. Raises UsageError as `deck` does."""
        return Hands(piles.shuffled(tuple(self.deck(False))), (), self.hand)

    def arrivals(self) -> Iterable[Arrivals]:
        """The places of the table that are filled from piles."""
        return ()

    def refuse_copies(self, card: str, copies: int) -> str:
        """Why a deck cannot hold this many copies of a card, once one is added; empty if it can."""
        return ""

    def exchange(self, text: str) -> tuple[Sequence[str], Sequence[str]] | None:
        """The cards that leave a deck and those that enter it, by what changes several at once; None for a
        text that names cards.
        """
        return None

    def notes(self, wish: DeckWish, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        """What else should be known of the chances."""
        if any(len(deck) < self.hand for deck in decks):
            yield f"a deck of fewer than {self.hand} cards is dealt whole"

    def asides(self) -> Iterator[str]:
        """What a brief answer leaves out: notes that change none of its numbers."""
        return iter(())


ODDS: Question[[], Odds[Any, Any]] = Question(name="odds")
"""Finds the chances of a hand of the deck; see `tsolve.api.odds`."""


REFILL = "refill"


class Asked(NamedTuple):
    """An event with the supply that it is about; None for the own hands."""

    event: Event
    arrivals: Arrivals | None
    within: int | None
    """How many hands or refills; None if the event does not say it."""

    @property
    def supply(self) -> str:
        """The id of the supply."""
        return HAND if self.arrivals is None else self.arrivals.id


class Events(Generic[S, A]):
    """The events of one position."""

    def __init__(self, odds: Odds[S, A]) -> None:
        self._odds = odds
        self._ruleset = odds.position.ruleset
        self._arrivals = tuple(odds.arrivals())

    # what is asked

    def read(self, texts: Sequence[tuple[str, Span]], hands: int | None, refills: int | None) -> list[Asked]:
        """The events that these texts ask about. Raises InputError with every mistake in them."""
        found = Diagnostics()
        endings = [ending for each in self._arrivals for ending in each.endings]
        asked: list[Asked] = []
        for text, place in texts:
            event = read_event(text, self._ruleset, self._odds.position.find_card, endings, found, place)
            if event is not None:
                asked += self._placed(event, hands, refills, found, place)
        found.raise_if_any()
        return asked

    def all_that_come(self, refills: int) -> list[Asked]:
        """For each known pile of the table: the event that each of its cards comes."""
        if not self._arrivals:
            raise UsageError(f"{self._ruleset.title} has no place that is refilled")
        asked = []
        for each in self._arrivals:
            for card in sorted(set(piles.contents(each.pile)), key=self._name):
                count = Count(frozenset((card,)), self._name(card))
                asked.append(Asked(Event(count, each.endings[0]), each, refills))
        if not asked:
            raise UsageError(_unknown_pile(self._arrivals[0]))
        return asked

    def _placed(
        self, event: Event, hands: int | None, refills: int | None, found: Diagnostics, place: Span
    ) -> Iterator[Asked]:
        """The event with its supply, unless it cannot come from there."""
        fitting = self._supplies_of(event)
        if len(fitting) > 1:
            endings = " or ".join(f'"{each.endings[0]}"' for each in fitting)
            found.report("E209", "this may come from several piles", place, f"end with {endings}")
            return
        arrivals = fitting[0] if fitting else None
        unit = HAND if arrivals is None else REFILL
        if event.unit not in ("", unit):
            there = "the hands" if arrivals is None else arrivals.name
            found.report("E209", f"{there}: count {unit}s, not {event.unit}s", place)
            return
        refuse = self._odds.next_hands().refuse if arrivals is None else arrivals.refuse
        for part in event.condition.parts():
            reasons = [refuse(card) for card in sorted(part.cards.intersection(self._ruleset.cards))]
            if all(reasons):
                found.report("E305", f"{part.words} {reasons[0]}", place, self._other_places(part))
                return
        usual = hands if arrivals is None else refills
        yield Asked(event, arrivals, usual if event.within is None else event.within)

    def _supplies_of(self, event: Event) -> list[Arrivals]:
        """The piles that an event names; else, if it counts refills or no hand can hold its cards, the piles
        that can bring them. Empty: the player's own hands.
        """
        if event.ending:
            return [each for each in self._arrivals if event.ending in each.endings]
        cards = set(chain.from_iterable(part.cards for part in event.condition.parts()))
        cards &= self._ruleset.cards.keys()
        if event.unit != REFILL and not all(map(self._odds.next_hands().refuse, cards)):
            return []
        return [each for each in self._arrivals if not all(map(each.refuse, cards))]

    def _other_places(self, part: Count) -> str:
        cards = part.cards.intersection(self._ruleset.cards)
        fitting = (each for each in self._arrivals if not all(map(each.refuse, cards)))
        return " or ".join(f'write "{part.say()} {each.endings[0]}"' for each in fitting)

    # what comes of it

    def hands(self, deck: Sequence[str] | None) -> Hands:
        """The hands that come: of the position, or of a deck that is shuffled together."""
        usual = self._odds.next_hands()
        if deck is None:
            return usual
        return Hands(piles.shuffled(tuple(deck)), (), usual.size, usual.rulings)

    def chances(self, asked: Asked, deck: Sequence[str] | None, title: str) -> EventOdds:
        """The chances of an event. Raises UsageError where too little is known, TooLargeError."""
        condition = asked.event.condition
        if asked.arrivals is None:
            hands = self.hands(deck)
            within, cards = asked.within or 1, (*piles.contents(hands.deck), *hands.discard)
            found = _in_hands(hands, within, condition)
            timed = False
        else:
            pile = asked.arrivals.pile
            cards = piles.contents(pile)
            found, within, timed = _in_refills(asked.arrivals, asked.within, condition)
        certain = bool(found) and found[-1] == 1
        return EventOdds(
            event=" ".join(
                filter(None, (condition.say(), "" if asked.arrivals is None else asked.event.ending))
            ),
            supply=asked.supply,
            deck=title,
            unit=HAND if asked.arrivals is None else REFILL,
            within=within,
            chance=exact(found[min(within, len(found)) - 1] if found else 0),
            by=tuple(EventChance(number, exact(chance)) for number, chance in enumerate(found, 1)),
            meant=tuple(self._meant(condition, cards)),
            earliest=next((n for n, chance in enumerate(found, 1) if chance), None) if timed else None,
            latest=found.index(Fraction(1)) + 1 if timed and certain else None,
            mean=exact(sum((1 - chance for chance in found), Fraction(1))) if timed and certain else None,
        )

    def supply(self, asked: Asked, deck: Sequence[str] | None, title: str) -> Supply:
        """Where the cards of an event come from."""
        if asked.arrivals is not None:
            each = asked.arrivals
            cards = self._counted(piles.contents(each.pile))
            return Supply(each.id, "", each.name, REFILL, cards, each.how, each.rulings)
        hands = self.hands(deck)
        cards = self._counted((*piles.contents(hands.deck), *hands.discard))
        return Supply(HAND, title, "the deck", HAND, cards, _how(hands), hands.rulings)

    def notes(self, asked: Asked, deck: Sequence[str] | None) -> Iterator[str]:
        """What else should be known of an event."""
        if asked.arrivals is None:
            hands = self.hands(deck)
            there, name = Counter((*piles.contents(hands.deck), *hands.discard)), "the deck"
        else:
            there, name = Counter(piles.contents(asked.arrivals.pile)), asked.arrivals.name
        for part in asked.event.condition.parts():
            if part.least and not any(there[card] for card in part.cards):
                elsewhere = self._other_places(part) if asked.arrivals is None else ""
                yield f"no {part.words} is in {name}{f': {elsewhere} for another place' if elsewhere else ''}"
        twice = sorted(card for card in _counting_twice(asked.event.condition) if there[card])
        if twice:
            yield f"one card may count for both sides of an `and`: {', '.join(map(self._name, twice))}"

    def _meant(self, condition: Condition, cards: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        for part in dict.fromkeys(condition.parts()):
            if not part.is_card:
                yield part.words, tuple(sorted({self._name(card) for card in cards if card in part.cards}))

    def _counted(self, cards: Sequence[str]) -> tuple[tuple[int, str], ...]:
        return tuple((count, name) for name, count in sorted(Counter(map(self._name, cards)).items()))

    def _name(self, card: str) -> str:
        return self._ruleset.cards[card].name


def _in_hands(hands: Hands, count: int, condition: Condition) -> list[Fraction]:
    """For each of the next hands the chance that one of them so far fulfils the condition."""
    above = piles.contents(piles.above_unknown(hands.deck))
    layers = [layer for segment in hands.deck for layer in segment.layers]
    there = sum(layer.places for layer in layers) if layers else len(above)
    if (piles.has_unknown(hands.deck) or layers) and there < count * hands.size:
        raise UsageError(
            "odds need the cards of the deck, which are unknown; write them as `deck: {rest: [...]}`"
        )
    sorting = _Sorting(condition, (*above, *hands.discard))
    discard = sorting.counted(hands.discard)
    return hands_that_fit(by_sort(hands.deck, sorting.sorts), discard, hands.size, count, sorting.fits)


def _in_refills(
    arrivals: Arrivals, within: int | None, condition: Condition
) -> tuple[list[Fraction], int, bool]:
    """For each of the next refills the chance that what came so far fulfils the condition; within how many it
    is asked for; and whether it is told when: then as many refills are looked at as there can be.
    """
    pile = arrivals.pile
    sorting = _Sorting(condition, piles.contents(pile), arrivals.passing, _held_in_layers(pile))
    named = tuple(_renamed(segment, sorting.name) for segment in pile)
    refills = Refills(named, frozenset(map(sorting.name, sorting.passing)), arrivals.most_passing)
    asked, timed = within or 1, condition.grows
    whole = len(piles.contents(pile)) + 1
    found = refills_that_fit(refills, max(asked, whole) if timed else asked, condition.holds)
    if piles.has_unknown(pile) and len(found) < asked:
        raise UsageError(_unknown_pile(arrivals))
    return found, asked, timed


class _Sorting:
    """Groups cards that a condition does not distinguish into one sort."""

    def __init__(
        self,
        condition: Condition,
        cards: Sequence[str],
        passing: frozenset[str] = frozenset(),
        apart: frozenset[str] = frozenset(),
    ) -> None:
        """`passing` cards are distinguished from the others, and each of `apart` from all others."""
        parts = [part.cards for part in condition.parts()]
        marks = {
            card: (card in passing, card * (card in apart), *(card in part for part in parts))
            for card in cards
        }
        numbers = {mark: number for number, mark in enumerate(dict.fromkeys(marks.values()))}
        self.sorts: Mapping[str, int] = {card: numbers[mark] for card, mark in marks.items()}
        self.passing = passing.intersection(cards)
        self._one_of_each = [next(card for card in marks if marks[card] == mark) for mark in numbers]
        self._condition = condition

    def counted(self, cards: Sequence[str]) -> Taken:
        """How many cards of each sort these are."""
        counts = Counter(self.sorts[card] for card in cards)
        return tuple(counts[number] for number in range(len(self._one_of_each)))

    def name(self, card: str) -> str:
        """One card for all of its sort."""
        return self._one_of_each[self.sorts[card]]

    def fits(self, taken: Taken) -> bool:
        """Whether so many cards of each sort fulfil the condition."""
        return self._condition.holds(dict(zip(self._one_of_each, taken, strict=True)))


def _held_in_layers(pile: Pile) -> frozenset[str]:
    """The cards that are known to lie in a certain layer."""
    return frozenset(card for segment in pile for layer in segment.layers for card in layer.holds)


def _renamed(segment: Segment, name: Callable[[str], str]) -> Segment:
    """A segment with one name for all cards of a sort."""
    cards = map(name, segment.cards)
    layers = (Layer(layer.places, tuple(sorted(map(name, layer.holds)))) for layer in segment.layers)
    in_order = tuple(cards) if segment.order == "known" else tuple(sorted(cards))
    return Segment(in_order, segment.order, tuple(layers))


def _counting_twice(condition: Condition) -> set[str]:
    """The cards that may count for several sides of an `and`."""
    if not isinstance(condition, Both):
        below = getattr(condition, "conditions", ())
        return set().union(*map(_counting_twice, below))
    sides = [
        set(chain.from_iterable(part.cards for part in each.parts() if part.least))
        for each in condition.conditions
    ]
    twice = {
        card
        for index, side in enumerate(sides)
        for card in side
        if any(card in other for other in sides[:index])
    }
    return twice.union(*map(_counting_twice, condition.conditions))


def _how(hands: Hands) -> str:
    """How the hands are drawn, in words."""
    deck, later = len(piles.contents(hands.deck)), len(hands.discard)
    first = f"{hands.size} of the {deck} cards of the deck"
    if deck <= hands.size:
        first = f"the {deck} cards of the deck" if deck else ""
    thrown = f"the {later} cards of the discard pile and the hand, shuffled" if later else ""
    if deck >= hands.size:
        return first
    return ", then ".join(filter(None, (first, thrown))) or "no card"


def _unknown_pile(arrivals: Arrivals) -> str:
    return f"the cards of {arrivals.name} are unknown"
