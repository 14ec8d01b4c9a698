"""What the cards laid out come to: gold and attack, and the total attack against a Monster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.games.quest.actions import NONE
from tsolve.games.quest.effects.traits import Immune, Required
from tsolve.games.quest.turn.values import (
    Change,
    changes,
    changes_by_text,
    has,
    is_active,
    lights,
    monster_parts,
    monster_value,
)

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.state import State
    from tsolve.model.trace import Trace


class Defence(msgspec.Struct, frozen=True):
    """A Monster in its room: what an attack has to overcome. (QUEST-5.17)"""

    health: int
    armor: int
    resistance: int


def defence_of(book: Book, state: State, place: int) -> Defence:
    """What the Monster of a room has, with all that the room and traits change. (QUEST-5.17)"""
    health, armor, resistance = (
        monster_value(book, state, place, value) for value in ("health", "armor", "resistance")
    )
    return Defence(health, armor, resistance)


def note_defence(book: Book, state: State, place: int, trace: Trace) -> None:
    """Where the armor, the magic resistance and the health come from. (QUEST-5.17)"""
    for bane in state.hexes:
        if bane.swaps and bane.room == place:
            card = book.card(state.laid[bane.giver].card)
            trace.add("battle", card.name, (card.ruling,), "armor and magic resistance change places")
    for value in ("armor", "resistance", "health"):
        total = 0
        for part in monster_parts(book, state, place, value):
            if part.amount:
                rulings = ("QUEST-5.17", part.card.ruling)
                trace.add("battle", part.card.name, rulings, "", value, total, total + part.amount)
                total += part.amount
        stands = monster_value(book, state, place, value)
        if stands != total:
            trace.add("floor", "", ("QUEST-5.17", "key.below_zero"), "not below 0", value, total, stands)


def counted(value: int, stopped: int) -> int:
    """What is left of one kind of attack; never below 0. (QUEST-2.10)"""
    return max(value - stopped, 0)


def immunities(book: Book, monster: Card, physical: int, magic: int, defence: Defence) -> set[str]:
    """The kinds of attack that count 0 on a Monster. (QUEST-2.11, key.sycophant_compares)

    Of two equal totals the player chooses the one that counts 0: the one that leaves less.
    """
    found: set[str] = set()
    left = {"physical": counted(physical, defence.armor), "magic": counted(magic, defence.resistance)}
    for trait in monster.traits:
        if not isinstance(trait, Immune):
            continue
        if trait.to != "higher":
            found.add(trait.to)
            continue
        before = book.reads("sycophant_compares", "before")
        totals = {"physical": physical, "magic": magic} if before else left
        found.add(max(totals, key=lambda kind: (totals[kind], -left[kind])))
    return found


def effective(book: Book, monster: Card, physical: int, magic: int, defence: Defence) -> tuple[int, int]:
    """What is left of the physical and of the magic attack on a Monster. (QUEST-2.10, QUEST-2.11)"""
    immune = immunities(book, monster, physical, magic, defence)
    return (
        0 if "physical" in immune else counted(physical, defence.armor),
        0 if "magic" in immune else counted(magic, defence.resistance),
    )


def lacking(book: Book, state: State, monster: Card) -> Required | None:
    """What the player would need and has not, to defeat the Monster at all. (QUEST-2.12)"""
    required = (trait for trait in monster.traits if isinstance(trait, Required))
    return next((trait for trait in required if not has(book, state, trait.have)), None)


def gold_of(book: Book, state: State, trace: Trace | None = None) -> int:
    """The gold of all cards laid out, also of Weapons that nobody wields, and of tokens. (QUEST-4.3)"""
    total = state.gold
    if trace is not None and total:
        trace.add("gold", "Iron Rations token", ("QUEST-9.2",), "", "gold", 0, total)
    for place in state.present():
        card = book.card(state.laid[place].card)
        printed = (card.gold or 0, ("QUEST-4.3", card.ruling))
        by_text = changes_by_text(book, state, place, "gold")
        for amount, rulings in (printed, *((by, (*text, "QUEST-4.3")) for by, text in by_text)):
            if amount and trace is not None:
                trace.add("gold", card.name, rulings, "", "gold", total, total + amount)
            total += amount
    return total


def note_light(book: Book, state: State, trace: Trace) -> None:
    """Where the Light comes from, card by card. (QUEST-5.3)"""
    total = state.light
    if total:
        trace.add("light", "Lantern token", ("QUEST-9.3",), "", "light", 0, total)
    for card, amount, rulings in lights(book, state):
        trace.add("light", card.name, rulings, "", "light", total, total + amount)
        total += amount
    for boon in state.boons:
        if boon.light or boon.most_light is not None:
            card = book.card(state.laid[boon.giver].card)
            most = total + boon.light if boon.most_light is None else min(total, boon.most_light)
            trace.add("light", card.name, ("QUEST-0.11", card.ruling), "", "light", total, most)
            total = most


def attack_of(book: Book, state: State, trace: Trace | None = None) -> tuple[int, int]:
    """The physical and the magic attack of all cards laid out. (QUEST-2.2, QUEST-2.9)

    Flat values count by themselves; boosts count for the Hero to whom the card was given.
    """
    totals = {"physical": 0, "magic": 0}
    for place in state.present():
        for kind in ("physical", "magic"):
            for amount, rulings in attacks(book, state, place, kind):
                before = totals[kind]
                totals[kind] = before + amount
                if trace is not None:
                    name = book.name(state.laid[place].card)
                    trace.add("attack", name, rulings, "", kind, before, before + amount)
    return totals["physical"], totals["magic"]


def attacks(book: Book, state: State, place: int, kind: Literal["physical", "magic"]) -> Iterator[Change]:
    """What one card adds to one kind of attack, part by part, without zeros."""
    laid = state.laid[place]
    card, given = book.card(laid.card), laid.bearer != NONE
    boost = card.physical_boost if kind == "physical" else card.magic_boost
    if given and boost:
        yield boost, ("QUEST-2.2", card.ruling)
    if not is_active(card, laid):
        return
    if flat := card.printed(kind):
        yield flat, ("QUEST-2.9", card.ruling)
    yield from (change for change in changes(book, state, place, kind) if change[0])
