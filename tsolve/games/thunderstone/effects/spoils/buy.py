"""A victory that opens the Village's doors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tsolve.games.thunderstone.actions import Action, Buy
from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.turn.market import for_sale, is_of_type, refuse_purchase
from tsolve.games.thunderstone.turn.purse import purse

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


_WORDS = {
    "any": "any card of the Village",
    "weapon": "a Weapon",
    "food": "a Food",
    "spell": "a Spell",
    "villager": "a Villager",
    "light_item": "an Item marked Light",
}


class BuySpoils(SpoilsEffect, frozen=True, tag="buy"):
    """Buy one card of this type with the gold of the revealed cards that survived. (TS-14.1)"""

    buys = True
    type: Literal["any", "weapon", "food", "spell", "villager", "light_item"]

    def attempts(self, book: Book, state: State) -> list[Action]:
        return [Buy(card) for card in for_sale(book, state)]

    def refuse(self, book: Book, state: State, action: Action) -> Reason | None:
        if not isinstance(action, Buy):
            return "these Spoils buy a card", ("TS-14.1",)
        if not is_of_type(book.card(action.card), self.type):
            what = _WORDS[self.type]
            return f"these Spoils buy {what} only, and {book.name(action.card)} is none", ("TS-14.1",)
        return refuse_purchase(book, state, action.card, purse(book, state))

    def answer(self, play: Play, source: str, action: Action) -> None:
        assert isinstance(action, Buy)
        play.stock(action.card, -1)
        play.gain(action.card)
        gold = purse(play.book, play.state)
        cost = play.book.card(action.card).cost or 0
        play.note("spoils", action.card, ("TS-14.1", f"card.{source}"), f"bought for {cost} of {gold} gold")

    def say(self) -> str:
        return f"buy {_WORDS[self.type]}"
