"""The decks whose odds are asked for, and the notes on those odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tsolve.cardkit import piles
from tsolve.errors import UsageError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.chances.against import with_hall
from tsolve.games.thunderstone.chances.battle import can_reveal
from tsolve.games.thunderstone.chances.figures import sections
from tsolve.games.thunderstone.chances.table import table_of
from tsolve.games.thunderstone.chances.work import HandWork, Quantities
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.turn.market import for_sale
from tsolve.games.thunderstone.turn.order import HAND_SIZE
from tsolve.model.odds import DeckWish, Section
from tsolve.turns.odds.deal import SHARE
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.odds import Odds

SLOW_SHARE = 5
"""Hands of a share where cards draw or change the Hall."""


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
                "odds need the cards of the deck, which are unknown; write them as `deck: {rest: [...]}`"
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
        if state.stock is None:
            yield "the position does not say what the Village sells"
        yield from super().notes(wish, decks)
        yield from self._on_draws(wish.draws, decks)

    def _on_draws(self, draws: bool, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        cards = dict.fromkeys(chain.from_iterable(sorted(set(deck), key=self.order) for deck in decks))
        places = ["dungeon", "village"] if self.monsters else ["village"]
        revealing = (card for card in cards if any(can_reveal(self.book, card, place) for place in places))
        names = ", ".join(map(self.book.name, revealing))
        if names and draws:
            yield f"cards that draw or change the Hall are used where that is best: {names}"
        elif names:
            yield f"cards that could draw or change the Hall are not used: {names}"
