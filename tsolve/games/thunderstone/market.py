"""The stacks of the Village: what lies on top, what it costs, what may be bought. (TS-2.2, TS-4.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import Reason
    from tsolve.games.thunderstone.state import State

Stack = tuple[str, ...]
"""The kinds of cards of one stack from the top down: a Hero's levels, or the one card of any other stack."""


def stacks(book: Book, state: State) -> tuple[Stack, ...]:
    """All stacks of the Village, in the order of the position."""
    found = book.stacks.get(state.stalls)
    if found is None:
        found = book.stacks[state.stalls] = _stacks(book, state.stalls)
    return found


def _stacks(book: Book, stalls: tuple[str, ...]) -> tuple[Stack, ...]:
    found: dict[str, list[str]] = {}
    for card_id in stalls:
        card = book.card(card_id)
        found.setdefault(card.group if card.kind == "hero" else card_id, []).append(card_id)
    by_level = (sorted(cards, key=lambda card_id: book.card(card_id).level or 0) for cards in found.values())
    return tuple(map(tuple, by_level))


def hero_stacks(book: Book, state: State) -> list[Stack]:
    """The Hero stacks, Militia included."""
    return [stack for stack in stacks(book, state) if stack[0] in book.heroes]


def top_of(state: State, stack: Stack) -> str:
    """The card on top of a stack, or an empty string. Lower levels lie above higher ones. (TS-2.2)"""
    for card in stack:
        if left_of(state, card):
            return card
    return ""


def left_of(state: State, card: str) -> int:
    """How many copies of a card the Village holds (0 when it is not sold, or the Village is not known)."""
    if state.stock is None or card not in state.stalls:
        return 0
    return state.stock[state.stalls.index(card)]


def for_sale(book: Book, state: State) -> list[str]:
    """The cards on top of the stacks."""
    return [card for stack in stacks(book, state) if (card := top_of(state, stack))]


def refuse_purchase(book: Book, state: State, card_id: str, gold: int) -> Reason | None:
    """Why this card cannot be bought with that gold, or None. (TS-4.4)"""
    card = book.card(card_id)
    if state.stock is None:
        return "the position does not say what the Village sells", ("TS-4.4",)
    if not left_of(state, card_id):
        return f"the Village has no {card.name} left", ("TS-1.4",)
    stack = next(stack for stack in stacks(book, state) if card_id in stack)
    if top_of(state, stack) != card_id:
        return f"{book.name(top_of(state, stack))} lies above {card.name}", ("TS-4.4",)
    if (card.cost or 0) > gold:
        return f"{card.name} costs {card.cost}, and {gold} gold is at hand", ("TS-4.4",)
    return None


def is_of_type(card: Card, kind: str) -> bool:
    """Whether a Spoils effect that buys this type may buy the card. (TS-14.1, A-15)"""
    return kind == "any" or kind in card.subtypes
