"""Stacks of the Marketplace and of the Guilds' Quarter. (QUEST-4.4, QUEST-4.7)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.state import Stack, State
from tsolve.games.quest.turn.stocking import restock

if TYPE_CHECKING:
    from tsolve.games.quest.play import Play


def top(stack: Stack) -> str:
    """The card on top of a stack; empty when nothing is left of it."""
    return stack.cards[0][0] if stack.cards else ""


def for_sale(state: State) -> list[str]:
    """The cards on top of all stacks. (QUEST-4.4)"""
    return [card for stack in state.stacks or () if stack.sold and (card := top(stack))]


def in_stacks(state: State) -> Iterator[str]:
    """Every kind of card left in some stack; a level is searched for below others. (QUEST-8.2)"""
    for stack in state.stacks or ():
        cards = stack.cards[:1] if stack.only_top else stack.cards
        yield from (card for card, _ in cards)


def with_stack(state: State, card: str) -> State:
    """One more stack in the Village, of this card alone."""
    return replace(state, stacks=(*(state.stacks or ()), Stack(((card, 1),))))


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
