"""What one card contributes against one Monster, with its rulings.

`hero_parts` says what one Hero (with the Weapons in its hands) contributes on a field. The engine sums the
parts of the party as it stands; the planner asks the same function what a Hero would contribute in every way
it could be equipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.strength import Arm, Arms, Grip

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card


Rally = tuple[str, int, int]
Pool = Literal["attack", "magic", "light"]
Struck = Literal["attack", "magic"]
"""The totals from which a reduction may take. (TS-9.2)"""
POOLS: tuple[Struck, ...] = ("attack", "magic")


class Part(msgspec.Struct, frozen=True):
    """One contribution to Attack, Magic Attack or Light: its amount, its card and its rulings."""

    pool: Pool
    amount: int
    card: str
    rulings: tuple[str, ...]
    note: str = ""


def hero_parts(
    context: BattleContext, member: Member, arms: Arms = (), grip: Grip | None = None
) -> list[Part]:
    """What this Hero and the Weapons given to it contribute; `grip` as far as it is known already. (TS-8,
    TS-9, TS-10.3)
    """
    book = context.book
    card = book.card(member.card)
    grip = grip or context.grip(card, member.strengthened, arms)
    attacks = context.may_attack(card, member, grip)
    weapons_work = grip.held and (
        attacks or (not member.silenced and book.reads("silenced_weapon", "counts"))
    )
    mine = list(_own_parts(context, card, member, arms, grip)) if attacks else []
    if (member.magic or member.light) and not context.shuts_out(member, grip):
        mine += _gained_parts(card, member)
    if context.voids_unequipped and not arms:
        mine = [part for part in mine if part.pool == "light"]
    if card.light and (attacks or (_only_unequipped(context, card, member, grip) and _keeps_light(book))):
        mine.append(Part("light", card.light, card.id, ("TS-10.3", card.ruling)))
    carried: list[Part] = []
    for arm in grip.held if weapons_work else ():
        carried += _weapon_parts(context, card, grip.strength, arm)
    if member.converted or (context.transmuted and arms):
        mine, carried = _converted(context, member, mine, carried, arms, grip)
    brought = mine + carried
    return [*brought, *_hindrance(context, member, brought)] if member.suffers else brought


def _only_unequipped(context: BattleContext, card: Card, member: Member, grip: Grip) -> bool:
    """Whether nothing but the lack of a Weapon could keep this Hero from attacking."""
    strong = grip.strength >= context.least_strength
    return context.silences_unequipped and strong and not member.silenced and not context.keeps_off(card)


def _keeps_light(book: Book) -> bool:
    return book.reads("darkness_light", "kept")


def _own_parts(context: BattleContext, card: Card, member: Member, arms: Arms, grip: Grip) -> Iterator[Part]:
    if card.attack:
        yield Part("attack", card.attack, card.id, ("TS-9.1", card.ruling))
    if card.magic_attack:
        yield Part("magic", card.magic_attack, card.id, ("TS-9.1", card.ruling))
    traits = context.book.traits[card.id]
    weapons = [arm.card for arm in arms] if traits else []
    for trait in traits:
        if bonus := trait.hero_bonus(context, card, weapons):
            yield Part("attack", bonus, card.id, (card.ruling,), trait.say())
        if bonus := trait.hero_magic(context, card):
            yield Part("magic", bonus, card.id, (card.ruling,), trait.say())
        if bonus := trait.hero_light(context):
            yield Part("light", bonus, card.id, (card.ruling, "TS-10.3"), trait.say())
    if member.attack:
        eats = any(ability.destroy == "food" for ability in card.abilities)
        readies = any(ability.readies for ability in card.abilities)
        note = "its Dungeon Effects" if eats and readies else "Food eaten" if eats else "its Dungeon Effect"
        yield Part("attack", member.attack, card.id, (card.ruling, "TS-7.3"), note)
    for source, _, attack in _serving(context.rallies, member):
        if attack and not (context.voids_spells and context.book.card(source).is_spell):
            yield Part("attack", attack, source, (f"card.{source}",), f"for {card.name}")
    for inspirer in context.inspirers:
        for trait in context.book.traits[inspirer.id]:
            if bonus := trait.inspires(card):
                yield Part("attack", bonus, inspirer.id, (inspirer.ruling,), f"for {card.name}")
    if context.armed and grip.held:
        yield Part(
            "attack",
            context.armed,
            context.monster.id,
            (context.monster.ruling,),
            f"for the equipped {card.name}",
        )


def _serving(rallies: tuple[Rally, ...], member: Member) -> list[Rally]:
    """The effects on every Hero that serve this one."""
    serving = list(rallies)
    for missed in member.missed:
        serving.remove(missed)
    return serving


def _gained_parts(card: Card, member: Member) -> Iterator[Part]:
    """What its Dungeon Effects gave the party, even where the Hero's own card keeps it from attacking.
    (TS-9.5)
    """
    if member.magic:
        yield Part("magic", member.magic, card.id, (card.ruling, "TS-7.2"), "its Dungeon Effect")
    if member.light:
        yield Part("light", member.light, card.id, (card.ruling, "TS-10.3"), "its Dungeon Effect")


def _weapon_parts(context: BattleContext, bearer: Card, strength: int, arm: Arm) -> Iterator[Part]:
    weapon = arm.card
    note = f"carried by {bearer.name}"
    if weapon.light:
        yield Part("light", weapon.light, weapon.id, ("TS-10.3", weapon.ruling), note)
    if context.voids_edged and "edged" in weapon.subtypes:
        return
    attack = weapon.attack or 0
    for trait in context.book.traits[weapon.id]:
        attack = trait.weapon_attack(context, attack, bearer, strength)
    if attack:
        yield Part("attack", attack, weapon.id, (weapon.ruling, "TS-8.1"), note)
    if weapon.magic_attack:
        yield Part("magic", weapon.magic_attack, weapon.id, (weapon.ruling, "TS-8.1"), note)
    if arm.thrown:
        bonus = sum(effect.thrown_attack() for ability in weapon.abilities for effect in ability.do)
        yield Part("attack", bonus, weapon.id, (weapon.ruling, "TS-8.5"), "thrown")


def _converted(
    context: BattleContext, member: Member, mine: list[Part], carried: list[Part], arms: Arms, grip: Grip
) -> tuple[list[Part], list[Part]]:
    """Attack that became Magic Attack by Goodberries (this Hero) or Arcane Energies (equipped Heroes)."""
    book = context.book
    by_berries = member.converted
    equipped = bool(arms) and (bool(grip.held) or book.reads("arcane_after_drop", "kept"))
    by_spell = context.transmuted and equipped
    if not (by_berries or by_spell):
        return mine, carried
    converts_arms = by_spell or book.reads("goodberries_scope", "hero_and_weapon")
    lizard_converts = not context.armed or book.reads("lizard_bonus_kind", "converted")
    ruling = "card.arcane_energies" if by_spell else "card.goodberries"

    def convert(part: Part) -> Part:
        if part.pool != "attack" or (part.card == context.monster.id and not lizard_converts):
            return part
        return Part("magic", part.amount, part.card, (*part.rulings, ruling), part.note)

    return [convert(part) for part in mine], [convert(part) for part in carried] if converts_arms else carried


def _hindrance(context: BattleContext, member: Member, brought: list[Part]) -> Iterator[Part]:
    """What the Monster takes from the Hero, no more than there still is: a Weapon may have dropped since.

    What Light beyond the penalty gives is not among it, so that Magic Attack of a Hero who uses it is not
    held at 0 here.
    """
    book, name = context.book, context.book.name(member.card)
    stops = book.reads("zero_rule", "floor") and not book.reads("judgement_bonus", "party_total")
    for pool in POOLS:
        losses = member.suffers.count(pool)
        if stops and not (pool == "magic" and member.card in book.glowing):
            losses = min(losses, max(sum(part.amount for part in brought if part.pool == pool), 0))
        for _ in range(losses):
            yield Part(pool, -1, context.monster.id, (context.monster.ruling, "TS-9.2"), f"on {name}")


def used_parts(context: BattleContext, member: Member) -> list[Part]:
    """What an Item or a Spell gained when it was used. (TS-7.2)"""
    card = context.book.card(member.card)
    parts: list[Part] = []
    if not context.shuns.isdisjoint(card.subtypes):
        return parts
    if member.magic and not (context.voids_spells and card.is_spell):
        parts.append(Part("magic", member.magic, card.id, (card.ruling, "TS-7.2"), "its Dungeon Effect"))
    if member.light:
        parts.append(Part("light", member.light, card.id, (card.ruling, "TS-10.3"), "its Dungeon Effect"))
    return parts


def loose_parts(context: BattleContext, card: Card) -> list[Part]:
    """What an Item, a Spell or a Trophy gives by itself. (TS-9.1, TS-10.3, TS-13.1)"""
    parts: list[Part] = []
    if not context.shuns.isdisjoint(card.subtypes):
        return parts
    if card.is_monster:
        trophy = card.trophy if card.trophy is not None and card.trophy.strikes(context.monster) else None
        note = f"Trophy against a {trophy.against.title()}" if trophy and trophy.against else "Trophy"
        if trophy is not None and trophy.attack:
            parts.append(Part("attack", trophy.attack, card.id, ("TS-13.1", card.ruling), note))
        if trophy is not None and trophy.magic_attack:
            parts.append(Part("magic", trophy.magic_attack, card.id, ("TS-13.1", card.ruling), note))
        if card.light:
            parts.append(Part("light", card.light, card.id, ("TS-13.1", "TS-10.3", card.ruling), "Trophy"))
        return parts
    if context.voids_spells and card.is_spell:
        return [Part("light", card.light, card.id, ("TS-10.3", card.ruling))] if card.light else parts
    if card.attack:
        parts.append(Part("attack", card.attack, card.id, ("TS-9.1", card.ruling)))
    if card.magic_attack:
        parts.append(Part("magic", card.magic_attack, card.id, ("TS-9.1", card.ruling)))
    parts += [
        Part("magic", bonus, inspirer.id, (inspirer.ruling,), f"for {card.name}")
        for inspirer in context.inspirers
        for trait in context.book.traits[inspirer.id]
        if (bonus := trait.enchants(card))
    ]
    if card.light:
        parts.append(Part("light", card.light, card.id, ("TS-10.3", card.ruling)))
    return parts


class Gilded(msgspec.Struct, frozen=True):
    """A card that draws Magic Attack from the gold of the hand."""

    card: Card
    per: int
    """The gold for each point."""
    rulings: tuple[str, ...]
    note: str

    def part(self, gold: int) -> Part:
        """What it gives while the hand is worth this much gold."""
        return Part("magic", gold // self.per, self.card.id, self.rulings, self.note)


def gilded(context: BattleContext, state: State) -> list[Gilded]:
    """The cards that draw Magic Attack from the gold of the hand in this battle, with those that count a
    second time.
    """
    known = context.book.gilded
    if not known:
        return []
    lying = [(member.card, "") for member in state.party if member.card in known and not member.left]
    found: list[Gilded] = []
    for id_, weapon in (*lying, *(echo for echo in state.echoes if echo[0] in known)):
        card = context.book.cards[id_]
        if (context.voids_spells and card.is_spell) or not context.shuns.isdisjoint(card.subtypes):
            continue
        rulings = (card.ruling, "TS-9.1", *((f"card.{weapon}",) if weapon else ()))
        for trait in known[id_]:
            note = "used a second time" if weapon else trait.say()
            found.append(Gilded(card, trait.gold_for_magic(), rulings, note))
    return found


def echo_parts(context: BattleContext, state: State) -> list[Part]:
    """What Spells without an ability give once more, used a second time: not their Light, which is a property
    of the card. (Bluefire Staff)
    """
    return [
        replace(part, note="used a second time", rulings=(*part.rulings, f"card.{weapon}"))
        for card, weapon in state.echoes
        for part in loose_parts(context, context.book.cards[card])
        if part.pool != "light" and (part.card == card or context.book.reads("reused_spell_bonus", "twice"))
    ]
