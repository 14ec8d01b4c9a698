"""What the cards laid out come to: gold, Light and attack, and the total attack against a Monster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.games.quest.actions import NONE

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.state import Laid, Room, State
    from tsolve.model.trace import Trace


class Defence(msgspec.Struct, frozen=True):
    """A Monster in its room: what an attack has to overcome. (QUEST-5.17)"""

    health: int
    armor: int
    resistance: int


def defence_of(book: Book, room: Room) -> Defence:
    """The Monster's own values and those that its room adds, none below 0. (QUEST-5.17, key.below_zero)"""
    monster, tile = book.card(room.monster), book.card(room.card)
    return Defence(
        book.floor((monster.health or 0) + (tile.health or 0)),
        book.floor((monster.armor or 0) + (tile.armor or 0)),
        book.floor((monster.resistance or 0) + (tile.resistance or 0)),
    )


def counted(physical: int, magic: int, defence: Defence) -> int:
    """The total attack: each kind less what stops it, none below 0. (QUEST-2.10)"""
    return max(physical - defence.armor, 0) + max(magic - defence.resistance, 0)


def is_active(card: Card, laid: Laid) -> bool:
    """Whether a card gives more than its gold: a Weapon that nobody wields does not. (QUEST-2.6)"""
    return card.kind != "weapon" or laid.bearer != NONE


def gold_of(book: Book, state: State, trace: Trace | None = None) -> int:
    """The gold of all cards laid out, also of Weapons that nobody wields, and of tokens. (QUEST-4.3)"""
    total = state.gold
    if trace is not None and total:
        trace.add("gold", "Iron Rations token", ("QUEST-9.2",), "", "gold", 0, total)
    for place in state.present():
        card = book.card(state.laid[place].card)
        if card.gold:
            if trace is not None:
                trace.add("gold", card.name, ("QUEST-4.3", card.ruling), "", "gold", total, total + card.gold)
            total += card.gold
    return total


def light_of(book: Book, state: State, trace: Trace | None = None) -> int:
    """The Light of all cards laid out and of tokens. (QUEST-5.3)"""
    total = state.light
    if trace is not None and total:
        trace.add("light", "Lantern token", ("QUEST-9.3",), "", "light", 0, total)
    for place in state.present():
        laid = state.laid[place]
        card = book.card(laid.card)
        if card.light and is_active(card, laid):
            if trace is not None:
                rulings = ("QUEST-5.3", card.ruling)
                trace.add("light", card.name, rulings, "", "light", total, total + card.light)
            total += card.light
    return total


def attack_of(book: Book, state: State, trace: Trace | None = None) -> tuple[int, int]:
    """The physical and the magic attack of all cards laid out. (QUEST-2.2, QUEST-2.9)

    Flat values count by themselves; boosts count for the Hero to whom the card was given.
    """
    totals = {"physical": 0, "magic": 0}
    for place in state.present():
        laid = state.laid[place]
        card = book.card(laid.card)
        given = laid.bearer != NONE
        for kind, value, boost in (
            ("physical", card.physical, card.physical_boost),
            ("magic", card.magic, card.magic_boost),
        ):
            amount = (value or 0 if is_active(card, laid) else 0) + (boost or 0 if given else 0)
            if not amount:
                continue
            before = totals[kind]
            totals[kind] = before + amount
            if trace is not None:
                rulings = ("QUEST-2.2", card.ruling) if given else ("QUEST-2.9", card.ruling)
                trace.add("attack", card.name, rulings, "", kind, before, before + amount)
    return totals["physical"], totals["magic"]
