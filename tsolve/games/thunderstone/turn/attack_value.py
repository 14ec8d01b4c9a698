"""The Attack Value against a Monster, line by line. (TS-9, TS-10)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import Need
from tsolve.games.thunderstone.turn import asked
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.hall import place_name
from tsolve.games.thunderstone.turn.parts import Part
from tsolve.games.thunderstone.turn.reckoning import equipped_count, magic_factor, party_parts
from tsolve.games.thunderstone.turn.totals import final_steps, lacking, light_penalty
from tsolve.model.arithmetic import Step, run
from tsolve.model.trace import Entry

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import State


class Reckoning(msgspec.Struct, frozen=True):
    """The Attack Value against one Monster with everything that makes it up."""

    rank: int
    value: int
    below_zero: int
    """How far the value would be below 0 without the limit at 0, as a negative number; else 0."""
    attack: int
    magic: int
    light: int
    penalty: int
    equipped: int
    health: int
    """The Monster's, as its traits make it."""
    lack: Need | None
    """What the party lacks to defeat the Monster, whatever the Attack Value."""
    entries: tuple[Entry, ...]
    """Changes of the Health, each contribution, then each modifier in the order of the rules; the last one
    ends at `value`.
    """


def party_light(book: Book, state: State, rank: int) -> tuple[int, int]:
    """The party's Light against the Monster of a Rank, and the Light Penalty that remains. (TS-10.1)"""
    context = BattleContext(book, state, rank)
    light = sum(part.amount for part in party_parts(book, state, context) if part.pool == "light")
    return light, light_penalty(context, light)


def reckon(book: Book, state: State, rank: int, in_full: bool = True) -> Reckoning:
    """The Attack Value of the party as it stands now, with the Diseases allotted so far. (TS-7.5 a, b)

    Without `in_full` the entries are left out.
    """
    context = BattleContext(book, state, rank)
    parts = party_parts(book, state, context)
    entries, quantities = _sum_up(parts)
    quantities |= asked.quantities(context, state)
    quantities["health"] = context.monster.health or 0
    entries = run(context.health_steps, quantities) + entries
    quantities["equipped"] = equipped_count(book, state, context)
    quantities["penalty"] = light_penalty(context, quantities["light"])
    steps = final_steps(book, context, magic_factor(context.inspirers), dark=quantities["penalty"] > 0)
    before, after = around_disease(steps)
    entries += run(before, quantities)
    entries += _diseases(state, quantities)
    entries += run(after, quantities)
    attack, magic = quantities["attack"], quantities["magic"]
    named: tuple[Entry, ...] = ()
    if in_full:
        told = {"Light Penalty": _light_note(context, quantities)}
        named = tuple(
            replace(entry, subject=_subject(book, entry.subject), note=told.get(entry.note, entry.note))
            for entry in entries
        )
    return Reckoning(
        rank,
        quantities["value"],
        sum(entry.before for entry in entries if entry.step == "floor"),
        attack,
        magic,
        quantities["light"],
        quantities["penalty"],
        quantities["equipped"],
        quantities["health"],
        lacking(context, quantities),
        named,
    )


def _light_note(context: BattleContext, quantities: dict[str, int]) -> str:
    """How the Light Penalty comes about. (TS-10.1, TS-10.2)"""
    changes = [f"times {factor} by {context.book.name(card)}" for card, factor in context.dimming]
    changes += (f"{-light:+d} by {context.book.name(card)}" for card, light in context.shining)
    rank = " and ".join([place_name(context.rank), *changes])
    points = quantities["penalty"]
    costs = "none"
    if points:
        each = context.book.readings["light_factor"]
        costs = f"{points} point{'s' if points != 1 else ''} at {each} each"
    return f"Light Penalty ({rank}, Light {quantities['light']}: {costs})"


def open_pools(book: Book, state: State) -> list[str]:
    """The totals that a Disease may lower now: those that stand at +1 or more. (TS-9.2, A-42, A-49)"""
    context = BattleContext(book, state, state.target)
    _, quantities = _sum_up(party_parts(book, state, context))
    before, _ = around_disease(final_steps(book, context, magic_factor(context.inspirers), dark=False))
    run(before, quantities)
    left = {
        "attack": quantities["attack"] - state.disease_attack,
        "magic": quantities["magic"] - state.disease_magic,
    }
    return [pool for pool, amount in left.items() if amount >= 1]


def _sum_up(parts: list[Part]) -> tuple[list[Entry], dict[str, int]]:
    quantities = {"attack": 0, "magic": 0, "light": 0, "value": 0}
    entries = []
    for part in parts:
        before = quantities[part.pool]
        quantities[part.pool] = before + part.amount
        entries.append(
            Entry("card", part.card, part.pool, before, before + part.amount, part.rulings, part.note)
        )
    return entries, quantities


def around_disease(steps: tuple[Step, ...]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The steps before and after the place where Diseases act."""
    at = next(index for index, step in enumerate(steps) if step.op == "mark")
    return steps[:at], steps[at + 1 :]


def _diseases(state: State, quantities: dict[str, int]) -> list[Entry]:
    entries = []
    for pool, count in (("attack", state.disease_attack), ("magic", state.disease_magic)):
        for _ in range(count):
            before = quantities[pool]
            quantities[pool] = before - 1
            entries.append(Entry("disease", "disease", pool, before, before - 1, ("TS-12.2", "TS-9.2")))
    return entries


def _subject(book: Book, subject: str) -> str:
    return book.name(subject) if subject else ""
