"""The decks whose odds are asked for, and the notes on those odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Segment
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.chances.against import with_hall
from tsolve.games.thunderstone.chances.battle import can_reveal
from tsolve.games.thunderstone.chances.figures import sections
from tsolve.games.thunderstone.chances.table import table_of
from tsolve.games.thunderstone.chances.work import HandWork, Quantities
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK
from tsolve.games.thunderstone.turn.market import for_sale
from tsolve.games.thunderstone.turn.order import HAND_SIZE
from tsolve.model.odds import DeckWish, Section
from tsolve.turns.odds.deal import SHARE
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.odds import Odds
from tsolve.turns.odds.supplies import Arrivals, Hands

SLOW_SHARE = 5
"""Hands of a share where cards draw or change the Hall."""


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

    opened: Opened
    hand = HAND_SIZE
    dealt_from = "the deck and the discard pile"

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened)
        self.book, self.state = opened.book, opened.state
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
        return HandOdds(with_hall(self.opened, names))

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
        facts = self.opened.ruleset.cards.get(card)
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
            yield "the position does not say what the Village sells"

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
