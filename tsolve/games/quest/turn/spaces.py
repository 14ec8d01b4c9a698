"""Spaces of the Village that one card fills, and the decks from which the next one comes: the Marketplace of
an epic game, and Class decks, which lie face up. (QUEST-16.3 to QUEST-16.6)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import DestroyWare, Reveal, TakeWare
from tsolve.games.quest.state import CLASSES, MARKET, Choice, NextCard, Stack, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play


ANY = "any"
"""Stands for the type of a space for any card."""
UNSEEN = ""
"""Stands for a card that nobody names."""


def is_epic(state: State) -> bool:
    """Whether the Marketplace has spaces. (QUEST-16.3)"""
    return any(stack.space in (*MARKET, ANY) for stack in state.stacks or ())


def has_class_decks(state: State) -> bool:
    """Whether the Heroes lie in Class decks. (QUEST-16.6)"""
    return any(stack.space in CLASSES for stack in state.stacks or ())


def titles_of(
    cards: Mapping[str, Card],
    stacks: Iterable[Stack] | None,
    wares: Iterable[tuple[str, Pile]],
    sold_out: Iterable[str] = (),
) -> tuple[str, ...]:
    """The titles of all that the Village sells, or sold from the start, in the order of the alphabet."""
    lying = (card for stack in stacks or () if stack.sold for card, _ in stack.cards)
    coming = (card for _, deck in wares for card in piles.contents(deck))
    return tuple(sorted({cards[card].hero_title for card in (*lying, *coming, *sold_out)}))


def deck_of(state: State, kind: str) -> Pile:
    """What is left of the deck of a type or of a Class."""
    return dict(state.wares).get(kind, EMPTY)


def _fill(play: Play, place: int, card: str, kind: str, deck: Pile) -> None:
    """A card comes into a space; `deck` is then left of the deck of its type or Class."""
    stacks, wares = list(play.state.stacks or ()), dict(play.state.wares)
    stacks[place] = replace(stacks[place], cards=((card, 1),) if card else ())
    play.set(wares=tuple((wares | {kind: deck}).items()), stacks=tuple(stacks))


def put_on_top(play: Play, place: int, card: str) -> None:
    """A Hero comes back onto a Class deck."""
    stack = (play.state.stacks or ())[place]
    covered = piles.known(tuple(card for card, _ in stack.cards))
    _fill(play, place, card, stack.space, piles.stacked(covered, deck_of(play.state, stack.space)))


class NextWare(NextCard, frozen=True):
    """The top card of a deck comes into a space, if that is still empty."""

    space: int
    kind: str

    def pile(self, book: Book, state: State) -> Pile:
        is_filled = bool((state.stacks or ())[self.space].cards)
        return EMPTY if is_filled else deck_of(state, self.kind)

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-16.6",) if self.kind in CLASSES else ("QUEST-16.4",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        rulings = self.rulings_for(play.book, play.state)
        _fill(
            play, self.space, action.card, self.kind, piles.take(deck_of(play.state, self.kind), action.card)
        )
        where = "is on top of its Class deck" if self.kind in CLASSES else "comes to the Marketplace"
        play.note("market", action.card, rulings, where)


class Restock(NextWare, frozen=True):
    """A space is refilled once its card was taken. A question about one turn lets this wait."""


def restock(play: Play, place: int) -> None:
    """The space of a card that was just taken is refilled from its deck, if it has one. (QUEST-16.4)"""
    stack = (play.state.stacks or ())[place]
    if stack.space and not stack.cards and deck_of(play.state, stack.space):
        play.push(Restock(place, stack.space))


class DueWare(NextWare, frozen=True):
    """A postponed card comes, for it may be taken now. A line that does not take it need not name
    it: then it is still postponed.
    """

    def implicit(self) -> Reveal:
        return Reveal(UNSEEN)

    def answer(self, play: Play, action: Action) -> None:
        if action == Reveal(UNSEEN):
            play.set(postponed=(*play.state.postponed, Restock(self.space, self.kind)))
        else:
            super().answer(play, action)


def await_wares(play: Play, kinds: tuple[str, ...] = (*MARKET, *CLASSES)) -> None:
    """Postponed cards of these types and Classes come now, before somebody may take one of them; not what
    nobody knows.
    """
    due = [
        task
        for task in play.state.postponed
        if isinstance(task, Restock)
        and task.kind in kinds
        and not piles.is_unknown(task.pile(play.book, play.state))
    ]
    if due:
        play.set(postponed=tuple(task for task in play.state.postponed if task not in due))
        play.push(*(DueWare(task.space, task.kind) for task in due))


def may_fill(state: State, card: Card, kinds: Iterable[str] | None = None) -> bool:
    """Whether a card may come into a space, from the deck of its type or Class (one of these `kinds`)."""
    mine = card.classes if card.kind == "hero" and card.level == 1 else (card.kind,)
    decks = [deck_of(state, kind) for kind in mine if kinds is None or kind in kinds]
    return any(card.id in piles.contents(deck) or piles.has_unknown(deck) for deck in decks)


def may_have_come(state: State, card: Card) -> bool:
    """Whether a card may lie in a space for which a card is postponed."""
    return may_fill(state, card, [task.kind for task in state.postponed if isinstance(task, Restock)])


class FillSpace(Choice, frozen=True):
    """The Champion came to the Marketplace: a card of any Market deck comes into a space for any card. Where
    none is empty, a card of such a space is destroyed first. (QUEST-16.5)
    """

    asks = "choose the Market deck from which a card comes, or the card that makes room for it"

    def options(self, book: Book, state: State) -> list[Action]:
        decks = [kind for kind, pile in state.wares if kind in MARKET and pile]
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
            play.push(NextWare(place, action.kind))
