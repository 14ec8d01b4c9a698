"""From the totals of a party to the Attack Value: the steps in the order of the rules, and the Light."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Need, Phase
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.model.arithmetic import Step

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book


def final_steps(book: Book, context: BattleContext, factor: int, dark: bool = True) -> tuple[Step, ...]:
    """From the two totals to the Attack Value, in the order in which the rules apply.

    Reductions by Disease stand at the `mark`. Order: TS-9.3, TS-11, A-11, A-12, A-42, A-49. A reading is
    asked for only where it matters; without `dark` there surely is no Light Penalty.
    """
    phases: dict[Phase, list[Step]] = {}
    for guard in context.monster_traits:
        for phase, step in guard.steps(context.monster.id):
            phases.setdefault(phase, []).append(step)
    disease = [Step("mark", "disease", ("TS-9.2", "TS-12.2"), "disease")]
    doubling = [Step("times", "magic", ("TS-9.3",), by=factor)] if factor > 1 else []
    halving = phases.get("halve_magic", [])
    void, ignore = phases.get("void", []), phases.get("ignore", [])
    dead = book.readings["disease_dead_pool"] if void or ignore else ""
    early = (void if dead != "both_pools_stand" else []) + (ignore if dead == "dead_pools_are_zero" else [])
    late = [step for step in void + ignore if step not in early]
    last_two = doubling + halving
    if doubling and halving and not book.reads("half_magic_vs_double", "double_then_half"):
        last_two = halving + doubling
    if halving and book.reads("disease_half_magic", "after_half"):
        at = last_two.index(halving[-1]) + 1
        middle = last_two[:at] + disease + last_two[at:]
    else:
        middle = disease + last_two
    total = [
        Step("plus", "value", ("TS-9.1",), other="attack", note="Attack"),
        Step("plus", "value", ("TS-9.1",), other="magic", note="Magic Attack"),
    ]
    each = int(book.readings["light_factor"]) if dark else 0
    light = [
        Step("plus", "value", light_rulings(context), by=-each, other="penalty", note="Light Penalty"),
        Step("floor", "value", ("TS-10.2", "key.zero_rule"), note="cannot go below 0"),
    ]
    half = phases.get("halve_value", [])
    ending = light + half
    if half and dark and not book.reads("half_attack_order", "after_light"):
        ending = half + light
    return tuple(early + middle + late + total + ending)


def dead_totals(context: BattleContext) -> frozenset[str]:
    """The totals that a Trait makes 0 here whatever the party brings: a Battle Effect finds nothing to take
    there. (TS-9.2, TS-11.5)
    """
    steps = (each for guard in context.monster_traits for each in guard.steps(context.monster.id))
    return frozenset(step.on for phase, step in steps if phase == "void")


def lacking(context: BattleContext, quantities: Mapping[str, int]) -> Need | None:
    """The first thing that the party lacks to defeat the Monster, whatever the Attack Value. (TS-7.6)"""
    return next((need for need in context.needs if quantities[need.quantity] < need.at_least), None)


def light_rulings(context: BattleContext) -> tuple[str, ...]:
    """What the Light Penalty rests on: the rules, and the Monsters that change it."""
    if context.rank and not (context.dimming or context.shining):
        return "TS-10.2", "TS-10.1"
    changing = [card for card, _ in (*context.dimming, *context.shining)]
    everywhere = ["DS-3"] if any(card in context.book.worldwide for card in changing) else []
    outside = () if context.rank else ("DS-8",)
    return ("TS-10.2", "TS-10.1", *outside, *everywhere, *dict.fromkeys(f"card.{card}" for card in changing))


def light_need(context: BattleContext) -> int:
    """The Light that covers the whole penalty: the Rank, and what Monsters make of it. (TS-10.1, DS-3)

    Below 0 where there is Light to spare for a lantern that darkens.
    """
    basic = context.rank
    for _, factor in context.dimming:
        basic *= factor
    return basic - sum(light for _, light in context.shining)


def light_penalty(context: BattleContext, light: int) -> int:
    """The Light Penalty that remains with this much Light. (TS-10.1, TS-11.13)"""
    return max(light_need(context) - (0 if context.fixes_darkness else light), 0)


def surplus_of(context: BattleContext, light: int) -> int:
    """The party's Light beyond what covers the whole penalty; none where Light covers nothing. (TS-11.13)"""
    need = need_before_surplus(context)
    return 0 if context.fixes_darkness and need > 0 else max(light - need, 0)


def need_before_surplus(context: BattleContext) -> int:
    """The Light from which on it feeds the Flame; below 0 where that of Monsters may do so too. (DS-12)"""
    need = light_need(context)
    return 0 if need < 0 and context.book.reads("surplus_of_globals", "spent") else need
