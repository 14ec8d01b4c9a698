"""Using items, and what else a character may do at any time in its turn. (GH-10, GH-11.8, GH-11.11)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.ability_parts import Amount, Element
from tsolve.games.gloomhaven.actions import Action, GiveUp, Pass, Spend, UseItem
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.state import Choice, State, Task
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.turn.elements_and_bonuses import ways_to_pay
from tsolve.games.gloomhaven.writing.trait_words import condition_in_words

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


WhyNot = tuple[str, tuple[str, ...]]


NOTHING_MORE = Attack(Amount(0, relative=True))
"""A change of an attack that changes nothing by itself."""
_MOMENTS: Mapping[When, str] = {
    "turn": "in its own turn",
    "move": "when it begins a move ability",
    "attack": "when it begins an attack ability, before the targets are named",
    "single attack": "before the modifier card of an attack of its own",
    "attacked": "before the modifier card of an attack on it",
    "damage": "when it would take damage",
    "obstacle": "when it begins to put obstacles",
    "reveal": "once all initiatives of a round are known, before the first turn",
    "enemy consumes": "when an enemy is about to consume elements",
    "summon damage": "when a summon of its own would take damage",
    "turn end": "at the end of its own turn",
    "ally attack": "when an ally begins the attack of an action",
    "heal": "when it begins a heal ability",
    "loot": "when it begins a loot ability",
    "always": "at no time: what it says holds as long as it is worn",
    "basic": "by itself, when a card is used as a basic action",
}


def ready_items(book: Book, state: State, owner: str, moments: tuple[When, ...]) -> list[Item]:
    """The items that a character can use at one of these moments; none if stunned. (GH-8.9)"""
    if not book.items or not state.is_up(owner):
        return []
    is_stunned = state.figure(owner).has("stun")
    held = state.cards_of(owner)
    if held is None:
        return []
    mine = (
        item
        for (whose, _), item in book.items.items()
        if whose == owner and item.when in moments and (item.despite_stun or not is_stunned)
    )
    return [
        item
        for item in mine
        if held.times(item.name) < item.uses and _has_elements(state, item) and state.moved >= item.moved
    ]


def _has_elements(state: State, item: Item) -> bool:
    """Whether the elements are there that an item consumes as it changes something. (GH-9.4)"""
    return item.when == "turn" or not item.elements or bool(ways_to_pay(state, item.elements))


def fits_attack(book: Book, figure: Figure, attack: Attack, item: Item) -> bool:
    """Whether an item changes an attack like this. (GH-11.8)"""
    if not item.only:
        return True
    aim = aim_of(book, figure, attack)
    is_several = aim.area or attack.add_target or attack.on_the_path or attack.whom is not None
    is_single = aim.targets == 1 and not is_several
    kinds = {"ranged" if aim.is_ranged else "melee", *(("single target",) if is_single else ())}
    return kinds.issuperset(item.only)


def why_not_for_attack(item: Item) -> WhyNot:
    """Why an item does not change an attack."""
    return f"{item.name} is only for {' '.join(item.only)} attacks", ("GH-11.8",)


def pay_for(play: Play, owner: str, item: Item) -> None:
    """What an item costs beside its use: elements (GH-9.4), damage (GH-10.9)."""
    if item.elements:
        play.push(SpendForItem(owner, item.elements))
    if item.harm:
        play.suffer(owner, item.harm, ("GH-10.9", "GH-11.8"), item.name)


def must_use(name: str) -> WhyNot:
    """Why an item with slots that applies has to be used before anything else."""
    return f"{name} has slots and must be used here: `use {name}`", ("GH-11.8", "GH-10.1")


def why_not_item(book: Book, state: State, owner: str, name: str) -> WhyNot:
    """Why a character cannot use an item now."""
    item, held = book.items.get((owner, name)), state.cards_of(owner)
    if item is None or held is None:
        return f"{owner} has no {name}", ("GH-11.8",)
    if not _has_elements(state, item):
        return f"{name} consumes {' and '.join(item.elements)}", ("GH-9.4", "GH-11.8")
    if held.times(name) >= item.uses and item.consumed:
        return f"{name} is consumed", ("GH-11.8", "GH-2.10")
    if held.times(name) >= item.uses:
        return f"{name} is spent: a long rest refreshes it", ("GH-11.8", "GH-2.10")
    if state.is_up(owner) and state.figure(owner).has("stun") and not item.despite_stun:
        return f"{owner} is stunned and uses no items", ("GH-8.9",)
    if state.moved < item.moved:
        return f"{owner} has moved {state.moved} of {item.moved} hexes in its turn", ("GH-11.8", "GH-11.11")
    asked = asked_in_words(item)
    only = f", if {asked}" if asked else ""
    return f"{name} is used {_MOMENTS[item.when]}{only}", ("GH-11.8", "GH-11.11")


def asked_in_words(item: Item) -> str:
    """What must be so for an item that only brings something then; empty for others."""
    changes = [each for each in item.changes if isinstance(each, Attack)]
    if not changes or any(replace(each, bonuses=()) != NOTHING_MORE for each in changes):
        return ""
    return " or ".join(condition_in_words(bonus.when) for each in changes for bonus in each.bonuses)


def asides(book: Book, state: State, figure: str) -> list[Action]:
    """What a character may do at any time in its turn: use an item, give up an active card."""
    items: list[Action] = [UseItem(item.name) for item in ready_items(book, state, figure, ("turn",))]
    return [*items, *give_ups(state, figure)]


def give_ups(state: State, figure: str) -> list[Action]:
    """The active cards that a character may give up, at any time. (GH-10.2, GH-10.5)"""
    held = state.cards_of(figure)
    return [GiveUp(card) for card in held.active] if held is not None else []


def step_aside(play: Play, figure: str, action: Action, then: Task) -> bool:
    """Carry out an action that is possible at any time, then go on with a task; False for another action."""
    if isinstance(action, GiveUp):
        play.push(then)
        play.leave_active_area(figure, action.card, ("GH-10.2", "GH-10.5"))
    elif isinstance(action, UseItem):
        play.push(then)
        play.perform_item(figure, action.item)
    return isinstance(action, GiveUp | UseItem)


def why_not_aside(book: Book, state: State, figure: str, action: Action) -> WhyNot | None:
    """Why a character cannot use an item or give up a card now; None for another action."""
    if isinstance(action, UseItem):
        return why_not_item(book, state, figure, action.item)
    if isinstance(action, GiveUp):
        return f"{action.card} is not in the active area", ("GH-10.2", "GH-10.5")
    return None


class MayDampen(Choice, frozen=True):
    """A character may consume an element that an enemy is about to consume, by an item. (GH-9.4, GH-11.8)"""

    asks = "say whether an item consumes the element first: `use ITEM`, or `skip`"
    figure: str
    elements: tuple[Element, ...]
    """What the enemy asks for."""

    @property
    def asked(self) -> str:
        return self.figure

    def options(self, book: Book, state: State) -> list[Action]:
        if not ways_to_pay(state, self.elements):
            return []
        items = ready_items(book, state, self.figure, ("enemy consumes",))
        return [*(UseItem(item.name) for item in items), Pass()] if items else []

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE

    def run(self, play: Play) -> None:
        """Nobody is asked without such an item, nor where nothing is to be consumed."""

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-9.4", "GH-11.8"

    def refuse(self, book: Book, state: State, action: Action) -> WhyNot:
        if isinstance(action, UseItem):
            return why_not_item(book, state, self.figure, action.item)
        return f"first say whether {self.figure} consumes the element, or `skip`", ("GH-9.4", "GH-11.8")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseItem):
            play.push(Dampening(self.figure, self.elements))
            play.use_item(self.figure, action.item)


class SpendForItem(Choice, frozen=True):
    """The elements that an item consumes. (GH-9.4, GH-9.6)"""

    asks = "say which element is consumed"
    figure: str
    elements: tuple[Element, ...]

    def options(self, book: Book, state: State) -> list[Action]:
        return [Spend(way) for way in ways_to_pay(state, self.elements)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-9.4", "GH-11.8"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Spend)
        for element in action.elements:
            play.consume(element)


class Dampening(SpendForItem, frozen=True):
    """One of the elements that an enemy asks for is consumed before. (GH-9.4)"""

    def options(self, book: Book, state: State) -> list[Action]:
        there = [each.element for each in state.elements if each.strength != "inert"]
        return [Spend((each,)) for each in there if each in self.elements or "any" in self.elements]
