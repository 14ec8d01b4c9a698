"""A card of the Village for one of the hand (Trader)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Take
from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn import market

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class TradeUp(Deed, frozen=True, tag="trade_up"):
    """Take a card of the Village, no Hero, that costs up to `plus` more than the destroyed one; it is no
    purchase. (TS-4.2, TS-3.5)
    """

    stated = True
    reveals = True
    trades = True
    needs_price = True
    plus: Number

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if state.stock is not None:
            return None
        card = state.party[use.card].card
        return "the position does not say what the Village sells", (f"card.{card}", "TS-4.4")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        cost = play.book.card(destroyed).cost or 0
        play.push(ChooseGoods(play.state.party[use.card].card, cost + self.plus))

    def say(self) -> str:
        return f"take a card of the Village, no Hero, that costs up to {self.plus} more"


class ChooseGoods(tasks.Task, frozen=True):
    """The player takes one of the cards on top of the stacks that cost no more than `limit`."""

    name = "goods"
    points = False
    asks = "a card of the Village must be taken"
    source: str
    limit: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if self.options(book, state) else tasks.ENGINE

    def run(self, play: Play) -> None:
        note = f"no card that costs {self.limit} or less can be taken"
        play.note("effect", self.source, (f"card.{self.source}", "TS-18.3"), note)

    def options(self, book: Book, state: State) -> list[Action]:
        tops = market.for_sale(book, state)
        return [Take(card) for card in tops if card not in book.heroes and book.costs[card] <= self.limit]

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "TS-4.2"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if isinstance(action, Take) and action.card in book.cards:
            card = book.card(action.card)
            if card.is_hero:
                return f"{card.name} is a Hero", (f"card.{self.source}",)
            if not market.left_of(state, card.id):
                return f"the Village has no {card.name} left", ("TS-1.4",)
            return f"{card.name} costs {card.cost or 0}, more than {self.limit}", (f"card.{self.source}",)
        return f"first, {self.asks}", self.grounds(book, state)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Take)
        play.stock(action.card, -1)
        play.gain(action.card)
        tally = play.state.tally
        play.set(tally=replace(tally, taken=(*tally.taken, action.card)))
        rulings = (*self.grounds(play.book, play.state), "TS-3.5")
        play.note("effect", action.card, rulings, "taken from the Village, to the discard pile")
