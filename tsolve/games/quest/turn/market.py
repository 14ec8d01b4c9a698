"""What the Village offers: the stacks of the Marketplace and the Guilds' Quarter, their refilling in an
epic game, borrowed Heroes, cards that leave after a purchase, and the Locations. (QUEST-3.4 to QUEST-3.7,
QUEST-4.4, QUEST-4.7, QUEST-4.8, QUEST-16.3 to QUEST-16.5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.quest.actions import Action, Destroy, Pass
from tsolve.games.quest.answers import Borrow, DestroyWare, Reveal, TakeWare
from tsolve.games.quest.effects.abilities import BuyCard
from tsolve.games.quest.effects.base import LeavesWithPurchase, LocationTwice
from tsolve.games.quest.effects.demands import BuyHeroes
from tsolve.games.quest.state import Choice, NextCard, Stack, State
from tsolve.games.quest.turn.values import is_a, traits_of

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play


ANY = "any"


def restock(play: Play, card: str) -> None:
    """The space of a card that was just bought is refilled from the deck of its type. (QUEST-16.4)"""
    for index, stack in enumerate(play.state.stacks or ()):
        if stack.space == play.book.card(card).kind and not stack.cards and deck_of(play.state, stack.space):
            play.push(Restock(index, stack.space))
            return


def deck_of(state: State, kind: str) -> Pile:
    """What is left of the Market deck of a type."""
    return dict(state.wares).get(kind, EMPTY)


class Restock(NextCard, frozen=True):
    """The top card of a Market deck comes into a space."""

    space: int
    kind: str

    def pile(self, book: Book, state: State) -> Pile:
        return deck_of(state, self.kind)

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-16.4",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        left = dict(play.state.wares)
        left[self.kind] = piles.take(left[self.kind], action.card)
        stacks = list(play.state.stacks or ())
        stacks[self.space] = replace(stacks[self.space], cards=((action.card, 1),))
        play.set(wares=tuple(left.items()), stacks=tuple(stacks))
        play.note("market", action.card, ("QUEST-16.4",), "comes to the Marketplace")


class FillSpace(Choice, frozen=True):
    """The Champion came to the Marketplace: a card of any Market deck comes into a space for any card. Where
    none is empty, a card of such a space is destroyed first. (QUEST-16.5)
    """

    asks = "choose the Market deck from which a card comes, or the card that makes room for it"

    def options(self, book: Book, state: State) -> list[Action]:
        decks = [kind for kind, pile in state.wares if pile]
        spaces = [stack for stack in state.stacks or () if stack.space == ANY]
        if not decks or not spaces:
            return []
        if all(stack.cards for stack in spaces):
            return [DestroyWare(card) for stack in spaces for card, _ in stack.cards]
        return [*map(TakeWare, decks)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-16.5",)

    def answer(self, play: Play, action: Action) -> None:
        stacks = list(play.state.stacks or ())
        if isinstance(action, DestroyWare):
            place = next(
                i for i, each in enumerate(stacks) if each.space == ANY and action.card in dict(each.cards)
            )
            stacks[place] = replace(stacks[place], cards=())
            play.set(stacks=tuple(stacks), removed=(*play.state.removed, action.card))
            play.note("market", action.card, ("QUEST-16.5", "QUEST-0.5"), "destroyed")
            play.push(self)
        else:
            assert isinstance(action, TakeWare)
            place = next(i for i, each in enumerate(stacks) if each.space == ANY and not each.cards)
            play.push(Restock(place, action.kind))


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
        cards = stack.cards[:1] if stack.only_top else stack.cards
        yield from (card for card, _ in cards)


def take(play: Play, card: str) -> None:
    """One copy of a card leaves its stack, when the stacks are known."""
    if play.state.stacks is not None:
        play.set(stacks=tuple(_without(stack, card) for stack in play.state.stacks))
        restock(play, card)


def stack_of(state: State, card: str) -> int:
    """The index of the stack in which a card is."""
    stacks = enumerate(state.stacks or ())
    return next(index for index, stack in stacks if card in dict(stack.cards))


def put_back(play: Play, index: int, card: str) -> None:
    """A Hero comes back to the stack, to its place by level. (QUEST-1.1)"""
    stacks = play.state.stacks or ()
    copies = Counter(dict(stacks[index].cards))
    copies[card] += 1
    cards = tuple(sorted(copies.items(), key=lambda each: play.book.card(each[0]).level or 0))
    play.set(stacks=(*stacks[:index], replace(stacks[index], cards=cards), *stacks[index + 1 :]))


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
