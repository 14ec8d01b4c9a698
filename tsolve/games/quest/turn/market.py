"""What the Village offers: the stacks of the Marketplace and the Guilds' Quarter, borrowed Heroes, cards that
leave after a purchase, and the Locations. (QUEST-3.4 to QUEST-3.7, QUEST-4.4, QUEST-4.7, QUEST-4.8)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.quest.actions import Action, Destroy, Pass
from tsolve.games.quest.answers import Borrow
from tsolve.games.quest.effects.abilities import BuyCard
from tsolve.games.quest.effects.base import LeavesWithPurchase, LocationTwice
from tsolve.games.quest.effects.demands import BuyHeroes
from tsolve.games.quest.state import MARKET, Choice, Stack, State
from tsolve.games.quest.turn.spaces import has_class_decks, is_epic, put_on_top, restock
from tsolve.games.quest.turn.values import is_a, traits_of

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play


def top(stack: Stack) -> str:
    """The card on top of a stack; empty when nothing is left of it."""
    return stack.cards[0][0] if stack.cards else ""


def for_sale(state: State) -> list[str]:
    """The cards on top of all stacks. (QUEST-4.4)"""
    return [card for stack in state.stacks or () if stack.sold and (card := top(stack))]


def sells(book: Book, text: BuyCard, card: Card) -> bool:
    """Whether a text allows buying such a card."""
    return any(is_a(book, card, sort) for sort in text.sorts)


def in_stacks(state: State) -> Iterator[str]:
    """Every kind of card left in some stack; a level is searched for below others. (QUEST-8.2)"""
    for stack in state.stacks or ():
        yield from (card for card, _ in stack.cards)


def may_lie_there(state: State) -> Iterator[str]:
    """Every kind of card that is in a stack or may come into a space this turn."""
    yield from in_stacks(state)
    for _, deck in state.wares:
        yield from piles.contents(deck)


def take(play: Play, card: str) -> None:
    """One copy of a card leaves its stack, when the stacks are known."""
    stacks = play.state.stacks
    if stacks is not None:
        place = stack_of(play.state, card)
        play.set(stacks=(*stacks[:place], _without(stacks[place], card), *stacks[place + 1 :]))
        restock(play, place)


def stack_of(state: State, card: str) -> int:
    """The index of the stack in which a card is."""
    stacks = enumerate(state.stacks or ())
    return next(index for index, stack in stacks if card in dict(stack.cards))


def put_back(play: Play, index: int, card: str) -> None:
    """A Hero comes back to the stack, to its place by level (QUEST-1.1); on top of a Class deck."""
    stacks = play.state.stacks or ()
    stack = stacks[index]
    if stack.space:
        put_on_top(play, index, card)
        return
    copies = Counter(dict(stack.cards))
    copies[card] += 1
    cards = tuple(sorted(copies.items(), key=lambda each: play.book.card(each[0]).level or 0))
    play.set(stacks=(*stacks[:index], replace(stack, cards=cards), *stacks[index + 1 :]))


def in_a_space(state: State, card: Card) -> bool:
    """Whether such a card lies in a space of its own when it is for sale. (QUEST-16.3, QUEST-16.6)"""
    return has_class_decks(state) if card.kind == "hero" else card.kind in MARKET and is_epic(state)


def not_on_top(state: State, card: Card) -> Reason:
    """Why a card that no stack has on top cannot be bought. (QUEST-4.4, QUEST-4.7, QUEST-16.4, QUEST-16.6)"""
    if not in_a_space(state, card):
        return f"{card.name} is on top of no stack", ("QUEST-4.4", "QUEST-4.7")
    if card.kind != "hero":
        return f"{card.name} lies in no space of the Marketplace", ("QUEST-4.4", "QUEST-16.4")
    if (card.level or 0) > 1:
        return f"{card.name} comes out of the box, and only level 1 is sold", ("QUEST-16.6", "QUEST-4.4")
    return f"{card.name} lies on top of no Class deck", ("QUEST-16.6", "QUEST-4.4")


def _without(stack: Stack, card: str) -> Stack:
    left = [(each, copies - (each == card)) for each, copies in stack.cards]
    return replace(stack, cards=tuple((each, copies) for each, copies in left if copies))


def uses_of(book: Book, state: State, location: str) -> int:
    """How often the text of this Location may be used; 0 if the Champion is not there."""
    if location == state.me.location:
        return 2 if traits_of(book, state, LocationTwice) else 1
    return int(location == state.also)


def temple_forbids(book: Book, state: State) -> bool:
    """Whether the Temple keeps Heroes from levelling up and the Champion from the Dungeon. (QUEST-3.4)"""
    there = state.me.location == "temple" and not traits_of(book, state, LocationTwice)
    return there or state.also == "temple"


def has_further_location(book: Book, state: State) -> bool:
    """Whether the Side Quest, completed, makes the text of one more Location available."""
    me = state.me
    return me.completed and isinstance(book.card(me.quest).aim, BuyHeroes)


def on_loan(book: Book, state: State, level: int) -> list[Borrow]:
    """The Heroes of a level that are left in the stacks."""
    cards = (card for stack in state.stacks or () if stack.sold for card, _ in stack.cards)
    heroes = (book.card(card) for card in dict.fromkeys(cards))
    return [Borrow(hero.id) for hero in heroes if hero.kind == "hero" and hero.level == level]


class BorrowOne(Choice, frozen=True):
    """A Hero is drawn out of his stack for the turn. (QUEST-0.16)"""

    asks = "choose the Hero to borrow"
    level: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*on_loan(book, state, self.level)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.16")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Borrow)
        lender = stack_of(play.state, action.card)
        take(play, action.card)
        play.lay_out(action.card)
        place = len(play.state.laid) - 1
        play.edit(place, lender=lender)
        play.note("ability", place, (self.ruling, "QUEST-0.16"), "borrowed for this turn")


class MayLeave(Choice, frozen=True):
    """One card with the trait may be destroyed, never more for one purchase."""

    def asked(self, book: Book, state: State) -> str:
        leaving = (
            state.laid[each.card].card for each in self.options(book, state) if isinstance(each, Destroy)
        )
        names = " or ".join(map(book.name, dict.fromkeys(leaving)))
        return f"finish the purchase: destroy one {names}, or pass"

    def options(self, book: Book, state: State) -> list[Action]:
        leaving = (
            place
            for place in state.firsts()
            for trait in book.card(state.laid[place].card).traits
            if isinstance(trait, LeavesWithPurchase)
        )
        return [*map(Destroy, leaving), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-4.8",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Destroy):
            card = play.book.card(play.state.laid[action.card].card)
            play.note("buying", action.card, ("QUEST-4.8", card.ruling), "destroyed after the purchase")
            play.destroy(action.card)
