"""Which items a character can use now, and what it may do at any time. (GH-11.8, GH-10.2, GH-10.5)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import Action, GiveUp, UseItem

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.items import Item, When
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State
    from tsolve.games.gloomhaven.tasks import Task

Reason = tuple[str, tuple[str, ...]]

_MOMENTS: Mapping[When, str] = {
    "turn": "in its own turn",
    "move": "when it begins a move ability",
    "attack": "when it begins an attack ability, before the targets are named",
    "single attack": "before the modifier card of an attack of its own",
    "attacked": "before the modifier card of an attack on it",
    "damage": "when it would take damage",
}


def ready_items(book: Book, state: State, owner: str, moments: tuple[When, ...]) -> list[Item]:
    """The items that a character can use at one of these moments: none when stunned. (GH-8.9)"""
    if not book.items or not state.is_up(owner) or state.figure(owner).has("stun"):
        return []
    held = state.cards_of(owner)
    if held is None:
        return []
    mine = (item for (whose, _), item in book.items.items() if whose == owner)
    return [item for item in mine if item.when in moments and held.times(item.name) < item.uses]


def must_use(name: str) -> Reason:
    """Why nothing else is done before an item with slots is used where it applies."""
    return f"{name} has slots and must be used here: `use {name}`", ("GH-11.8", "GH-10.1")


def why_not_item(book: Book, state: State, owner: str, name: str) -> Reason:
    """Why a character cannot use an item now."""
    item, held = book.items.get((owner, name)), state.cards_of(owner)
    if item is None or held is None:
        return f"{owner} has no {name}", ("GH-11.8",)
    if held.times(name) >= item.uses and item.consumed:
        return f"{name} is consumed", ("GH-11.8", "GH-2.10")
    if held.times(name) >= item.uses:
        return f"{name} is spent: a long rest refreshes it", ("GH-11.8", "GH-2.10")
    if state.is_up(owner) and state.figure(owner).has("stun"):
        return f"{owner} is stunned and uses no items", ("GH-8.9",)
    return f"{name} is used {_MOMENTS[item.when]}", ("GH-11.8", "GH-11.11")


def asides(book: Book, state: State, figure: str) -> list[Action]:
    """What a character may do at any time of its turn: use an item, give up an active card."""
    items: list[Action] = [UseItem(item.name) for item in ready_items(book, state, figure, ("turn",))]
    return [*items, *give_ups(state, figure)]


def give_ups(state: State, figure: str) -> list[Action]:
    """The active cards that a character may give up, at any time. (GH-10.2, GH-10.5)"""
    held = state.cards_of(figure)
    return [GiveUp(card) for card in held.active] if held is not None else []


def step_aside(play: Play, figure: str, action: Action, then: Task) -> bool:
    """Carry out what may be done at any time, then go on with a task; False for another action."""
    if isinstance(action, GiveUp):
        play.push(then)
        play.leave_active_area(figure, action.card, ("GH-10.2", "GH-10.5"))
    elif isinstance(action, UseItem):
        play.push(then)
        play.perform_item(figure, action.item)
    return isinstance(action, GiveUp | UseItem)


def why_not_aside(book: Book, state: State, figure: str, action: Action) -> Reason | None:
    """Why a character cannot use an item or give up a card now; None for another action."""
    if isinstance(action, UseItem):
        return why_not_item(book, state, figure, action.item)
    if isinstance(action, GiveUp):
        return f"{action.card} is not in the active area", ("GH-10.2", "GH-10.5")
    return None
