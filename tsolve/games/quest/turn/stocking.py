"""The Marketplace of an epic game: its spaces are refilled from decks. (QUEST-16.3 to QUEST-16.5)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, DestroyWare, Reveal, TakeWare

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State

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


class Restock(tasks.NextCard, frozen=True):
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


class FillSpace(tasks.Choice, frozen=True):
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
