"""The Attack Value against a Monster, line by line (TS-9, TS-10): who takes part, the totals of the party,
the steps from them in the order of the rules, the Light, and the further demands of some Monsters (TS-7.6).

A demand is a sum over the cards of the turn: the engine adds up the present cards, the planner those of each
way to prepare the party. Standing effects cause no events: to count effects, the party is calculated again
without each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import Effect, MonsterTrait, Need, Phase, Trait
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.contributions import (
    BattleContext,
    Part,
    echo_parts,
    gilded,
    hero_parts,
    loose_parts,
    used_parts,
)
from tsolve.games.thunderstone.turn.hall import place_name
from tsolve.games.thunderstone.turn.hand import Grip, arms_of
from tsolve.model.trace import Entry, Step, run

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card


def final_steps(book: Book, context: BattleContext, factor: int, dark: bool = True) -> tuple[Step, ...]:
    """From the two totals to the Attack Value, in the order in which the rules apply.

    Reductions by Disease stand at the `mark`. Order: TS-9.3, TS-11, A-11, A-12, A-42, A-49. A reading is
    looked up only where it matters; without `dark` there is certainly no Light Penalty.
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
        Step("plus", "total", ("TS-9.1",), other="attack", note="Attack"),
        Step("plus", "total", ("TS-9.1",), other="magic", note="Magic Attack"),
    ]
    each = int(book.readings["light_factor"]) if dark else 0
    light = [
        Step("plus", "total", light_rulings(context), by=-each, other="penalty", note="Light Penalty"),
        Step("floor", "total", ("TS-10.2", "key.zero_rule"), note="cannot go below 0"),
    ]
    half = phases.get("halve_value", [])
    ending = light + half
    if half and dark and not book.reads("half_attack_order", "after_light"):
        ending = half + light
    return tuple(early + middle + late + total + ending)


def dead_totals(context: BattleContext) -> frozenset[str]:
    """The totals that a Trait makes 0 here in any case, so that a Battle Effect cannot lower them. (TS-9.2,
    TS-11.5)
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
    """The Light that cancels the whole penalty: the Rank, as changed by Monsters. (TS-10.1, DS-3)

    It is below 0 if Monsters give so much Light that some darkening would not yet bring a penalty.
    """
    basic = context.rank
    for _, factor in context.dimming:
        basic *= factor
    return basic - sum(light for _, light in context.shining)


def light_penalty(context: BattleContext, light: int) -> int:
    """The Light Penalty that remains with this much Light. (TS-10.1, TS-11.13)"""
    return max(light_need(context) - (0 if context.fixes_darkness else light), 0)


def surplus_of(context: BattleContext, light: int) -> int:
    """The party's Light beyond what cancels the whole penalty; 0 where Light does not count. (TS-11.13)"""
    need = need_before_surplus(context)
    return 0 if context.fixes_darkness and need > 0 else max(light - need, 0)


def need_before_surplus(context: BattleContext) -> int:
    """The Light beyond which the Flame gains; below 0 if Light of Monsters counts, too. (DS-12)"""
    need = light_need(context)
    return 0 if need < 0 and context.book.reads("surplus_of_globals", "spent") else need


def reaching(card: Card) -> bool:
    """Whether the Hero has a trait that affects more than the Hero itself."""
    return any(isinstance(trait, Trait) and trait.reaches for trait in card.traits)


def party_parts(book: Book, state: State, context: BattleContext) -> list[Part]:
    """Every contribution of the revealed hand against the Monster of `context`."""
    spend(2 * len(state.party))
    context.inspirers = active_inspirers(book, state, context)
    parts = _gold_parts(context, state) if book.gilded else []
    for member in state.party:
        if member.left:
            continue
        if member.card in book.heroes:
            parts += hero_parts(context, member, arms_of(book, state, member))
        elif member.card not in book.weapons:
            parts += loose_parts(context, book.cards[member.card])
            if member.magic or member.light:
                parts += used_parts(context, member)
    parts += echo_parts(context, state)
    if book.glowing and not book.glowing.isdisjoint([member.card for member in state.party]):
        parts += _surplus_parts(book, state, context, parts)
    return parts


def _gold_parts(context: BattleContext, state: State) -> list[Part]:
    """Magic Attack from the gold that is revealed now."""
    cards = gilded(context, state)
    gold = context.hand.gold if cards else 0
    return [part for card in cards if (part := card.part(gold)).amount]


def _surplus_parts(book: Book, state: State, context: BattleContext, parts: list[Part]) -> list[Part]:
    """The Magic Attack of Heroes that gain from Light beyond the penalty. (DS-12)"""
    surplus = surplus_of(context, sum(part.amount for part in parts if part.pool == "light"))
    return _glows(book, state, context, surplus) if surplus else []


def _glows(book: Book, state: State, context: BattleContext, surplus: int) -> list[Part]:
    able = (m for m in state.party if m.card in book.glowing and not m.left)
    return [
        part
        for member in able
        if can_attack(book, state, context, member)
        for part in _glow(context, member, surplus)
    ]


def glow_factor(book: Book, state: State, context: BattleContext) -> int:
    """Magic Attack that the party gains for each point of Light beyond the penalty."""
    return sum(part.amount for part in _glows(book, state, context, 1)) if book.glowing else 0


def _glow(context: BattleContext, member: Member, surplus: int) -> Iterator[Part]:
    if context.voids_unequipped and not member.weapons:
        return
    for trait in context.book.traits[member.card]:
        if each := trait.magic_of_surplus():
            rulings = (f"card.{member.card}", "TS-10.1")
            yield Part("magic", surplus * each, member.card, rulings, trait.say())


def glow_of(book: Book, state: State, context: BattleContext, member: Member) -> list[Part]:
    """What an attacking Hero gains from the party's Light beyond the penalty."""
    if member.card not in book.glowing:
        return []
    light = sum(part.amount for part in party_parts(book, state, context) if part.pool == "light")
    return list(_glow(context, member, surplus_of(context, light)))


def grip_in(book: Book, state: State, context: BattleContext, member: Member) -> Grip:
    """The Strength of a Hero of the party in this battle, and the Weapons that it still holds."""
    return context.grip(book.card(member.card), member.strengthened, arms_of(book, state, member))


def is_armed(book: Book, state: State, context: BattleContext, member: Member) -> bool:
    """Whether the Hero is equipped now: it was given a Weapon and still can hold one."""
    return bool(member.weapons) and bool(grip_in(book, state, context, member).held)


def can_attack(book: Book, state: State, context: BattleContext, member: Member) -> bool:
    """Whether this Hero of the party takes part with its attack. (TS-9.5)"""
    if not context.minds_grip:
        return not member.silenced and not context.keeps_off(book.card(member.card))
    return context.may_attack(book.card(member.card), member, grip_in(book, state, context, member))


def active_inspirers(book: Book, state: State, context: BattleContext) -> tuple[Card, ...]:
    """The Heroes whose traits for others hold: those that can attack, unless A-40 is read as `kept`."""
    return tuple(
        book.cards[member.card]
        for member in state.party
        if member.card in book.reaching
        and not member.left
        and (can_attack(book, state, context, member) or book.reads("silenced_hero_traits", "kept"))
    )


def magic_factor(inspirers: tuple[Card, ...]) -> int:
    """The factor by which the Magic Attack is finally multiplied: the product of several. (TS-9.3)"""
    factor = 1
    for card in inspirers:
        for trait in card.traits:
            if isinstance(trait, Trait):
                factor *= trait.magic_factor()
    return factor


def surplus_factor(inspirers: tuple[Card, ...]) -> int:
    """Magic Attack for each point of Light beyond the penalty, all Heroes together."""
    return sum(
        trait.magic_of_surplus() for card in inspirers for trait in card.traits if isinstance(trait, Trait)
    )


def magic_lost_with(inspirers: tuple[Card, ...], card: Card) -> int:
    """Magic Attack that the party loses when this card leaves the hand while it is prepared."""
    traits = (trait for hero in inspirers for trait in hero.traits if isinstance(trait, Trait))
    return sum(trait.magic_lost_with(card) for trait in traits)


def equipped_count(book: Book, state: State, context: BattleContext) -> int:
    """How many Heroes are equipped, for Monsters that ask for it. (A-47)"""
    count = 0
    for member in state.party:
        if member.left or not member.weapons or not is_armed(book, state, context, member):
            continue
        if can_attack(book, state, context, member) or book.reads("silenced_weapon_equipped", "counts"):
            count += 1
    return count


QUANTITIES = frozenset(("heroes", "gold", "used"))


def asked_of(context: BattleContext) -> frozenset[str]:
    """The quantities that matter against this Monster."""
    if not (context.needs or context.health_steps):
        return frozenset()
    needed = {need.quantity for need in context.needs}
    valued = {step.unless.quantity for step in context.health_steps if step.unless is not None}
    return QUANTITIES & (needed | valued)


def demanded_quantities(context: BattleContext, state: State) -> dict[str, int]:
    """How much the party has of what the Monster requires."""
    asked = asked_of(context)
    if not asked:
        return {}
    found = dict.fromkeys(asked, 0)
    for member in state.party:
        for quantity in asked:
            if not member.left:
                found[quantity] += shown(context.book.cards[member.card], quantity)
            if quantity == "used":
                found[quantity] += was_used(context.book.cards[member.card], member)
    if "used" in asked:
        gold = context.hand.gold
        found["used"] += sum(1 for each in gilded(context, state) if each.part(gold).amount)
    return found


def shown(card: Card, quantity: str) -> int:
    """How much a card in the revealed hand counts toward this quantity."""
    if quantity == "heroes":
        return int(card.is_hero)
    if quantity == "gold":
        return card.gold or 0
    return int(is_usable(card) and bool(card.attack or card.magic_attack or card.light))


def was_used(card: Card, member: Member) -> int:
    """Whether an ability of an Item or a Spell was used, wherever the card is now."""
    return int(is_usable(card) and bool(member.used or member.serving))


def is_usable(card: Card) -> bool:
    """Whether the card counts for a Monster that requires something to be used. (A-26)"""
    return card.is_item or card.is_spell


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
    """The Monster's Health, with its traits."""
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
    quantities |= demanded_quantities(context, state)
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
        texts = {"Light Penalty": _light_note(context, quantities)}
        named = tuple(
            replace(entry, subject=_subject(book, entry.subject), note=texts.get(entry.note, entry.note))
            for entry in entries
        )
    return Reckoning(
        rank,
        quantities["total"],
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
    quantities = {"attack": 0, "magic": 0, "light": 0, "total": 0}
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


_STANDING = ("traits", "global_effects")


def traits_at_work(book: Book, state: State, rank: int) -> Iterator[tuple[Card, Effect]]:
    """The effects of the party and of Monsters in the Dungeon that changed something in this battle.

    A Monster that asks for Light, for magic or for more asks it of everyone who attacks it.
    """
    apart = Book(book.cards, book.readings, book)  # these look-ups must not count as readings of the turn
    whole = reckon(apart, state, rank)
    attacked = state.at(rank).card
    present = [*(state.at(place).card for place in state.places), *(member.card for member in state.party)]
    for card in (apart.cards[name] for name in dict.fromkeys(present) if name in apart.cards):
        for field in _STANDING:
            effects: tuple[Effect, ...] = getattr(card, field)
            for effect in effects:
                left = tuple(each for each in effects if each is not effect)
                cards = {**apart.cards, card.id: replace(card, **{field: left})}
                thinner = Book(cards, apart.readings, apart)
                asked = card.id == attacked and isinstance(effect, MonsterTrait) and _asks(effect, attacked)
                if asked or reckon(thinner, state, rank) != whole:
                    yield card, effect


def _asks(guard: MonsterTrait, monster: str) -> bool:
    return guard.dark or bool(guard.need(monster))
