"""The chances of a hand from a deck: the Monsters of `odds --against`, the figures of each hand, work that
can be split among processes, notes, and what a puzzle expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Segment
from tsolve.chances.events import Arrivals, Hands, Odds
from tsolve.chances.hands import SHARE, Estimator, Figures, Outcome, chance_of, mean_of, spread_of
from tsolve.chances.odds import OddsJudge, bars_of
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.judging.odds_hand import Battles, Purses, Table, can_reveal, table_of
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import UNSEEN, Slot, State
from tsolve.games.thunderstone.turn.drawing import HAND_SIZE
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK, RANKS, Target
from tsolve.games.thunderstone.turn.village import UNTOLD, for_sale
from tsolve.games.thunderstone.writing.statements import OddsExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.facts import answered
from tsolve.model.odds import DeckOdds, DeckWish, Figure, Line, Row, Section, Threshold

EMPTY, UNKNOWN = "none", "unknown"


def with_hall(position: ThunderstonePosition, names: Sequence[str]) -> ThunderstonePosition:
    """The position with another Hall, named Rank by Rank.

    Raises InputError for a name that is no card, UsageError for a Hall that cannot be.
    """
    if len(names) != len(RANKS):
        raise UsageError(f"the Hall has {len(RANKS)} Ranks, not {len(names)}")
    first, *others = [_standing(position, name, rank) for rank, name in enumerate(names, start=1)]
    return position.at(replace(position.state, hall=(replace(first, breached=True), *others)))


def _standing(position: ThunderstonePosition, name: str, rank: int) -> Slot:
    """The card of that name in a Rank."""
    if name.casefold() in (EMPTY, UNKNOWN):
        return Slot(UNSEEN if name.casefold() == UNKNOWN else "")
    card = position.book.cards[position.card(name)]
    if card.kind not in ("monster", "guardian", "thunderstone"):
        raise UsageError(f"{card.name} cannot stand in the Hall")
    if rank == 1 and card.kind == "guardian":
        raise UsageError(f"{card.name} does not stay in Rank 1: it leaves the Hall for space 0")
    if rank == 1 and card.kind == "thunderstone":
        raise UsageError("a Thunderstone in Rank 1 ends the game")
    return Slot(card.id)


class Quantities(NamedTuple):
    """The place of each quantity among the figures of a hand."""

    monsters: int
    """The number of Monsters; their figures come first."""

    @property
    def turn(self) -> int:
        """The best Dungeon turn: (win, VP, XP)."""
        return self.monsters

    @property
    def left_out(self) -> int:
        """Whether lines were left out: (0,) or (1,)."""
        return self.monsters + 1

    @property
    def gold(self) -> int:
        """The most gold: (gold,)."""
        return self.monsters + 2


class HandWork(msgspec.Struct, frozen=True):
    """Judging hands dealt from a deck. (`tsolve.batch.Work`)"""

    table: Table
    deck: tuple[str, ...]
    draws: bool = True
    """Whether hands draw and change the Hall where that is best."""

    def open(self) -> Callable[[tuple[str, ...]], Figures]:
        """Get the rules ready."""
        game = self.table.game()
        battles = Battles(game, self.table, self.deck, self.draws)
        purses = Purses(game, self.table, self.deck, self.draws)

        def judge(hand: tuple[str, ...]) -> Figures:
            return [*battles.figures(hand), purses.figures(hand)]

        return judge


def sections(
    book: Book, monsters: Mapping[Target, int], for_sale: Sequence[str], found: Estimator
) -> Iterator[Section]:
    """The figures of one deck; `monsters` with their places."""
    at = Quantities(len(monsters))
    if monsters:
        rows = (
            _against(book, found, number, target, place)
            for number, (target, place) in enumerate(monsters.items())
        )
        yield Section("dungeon", "In the Dungeon", "Monster", (*rows, _any(found, at)), (_turn(found, at),))
    gold = spread_of(found, at.gold, "gold", "most gold", "most gold", "gold", "Most gold")
    yield Section("village", "In the Village", lines=(Line("most gold", (gold,), "on average"),))
    if for_sale:
        yield Section("stacks", about="stack", rows=tuple(_stack(book, found, at, card) for card in for_sale))


def _against(book: Book, found: Estimator, number: int, target: Target, place: int) -> Row:
    """One Monster of the Hall. Its mean counts hands that cannot attack it as 0."""
    monster, called = book.card(target.monster), target.say(book)
    where = f"Rank {place}" if place > 0 else "space 0"
    attack = spread_of(
        found,
        number,
        "attack",
        "best attack",
        f"best attack against {called}",
        MEASURES.called("total"),
        f"Best attack against {monster.name} in {where}",
        lambda outcome: (outcome[1] if outcome else None, _wins(outcome)),
        "cannot be attacked",
    )
    defeated = chance_of(found, number, "defeated", "defeated", f"{called} defeated", _wins)
    health = Threshold("Health", monster.health or 0, "defeats it")
    return Row(monster.name, called, (defeated, attack), {"Rank": str(max(place, 0))}, health)


def _any(found: Estimator, at: Quantities) -> Row:
    defeated = chance_of(found, at.turn, "defeated", "defeated", "any Monster defeated", _wins)
    return Row("any of them", "any", (defeated,))


def _turn(found: Estimator, at: Quantities) -> Line:
    """The expected results of the best Dungeon turn: victory, Victory Points and XP."""
    levels = ((name, MEASURES.called(name), place) for name, place in (("xp", 2), ("vp", 1)))
    figures = (
        mean_of(found, at.turn, name, unit, f"{unit} of the best turn", unit, place)
        for name, unit, place in levels
    )
    return Line("best turn", tuple(figures), "expected")


def _stack(book: Book, found: Estimator, at: Quantities, card: str) -> Row:
    """The probability that the most gold is enough for the card on top of a stack."""
    name, cost = book.name(card), book.costs[card]
    title = f"{name} ({cost}) afforded"
    afforded = chance_of(found, at.gold, "afforded", "afforded", title, lambda outcome: outcome[0] >= cost)
    return Row(name, name, (afforded,), threshold=Threshold("cost", cost))


def _wins(outcome: Outcome) -> bool:
    return bool(outcome) and outcome[0] == 1


SLOW_SHARE = 5
"""The number of hands in one share of the work, if cards draw or change the Hall."""


_PASSING = ("trap", "treasure")
"""Kinds of card that do not stay in the Hall. (DS-6, DS-7)"""
_COMES = (
    "comes",
    "come",
    "enters",
    "enter",
    "comes into the Hall",
    "come into the Hall",
    "enters the Hall",
    "enter the Hall",
    "in the Hall",
    "in the Dungeon",
    "is revealed",
    "are revealed",
)


class HandOdds(Odds[State, Action]):
    """The chances of a hand against the Hall, and in the Village."""

    position: ThunderstonePosition
    hand = HAND_SIZE
    dealt_from = "the deck and the discard pile"

    def __init__(self, position: ThunderstonePosition) -> None:
        super().__init__(position)
        self.book, self.state = position.book, position.state
        self.table = table_of(self.book, self.state)
        self.monsters = self.table.monsters

    def deck(self, all_cards: bool) -> tuple[str, ...]:
        me = self.state.me
        if piles.has_unknown(me.deck):
            raise UsageError(
                "odds need the cards of the deck, which are unknown; write all that you own as `owned: [...]`"
            )
        hand = [member.card for member in self.state.party] if all_cards else []
        return (*piles.contents(me.deck), *me.discard, *hand)

    def judging(self, deck: Sequence[str], draws: bool) -> HandWork:
        return HandWork(self.table, tuple(sorted(deck)), draws)

    def sections(self, found: Estimator) -> Iterator[Section]:
        return sections(self.book, self.monsters, for_sale(self.book, self.state), found)

    @property
    def left_out(self) -> int:
        return Quantities(len(self.monsters)).left_out

    def order(self, card: str) -> tuple[object, ...]:
        return card not in self.book.heroes, card

    def share(self, deck: Sequence[str], draws: bool) -> int:
        slow = draws and any(can_reveal(self.book, card, "dungeon") for card in set(deck))
        return SLOW_SHARE if slow else SHARE

    def against(self, names: Sequence[str]) -> HandOdds:
        return HandOdds(with_hall(self.position, names))

    def next_hands(self) -> Hands:
        me = self.state.me
        held = (member.card for member in self.state.party if not member.left)
        return Hands(me.deck, (*me.discard, *held), HAND_SIZE, ("TS-3.2", "TS-3.4"), self._never_owned)

    def arrivals(self) -> tuple[Arrivals, ...]:
        how = "the next Monster, Guardian or Thunderstone fills Rank 3"
        passing = frozenset(id_ for id_, card in self.book.cards.items() if card.kind in _PASSING)
        deck = self.state.dungeon
        if any(card in passing for card in piles.contents(deck)):
            how += "; a Trap or a Treasure is carried out at once, and another card is turned up"
        return (
            Arrivals(
                "dungeon",
                "the Dungeon Deck",
                tuple(map(_unmarked, deck)),
                _COMES,
                how,
                passing,
                rulings=("TS-7.10", *(("DS-6", "DS-7") if "another" in how else ())),
                refuse=self._never_in_the_dungeon,
            ),
        )

    def _never_owned(self, card: str) -> str:
        facts = self.position.ruleset.cards.get(card)
        never = (*_PASSING, "setting", "thunderstone")
        return "never comes to a hand" if facts is not None and facts.kind in never else ""

    def _never_in_the_dungeon(self, card: str) -> str:
        facts = self.book.cards.get(card)
        if facts is not None and facts.kind in (*_PASSING, "monster", "guardian", "thunderstone"):
            return ""
        return "is no card of the Dungeon Deck"

    def refuse_copies(self, card: str, copies: int) -> str:
        facts = self.book.cards[card]
        if facts.kind == "thunderstone":
            return f"{facts.name} cannot be added to a deck"
        if not facts.is_disease and copies > facts.count:
            return f"{copies} x {facts.name}, but the box holds {facts.count}"
        return ""

    def notes(self, wish: DeckWish, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        state = self.state
        if state.party and not wish.all_cards:
            yield "the cards in hand are not counted; --all-cards counts them too"
        if any(len(segment.cards) > 1 and segment.order == "known" for segment in state.me.deck):
            yield "the order of the deck is not used: deck and discard pile are shuffled together"
        if not self.monsters:
            yield "no Monster is known to stand in the Hall; --against names them"
        elif any(slot.card == UNSEEN for slot in state.hall):
            yield "a card in the Hall is unknown: it is left out"
        yield from super().notes(wish, decks)
        yield from self._on_draws(wish.draws, decks)

    def asides(self) -> Iterator[str]:
        if self.state.stock is None:
            yield UNTOLD

    def _on_draws(self, draws: bool, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        cards = dict.fromkeys(chain.from_iterable(sorted(set(deck), key=self.order) for deck in decks))
        places = ["dungeon", "village"] if self.monsters else ["village"]
        revealing = (card for card in cards if any(can_reveal(self.book, card, place) for place in places))
        names = ", ".join(map(self.book.name, revealing))
        if names and draws:
            yield f"cards that draw or change the Hall are used where that is best: {names}"
        elif names:
            yield f"cards that could draw or change the Hall are not used: {names}"


def _unmarked(segment: Segment) -> Segment:
    """A part of the Dungeon Deck without the marks of spent Breaches."""
    cards = (card.removesuffix(BREACHED_MARK) for card in segment.cards)
    return Segment(tuple(cards), segment.order, segment.layers)


class HandOddsJudge(OddsJudge[State, Action]):
    """Judges the chances of one file."""

    expect: OddsExpectation
    meant: ClassVar[Mapping[str, tuple[str, str]]] = {"any": ("defeated", "any"), "purse": ("gold", "")}

    def __init__(self, position: ThunderstonePosition, expect: OddsExpectation) -> None:
        hands = HandOdds(position)
        super().__init__(hands, expect)
        self.position, self.monsters = position, hands.monsters

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        yield from self._stacks(deck)
        yield from self._defeated(deck)
        yield from self._attacked(deck)

    def _stacks(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        afforded = {row.called: figure for row, figure in deck.figures() if row and figure.id == "afforded"}
        for written, wanted in self.expect.afford.items():
            name = self.position.book.name(self.position.card(written))
            yield self.same(("afford", written), wanted, afforded.get(name), f"afford {name}")

    def _defeated(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        for written, wanted in self.expect.defeat.items():
            fitting = self._fitting(deck, written, "defeated")
            told = {called: figure.estimate.exact for called, figure in fitting.items()}
            path, what = ("defeat", written), f"defeat {self._said(written)}"
            if len(set(told.values())) > 1:
                yield answered(("odds", *path), f"odds {what}", False, str(Fraction(wanted)), _which(told))
            else:
                yield self.same(path, wanted, next(iter(fitting.values()), None), what)

    def _attacked(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        for written, numbers in self.expect.attack.items():
            figures = self._fitting(deck, written, "attack")
            path, what = ("attack", written), f"attack {self._said(written)}"
            if len({bars_of(figure) for figure in figures.values()}) > 1:
                told = _which(dict.fromkeys(figures, ""))
                yield answered(("odds", *path), f"odds {what}", False, "one Monster", told)
            else:
                yield from self.spread(path, numbers, next(iter(figures.values()), None), what)

    def _said(self, written: str) -> str:
        return self.position.target(written).say(self.position.book)

    def _fitting(self, deck: DeckOdds, written: str, id_: str) -> dict[str, Figure]:
        """The figures of the Monsters of the Hall that a name may mean."""
        target = self.position.target(written)
        called = {
            standing.say(self.position.book)
            for standing, place in self.monsters.items()
            if target.monster in ("", standing.monster) and target.is_in(place)
        }
        return {
            row.called: figure
            for row, figure in deck.figures()
            if row is not None and figure.id == id_ and row.called in called
        }


def _which(told: Mapping[str, str]) -> str:
    """An error: a name fits several Monsters whose figures differ."""
    return f"say which is meant: {'; '.join(f'{name} {chance}'.strip() for name, chance in told.items())}"
