"""What the party brings against one Monster: every contribution with its card and its rulings.

`Field` holds what is the same for the whole battle; `hero_parts` says what one Hero (with the Weapon in its
hands) contributes on that field. The engine sums the parts of the party as it stands; the planner asks the
same function what a Hero would contribute in every way it could be equipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from tsolve.games.thunderstone.effects.base import Need, Phase, Trait
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.counting import Hand, strength_of_kin
from tsolve.games.thunderstone.turn.front import front_of
from tsolve.games.thunderstone.turn.strength import Arm, Arms, Grip, arms_of, take_hold
from tsolve.model.arithmetic import Step

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import GlobalEffect

Pool = Literal["attack", "magic", "light"]


class Part(NamedTuple):
    """One contribution: so much to Attack, Magic Attack or Light, by this card, by these rulings."""

    pool: Pool
    amount: int
    card: str
    rulings: tuple[str, ...]
    note: str = ""


class Field:
    """The battle-wide facts that decide what each card contributes."""

    def __init__(
        self, book: Book, state: State, rank: int, weakened: int | None = None, armed: int | None = None
    ) -> None:
        self.book = book
        self.rank = max(rank, 0)
        """The Rank; 0 is the space outside the Hall. (DS-8)"""
        self.monster = book.card(state.at(rank).card)
        front = front_of(book, self.monster.id)
        self.guards = front.guards
        self.silences_unequipped = front.silences_unequipped
        self.voids_edged, self.voids_spells = front.voids_edged, front.voids_spells
        self.voids_unequipped = front.voids_unequipped
        self.fixes_darkness = front.fixes_darkness
        self.least_strength = front.least_strength
        self.shuns, self.needs, self.health_steps = front.shuns, front.needs, front.health_steps
        everywhere = book.global_effects(state)
        self.shining = self._shining(front.shining, everywhere)
        """What Monsters add to the Light here (negative: darker), each with its card."""
        self.dimming = self._dimming(everywhere)
        """What Monsters multiply the basic Light Penalty by, each with its card."""
        self.rally_strength = state.rally_strength
        self.rallies = state.rallies
        self.transmuted = state.transmuted
        self.lightened = state.lightened
        self.weakened = state.weakened if weakened is None else weakened
        self.armed = state.armed if armed is None else armed
        self.hand = Hand(book, state.party, state.spells)
        self.inspirers: tuple[Card, ...] = ()
        """Heroes whose traits reach beyond themselves and hold in this battle."""

    def _dimming(self, everywhere: list[tuple[str, GlobalEffect]]) -> tuple[tuple[str, int], ...]:
        if not self.rank or not everywhere:
            return ()
        factors = ((card, effect.darkness_factor()) for card, effect in everywhere)
        return tuple((card, factor) for card, factor in factors if factor != 1)

    def _shining(
        self, own: tuple[tuple[str, int], ...], everywhere: list[tuple[str, GlobalEffect]]
    ) -> tuple[tuple[str, int], ...]:
        if not self.rank or not (own or everywhere):  # outside the Hall there is no darkness
            return ()
        most = 0 if self.fixes_darkness else None
        changes = (*own, *((card, effect.light()) for card, effect in everywhere))
        return tuple((card, light) for card, light in changes if light and (most is None or light < most))

    def strength(self, card: Card, bonus: int) -> int:
        """A Hero's modified Strength now, in the battle's terms. (TS-8.4, A-48)"""
        bonus += strength_of_kin(self.hand, card)
        strength = (card.strength or 0) + bonus + self.rally_strength - self.weakened
        if strength < 0 and self.weakened and self.book.reads("strength_clamp", "clamped"):
            return 0
        return strength

    def weight(self, weapon: Card) -> int:
        """A Weapon's Weight now."""
        return 0 if self.lightened else weapon.weight or 0

    def may_attack(self, card: Card, member: Member, grip: Grip) -> bool:
        """Whether this Hero can attack the Monster. (TS-9.5)"""
        if member.silenced or (self.silences_unequipped and not grip.held) or self.keeps_off(card):
            return False
        return not self.least_strength or grip.strength >= self.least_strength

    @property
    def minds_grip(self) -> bool:
        """Whether only some Strength or a Weapon that is held lets a Hero attack here."""
        return self.silences_unequipped or self.least_strength > 0

    def keeps_off(self, card: Card) -> bool:
        """Whether the Hero's own card keeps it from attacking here."""
        traits = self.book.traits[card.id]
        return bool(traits) and any(trait.keeps_from_attacking(self) for trait in traits)

    def grip(self, card: Card, bonus: int, arms: Arms) -> Grip:
        """The Hero's Strength with these Weapons, and those that it still can hold. (TS-8.3, TS-8.5)"""
        if not arms:
            return Grip(self.strength(card, bonus), arms)
        return take_hold(self.book, arms, lambda more: self.strength(card, bonus + more), self.weight)


def reaching(card: Card) -> bool:
    """Whether the Hero has a trait that changes more than itself."""
    return any(isinstance(trait, Trait) and trait.reaches for trait in card.traits)


def hero_parts(field: Field, member: Member, arms: Arms = ()) -> list[Part]:
    """What this Hero and the Weapons given to it contribute. (TS-8, TS-9, TS-10.3)"""
    book = field.book
    card = book.card(member.card)
    grip = field.grip(card, member.strength, arms)
    attacks = field.may_attack(card, member, grip)
    weapons_work = grip.held and (
        attacks or (not member.silenced and book.reads("silenced_weapon", "counts"))
    )
    mine = list(_own_parts(field, card, member, arms, grip)) if attacks else []
    if attacks or (not member.silenced and field.keeps_off(card)):
        mine += _gained_parts(card, member)
    if field.voids_unequipped and not arms:
        mine = [part for part in mine if part.pool == "light"]
    only_unequipped = field.silences_unequipped and not member.silenced and not field.keeps_off(card)
    if card.light and (attacks or (only_unequipped and book.reads("darkness_light", "kept"))):
        mine.append(Part("light", card.light, card.id, ("TS-10.3", card.ruling)))
    carried: list[Part] = []
    for arm in grip.held if weapons_work else ():
        carried += _weapon_parts(field, card, grip.strength, arm)
    if member.converted or (field.transmuted and arms):
        mine, carried = _converted(field, member, mine, carried, arms, grip)
    return [*mine, *carried, *_hindrance(field, member)] if member.suffers else mine + carried


def _own_parts(field: Field, card: Card, member: Member, arms: Arms, grip: Grip) -> Iterator[Part]:
    weapons = [arm.card for arm in arms]
    if card.attack:
        yield Part("attack", card.attack, card.id, ("TS-9.1", card.ruling))
    if card.magic_attack:
        yield Part("magic", card.magic_attack, card.id, ("TS-9.1", card.ruling))
    for trait in field.book.traits[card.id]:
        if bonus := trait.hero_bonus(field, card, weapons):
            yield Part("attack", bonus, card.id, (card.ruling,), trait.say())
        if bonus := trait.hero_magic(field, card):
            yield Part("magic", bonus, card.id, (card.ruling,), trait.say())
        if bonus := trait.hero_light(field):
            yield Part("light", bonus, card.id, (card.ruling, "TS-10.3"), trait.say())
    if member.attack:
        eats = any(ability.destroy == "food" for ability in card.abilities)
        note = "Food eaten" if eats else "its Dungeon Effect"
        yield Part("attack", member.attack, card.id, (card.ruling, "TS-7.3"), note)
    for source, _, attack in field.rallies:
        if attack and not (field.voids_spells and field.book.card(source).is_spell):
            yield Part("attack", attack, source, (f"card.{source}",), f"for {card.name}")
    for inspirer in field.inspirers:
        for trait in field.book.traits[inspirer.id]:
            if bonus := trait.inspires(card):
                yield Part("attack", bonus, inspirer.id, (inspirer.ruling,), f"for {card.name}")
    if field.armed and grip.held:
        yield Part(
            "attack", field.armed, field.monster.id, (field.monster.ruling,), f"for the equipped {card.name}"
        )


def _gained_parts(card: Card, member: Member) -> Iterator[Part]:
    """What its Dungeon Effects gave the party, even where the Hero's own card keeps it from attacking.
    (TS-9.5)
    """
    if member.magic:
        yield Part("magic", member.magic, card.id, (card.ruling, "TS-7.2"), "its Dungeon Effect")
    if member.light:
        yield Part("light", member.light, card.id, (card.ruling, "TS-10.3"), "its Dungeon Effect")


def _weapon_parts(field: Field, bearer: Card, strength: int, arm: Arm) -> Iterator[Part]:
    weapon = arm.card
    note = f"carried by {bearer.name}"
    if weapon.light:
        yield Part("light", weapon.light, weapon.id, ("TS-10.3", weapon.ruling), note)
    if field.voids_edged and "edged" in weapon.subtypes:
        return
    attack = weapon.attack or 0
    for trait in field.book.traits[weapon.id]:
        attack = trait.weapon_attack(field, attack, bearer, strength)
    if attack:
        yield Part("attack", attack, weapon.id, (weapon.ruling, "TS-8.1"), note)
    if weapon.magic_attack:
        yield Part("magic", weapon.magic_attack, weapon.id, (weapon.ruling, "TS-8.1"), note)
    if arm.thrown:
        bonus = sum(deed.thrown_attack() for ability in weapon.abilities for deed in ability.do)
        yield Part("attack", bonus, weapon.id, (weapon.ruling, "TS-8.5"), "thrown")


def _converted(
    field: Field, member: Member, mine: list[Part], carried: list[Part], arms: Arms, grip: Grip
) -> tuple[list[Part], list[Part]]:
    """Attack that became Magic Attack by Goodberries (this Hero) or Arcane Energies (equipped Heroes)."""
    book = field.book
    by_berries = member.converted
    equipped = bool(arms) and (bool(grip.held) or book.reads("arcane_after_drop", "kept"))
    by_spell = field.transmuted and equipped
    if not (by_berries or by_spell):
        return mine, carried
    converts_arms = by_spell or book.reads("goodberries_scope", "hero_and_weapon")
    lizard_converts = not field.armed or book.reads("lizard_bonus_kind", "converted")
    ruling = "card.arcane_energies" if by_spell else "card.goodberries"

    def convert(part: Part) -> Part:
        if part.pool != "attack" or (part.card == field.monster.id and not lizard_converts):
            return part
        return Part("magic", part.amount, part.card, (*part.rulings, ruling), part.note)

    return [convert(part) for part in mine], [convert(part) for part in carried] if converts_arms else carried


def _hindrance(field: Field, member: Member) -> Iterator[Part]:
    name = field.book.name(member.card)
    for pool in member.suffers:
        yield Part(pool, -1, field.monster.id, (field.monster.ruling, "TS-9.2"), f"on {name}")


def party_parts(book: Book, state: State, field: Field) -> list[Part]:
    """Every contribution of the revealed hand against the Monster of `field`."""
    field.inspirers = active_inspirers(book, state, field)
    parts: list[Part] = []
    for member in state.party:
        if member.left:
            continue
        if member.card in book.heroes:
            parts += hero_parts(field, member, arms_of(book, state, member))
        elif member.card not in book.weapons:
            parts += loose_parts(field, book.cards[member.card])
            if member.magic or member.light:
                parts += used_parts(field, member)
    parts += echo_parts(field, state)
    if not book.glowing.isdisjoint(member.card for member in state.party):
        parts += _surplus_parts(book, state, field, parts)
    return parts


def _surplus_parts(book: Book, state: State, field: Field, parts: list[Part]) -> list[Part]:
    """What Light beyond the penalty is worth to the Heroes that make use of it. (DS-12)"""
    surplus = surplus_of(field, sum(part.amount for part in parts if part.pool == "light"))
    return _glows(book, state, field, surplus) if surplus else []


def _glows(book: Book, state: State, field: Field, surplus: int) -> list[Part]:
    able = (m for m in state.party if m.card in book.glowing and not m.left)
    return [
        part
        for member in able
        if can_attack(book, state, field, member)
        for part in _glow(field, member, surplus)
    ]


def glow_factor(book: Book, state: State, field: Field) -> int:
    """Magic Attack that the party gains for each point of Light beyond the penalty."""
    return sum(part.amount for part in _glows(book, state, field, 1)) if book.glowing else 0


def _glow(field: Field, member: Member, surplus: int) -> Iterator[Part]:
    if field.voids_unequipped and not member.weapons:
        return
    for trait in field.book.traits[member.card]:
        if each := trait.magic_of_surplus():
            rulings = (f"card.{member.card}", "TS-10.1")
            yield Part("magic", surplus * each, member.card, rulings, trait.say())


def glow_of(book: Book, state: State, field: Field, member: Member) -> list[Part]:
    """What an attacking Hero gains from the party's Light beyond the penalty."""
    if member.card not in book.glowing:
        return []
    light = sum(part.amount for part in party_parts(book, state, field) if part.pool == "light")
    return list(_glow(field, member, surplus_of(field, light)))


def used_parts(field: Field, member: Member) -> list[Part]:
    """What an Item or a Spell gained when it was used. (TS-7.2)"""
    card = field.book.card(member.card)
    parts: list[Part] = []
    if not field.shuns.isdisjoint(card.subtypes):
        return parts
    if member.magic and not (field.voids_spells and card.is_spell):
        parts.append(Part("magic", member.magic, card.id, (card.ruling, "TS-7.2"), "its Dungeon Effect"))
    if member.light:
        parts.append(Part("light", member.light, card.id, (card.ruling, "TS-10.3"), "its Dungeon Effect"))
    return parts


def loose_parts(field: Field, card: Card) -> list[Part]:
    """What an Item, a Spell or a Trophy gives by itself. (TS-9.1, TS-10.3, TS-13.1)"""
    parts: list[Part] = []
    if not field.shuns.isdisjoint(card.subtypes):
        return parts
    if card.is_monster:
        trophy = card.trophy if card.trophy is not None and card.trophy.strikes(field.monster) else None
        note = f"Trophy against a {trophy.against.title()}" if trophy and trophy.against else "Trophy"
        if trophy is not None and trophy.attack:
            parts.append(Part("attack", trophy.attack, card.id, ("TS-13.1", card.ruling), note))
        if trophy is not None and trophy.magic_attack:
            parts.append(Part("magic", trophy.magic_attack, card.id, ("TS-13.1", card.ruling), note))
        if card.light:
            parts.append(Part("light", card.light, card.id, ("TS-13.1", "TS-10.3", card.ruling), "Trophy"))
        return parts
    if field.voids_spells and card.is_spell:
        return [Part("light", card.light, card.id, ("TS-10.3", card.ruling))] if card.light else parts
    if card.attack:
        parts.append(Part("attack", card.attack, card.id, ("TS-9.1", card.ruling)))
    if card.magic_attack:
        parts.append(Part("magic", card.magic_attack, card.id, ("TS-9.1", card.ruling)))
    parts += [
        Part("magic", bonus, inspirer.id, (inspirer.ruling,), f"for {card.name}")
        for inspirer in field.inspirers
        for trait in field.book.traits[inspirer.id]
        if (bonus := trait.enchants(card))
    ]
    if card.light:
        parts.append(Part("light", card.light, card.id, ("TS-10.3", card.ruling)))
    return parts


def echo_parts(field: Field, state: State) -> list[Part]:
    """What Spells without an ability give once more, used a second time: not their Light, which is a property
    of the card. (Bluefire Staff)
    """
    return [
        part._replace(note="used a second time", rulings=(*part.rulings, f"card.{weapon}"))
        for card, weapon in state.echoes
        for part in loose_parts(field, field.book.cards[card])
        if part.card == card and part.pool != "light"
    ]


def grip_in(book: Book, state: State, field: Field, member: Member) -> Grip:
    """The Strength of a Hero of the party in this battle, and the Weapons that it still holds."""
    return field.grip(book.card(member.card), member.strength, arms_of(book, state, member))


def is_armed(book: Book, state: State, field: Field, member: Member) -> bool:
    """Whether the Hero is equipped now: it was given a Weapon and still can hold one."""
    return bool(member.weapons) and bool(grip_in(book, state, field, member).held)


def can_attack(book: Book, state: State, field: Field, member: Member) -> bool:
    """Whether this Hero of the party takes part with its attack. (TS-9.5)"""
    if not field.minds_grip:
        return not member.silenced and not field.keeps_off(book.card(member.card))
    return field.may_attack(book.card(member.card), member, grip_in(book, state, field, member))


def active_inspirers(book: Book, state: State, field: Field) -> tuple[Card, ...]:
    """The Heroes whose traits for others hold: those that can attack, unless A-40 is read as `kept`."""
    return tuple(
        book.cards[member.card]
        for member in state.party
        if member.card in book.reaching
        and not member.left
        and (can_attack(book, state, field, member) or book.reads("silenced_hero_traits", "kept"))
    )


def magic_factor(inspirers: tuple[Card, ...]) -> int:
    """What the Magic Attack is multiplied by in the end; several multiply each other. (TS-9.3)"""
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


def equipped_count(book: Book, state: State, field: Field) -> int:
    """How many Heroes are equipped, for Monsters that ask for it. (A-47)"""
    count = 0
    for member in state.party:
        if member.left or not is_armed(book, state, field, member):
            continue
        if can_attack(book, state, field, member) or book.reads("silenced_weapon_equipped", "counts"):
            count += 1
    return count


def final_steps(book: Book, field: Field, factor: int, dark: bool = True) -> tuple[Step, ...]:
    """From the two totals to the Attack Value, in the order in which the rules apply.

    Reductions by Disease stand at the `mark`. Order: TS-9.3, TS-11, A-11, A-12, A-42, A-49. A reading is
    asked for only where it matters; without `dark` there surely is no Light Penalty.
    """
    phases: dict[Phase, list[Step]] = {}
    for guard in field.guards:
        for phase, step in guard.steps(field.monster.id):
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
        Step("plus", "value", light_rulings(field), by=-each, other="penalty", note="Light Penalty"),
        Step("floor", "value", ("TS-10.2", "key.zero_rule")),
    ]
    half = phases.get("halve_value", [])
    ending = light + half
    if half and dark and not book.reads("half_attack_order", "after_light"):
        ending = half + light
    return tuple(early + middle + late + total + ending)


def lacking(field: Field, quantities: Mapping[str, int]) -> Need | None:
    """The first thing that the party lacks to defeat the Monster, whatever the Attack Value. (TS-7.6)"""
    return next((need for need in field.needs if quantities[need.quantity] < need.at_least), None)


def light_rulings(field: Field) -> tuple[str, ...]:
    """What the Light Penalty rests on: the rules, and the Monsters that change it."""
    changing = [card for card, _ in (*field.dimming, *field.shining)]
    everywhere = ["DS-3"] if any(card in field.book.worldwide for card in changing) else []
    outside = () if field.rank else ("DS-8",)
    return ("TS-10.2", "TS-10.1", *outside, *everywhere, *dict.fromkeys(f"card.{card}" for card in changing))


def light_need(field: Field) -> int:
    """The Light that covers the whole penalty: the Rank, and what Monsters make of it. (TS-10.1, DS-3)

    Below 0 where there is Light to spare for a lantern that darkens.
    """
    basic = field.rank
    for _, factor in field.dimming:
        basic *= factor
    return basic - sum(light for _, light in field.shining)


def light_penalty(field: Field, light: int) -> int:
    """The Light Penalty that remains with so much Light of the party. (TS-10.1, TS-11.13)"""
    return max(light_need(field) - (0 if field.fixes_darkness else light), 0)


def surplus_of(field: Field, light: int) -> int:
    """The party's Light beyond what covers the whole penalty; none where Light covers nothing. (TS-11.13)"""
    need = max(light_need(field), 0)
    return 0 if field.fixes_darkness and need else max(light - need, 0)
