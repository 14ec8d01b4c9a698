"""An unknown Village: whether the player could get something there, and positions with a known one. What is
impossible with more for sale is impossible with less, so a Village with every sort of card stands for all
possible ones. (QUEST-4.4, QUEST-8.4)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.engine import Arrival, explore
from tsolve.games.quest.actions import Action
from tsolve.games.quest.effects.abilities import BorrowHero, BuyCard, RaiseHero
from tsolve.games.quest.scoring import cards_of, is_market_card
from tsolve.games.quest.state import Stack, State
from tsolve.games.quest.turn.values import cost_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.effects.abilities import Ability
    from tsolve.games.quest.game import Quest

UNTOLD = "the position does not say what the Village sells"
EXAMPLE = "village: [Shortsword, Magic Missile, Gorlandor]"
_FROM_STACKS = (BuyCard, RaiseHero, BorrowHero)
"""Effects that take cards out of the stacks."""
_MOST_ANSWERS = 50
"""The most positions visited from the use of such a text to what it takes."""


def with_stacks(state: State, cards: Iterable[str]) -> State:
    """The position with one more stack in the Village of each of these cards."""
    more = (Stack(((card, 1),)) for card in cards)
    return replace(state, stacks=(*(state.stacks or ()), *more))


def needed(book: Book, state: State, action: Action) -> tuple[str, str] | None:
    """A card that the stacks must hold for an action, with the ruling that says so; None if it needs none."""
    if action.stock:
        return action.brings, action.stock
    ability = action.ability_in(book, state)
    loans = [effect for effect in ability.do if isinstance(effect, BorrowHero)] if ability is not None else []
    if not loans:
        return None
    return next(hero.id for hero in _heroes(book) if hero.level == loans[0].level), "QUEST-0.16"


def might_sell(game: Quest, state: State) -> bool:
    """Whether some card of the box could be bought, levelled up to or borrowed here if the Village had it."""
    if state.stacks is not None or state.todo:
        return False
    full = with_everything(game.book, state)
    return any(_takes(game, full, action) for action in game.legal_actions(full))


def _takes(game: Quest, full: State, action: Action) -> bool:
    """Whether an action takes a card out of the stacks, at once or by a text of its card."""
    if action.stock:
        return True
    ability = action.ability_in(game.book, full)
    if ability is None or not takes_from_stacks([ability]):
        return False

    def answers(state: State) -> list[Action]:
        return game.legal_actions(state) if state.todo else []

    offered = islice(explore(game, Arrival(game.apply(full, action)), answers), _MOST_ANSWERS)
    return any(answer.stock for here in offered for answer in answers(here.state))


def takes_from_stacks(abilities: Iterable[Ability]) -> bool:
    """Whether one of these texts may take a card out of the stacks."""
    return any(isinstance(effect, _FROM_STACKS) for ability in abilities for effect in ability.do)


def with_everything(book: Book, state: State) -> State:
    """The position with every card of the box for sale."""
    return with_stacks(state, _box(book))


def with_every_sort(book: Book, state: State) -> State:
    """The position with the cheapest card of each sort for sale, and all Heroes who may be borrowed. What a
    turn can do with a purchase beside owning the card depends on its sort alone.
    """
    market = [card for card in map(book.card, _box(book)) if card.kind != "hero" or card.level == 1]
    market.sort(key=lambda card: cost_of(book, state, card), reverse=True)
    cheapest = {card.kind: card.id for card in market}
    lent = {
        effect.level
        for card in map(book.card, {*cards_of(state, state.active), *state.laid_out})
        for ability in card.abilities
        for effect in ability.do
        if isinstance(effect, BorrowHero)
    }
    heroes = (hero.id for hero in _heroes(book) if hero.level in lent)
    return with_stacks(state, dict.fromkeys((*cheapest.values(), *heroes)))


def _box(book: Book) -> tuple[str, ...]:
    """Every card that a Village may sell and whose price is known."""
    market = (card.id for card in book.cards.values() if is_market_card(card) and card.cost is not None)
    return (*market, *(hero.id for hero in _heroes(book)))


def _heroes(book: Book) -> Iterator[Card]:
    heroes = (card for card in book.cards.values() if card.kind == "hero")
    return (hero for hero in heroes if not hero.unsold and not hero.missing)
