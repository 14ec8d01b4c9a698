"""Purchases that a text allows, mostly as Spoils: with the gold of the cards laid out. (QUEST-5.27)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import TOKENS, Action, Buy, BuyToken, Pass
from tsolve.games.quest.effects.abilities import BuyCard
from tsolve.games.quest.state import AFTER_GOLD
from tsolve.games.quest.turn import tokens
from tsolve.games.quest.turn.attack import gold_of
from tsolve.games.quest.turn.completing import MayRecruit
from tsolve.games.quest.turn.leaving import MayLeave
from tsolve.games.quest.turn.market import for_sale, take
from tsolve.games.quest.turn.timing import phase_of
from tsolve.games.quest.turn.values import cost_of, is_a

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


class MayBuy(tasks.Choice, frozen=True):
    """One card of these sorts may be bought."""

    asks = "buy a card, or pass"
    effect: BuyCard
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        gold = gold_left(book, state) + self.effect.more_gold
        cards = [
            card
            for card in dict.fromkeys(for_sale(state))
            if cost_of(book, state, book.card(card)) <= gold
            and any(is_a(book, book.card(card), sort) for sort in self.effect.sorts)
        ]
        found: list[Action] = [*map(Buy, cards)]
        if self.effect.on_deck:
            found += [Buy(card, on_deck=True) for card in cards]
        return [*found, Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return _allowed_by(state), self.ruling

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, Buy):
            return super().refuse(book, state, action)
        card, rulings = book.card(action.card), self.rulings_for(book, state)
        if action.card not in for_sale(state):
            return f"{card.name} is on top of no stack", ("QUEST-4.7", *rulings)
        if not any(is_a(book, card, sort) for sort in self.effect.sorts):
            return f"{card.name} is not {' or '.join(self.effect.sorts)}", rulings
        cost, gold = cost_of(book, state, card), gold_left(book, state) + self.effect.more_gold
        if cost > gold:
            return f"{card.name} costs {cost} gold, you have {gold}", ("QUEST-4.4", *rulings, card.ruling)
        return super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Buy):
            return
        price = max(cost_of(play.book, play.state, play.book.card(action.card)) - self.effect.more_gold, 0)
        _pay(play, action.card, price, self.ruling)
        take(play, action.card)
        play.gain(action.card, action.on_deck)
        play.push(MayLeave(), *(() if action.on_deck else (MayRecruit(action.card),)))


class MayBuyGear(tasks.Choice, frozen=True):
    """Gear tokens may be bought, one after the other."""

    asks = "buy a Gear token, or pass"
    left: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        gold = gold_left(book, state)
        prices = {token: book.card(tokens.PRICES[token]).cost or 0 for token in TOKENS}
        left = (token for token in TOKENS if tokens.none_left(book, state, token) is None)
        return [*(BuyToken(token) for token in left if prices[token] <= gold), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "QUEST-9.5", self.ruling

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        if not isinstance(action, BuyToken):
            return super().refuse(book, state, action)
        if (none := tokens.none_left(book, state, action.token)) is not None:
            return none
        card = book.card(tokens.PRICES[action.token])
        gold = gold_left(book, state)
        told = f"{tokens.called(action.token)} costs {card.cost or 0} gold, you have {gold}"
        return told, (*self.rulings_for(book, state), card.ruling)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, BuyToken):
            card = play.book.card(tokens.PRICES[action.token])
            _pay(play, card.id, card.cost or 0, self.ruling)
            play.tokens(action.token, 1)
            if self.left > 1:
                play.push(MayBuyGear(self.left - 1, self.ruling))


def gold_left(book: Book, state: State) -> int:
    """The gold that may be spent now: in the Village what was summed, as far as it is left. (QUEST-4.3)"""
    return state.gold if state.phase in AFTER_GOLD else gold_of(book, state) - state.spent_gold


def _pay(play: Play, card: str, price: int, ruling: str) -> None:
    before = gold_left(play.book, play.state)
    if play.state.phase in AFTER_GOLD:
        play.set(gold=before - price)
    else:
        play.set(spent_gold=play.state.spent_gold + price)
    rulings = _allowed_by(play.state), ruling
    play.note("buying", card, rulings, "bought", "gold", before, before - price)


def _allowed_by(state: State) -> str:
    """The rule that lets abilities be used now."""
    return {"village": "QUEST-4.2", "dungeon": "QUEST-5.2"}.get(phase_of(state), "QUEST-5.27")
