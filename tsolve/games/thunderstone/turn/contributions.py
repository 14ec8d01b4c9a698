"""What each card contributes against one Monster, with its rulings; the facts of the whole battle that it
depends on (the Monster with its combined traits, its Rank, effects on everybody); and what does not count
because of the Monster's traits. (TS-11)

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
from tsolve.games.thunderstone.turn.hand import Arm, Arms, Grip, Hand, arms_of, strength_of_kin, take_hold

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import GlobalEffect, MonsterTrait, Need
    from tsolve.model.trace import Step


class MonsterProfile:
    """A Monster's traits, combined."""

    def __init__(self, monster: str, monster_traits: tuple[MonsterTrait, ...]) -> None:
        self.monster_traits = monster_traits
        self.silences_unequipped = any(guard.silences_unequipped for guard in monster_traits)
        self.voids = frozenset(kind for guard in monster_traits if (kind := guard.voids()))
        """Subtypes of Weapons that give no Attack here. (TS-11.3)"""
        self.voids_spells = any(guard.voids_spells for guard in monster_traits)
        self.voids_unequipped = any(guard.voids_unequipped for guard in monster_traits)
        self.fixes_darkness = any(guard.fixes_darkness for guard in monster_traits)
        self.is_dark = any(guard.dark for guard in monster_traits)
        """Whether it can be attacked only without a Light Penalty. (TS-10.5)"""
        self.least_strength = max((guard.least_strength() for guard in monster_traits), default=0)
        self.shuns = frozenset(kind for guard in monster_traits if (kind := guard.shuns()))
        """Kinds of cards that nobody may use here, so that they do not count. (TS-11.9)"""
        self.needs: tuple[Need, ...] = tuple(
            need for guard in monster_traits if (need := guard.need(monster)) is not None
        )
        """What the party needs to defeat the Monster."""
        self.health_steps: tuple[Step, ...] = tuple(
            step for guard in monster_traits for step in guard.health_steps(monster)
        )
        """How its traits change its Health."""
        self.shining = tuple((monster, light) for guard in monster_traits if (light := guard.light()))
        """What its traits add to the Light here (negative: darker)."""


def profile_of(book: Book, monster: str) -> MonsterProfile:
    """The traits of this Monster taken together; the book remembers them."""
    front = book.fronts.get(monster)
    if front is None:
        front = book.fronts[monster] = MonsterProfile(monster, book.monster_traits[monster])
    return front


class BattleContext:
    """The battle-wide facts that decide what each card contributes."""

    def __init__(
        self, book: Book, state: State, rank: int, weakened: int | None = None, armed: int | None = None
    ) -> None:
        self.book = book
        self.rank = max(rank, 0)
        """The Rank; 0 is the space outside the Hall. (DS-8)"""
        self.monster = book.card(state.at(rank).card)
        front = profile_of(book, self.monster.id)
        self.monster_traits = front.monster_traits
        self.silences_unequipped = front.silences_unequipped
        self.voids, self.voids_spells = front.voids, front.voids_spells
        self.voids_unequipped = front.voids_unequipped
        self.fixes_darkness = front.fixes_darkness
        self.least_strength = front.least_strength
        self.shuns, self.needs, self.health_steps = front.shuns, front.needs, front.health_steps
        everywhere = book.global_effects(state)
        self.shining = self._shining(front.shining, everywhere) if front.shining or everywhere else ()
        """What Monsters add to the Light here (negative: darker), each with its card."""
        self.dimming = self._dimming(everywhere) if everywhere else ()
        """What Monsters multiply the basic Light Penalty by, each with its card."""
        self.rally_strength = state.rally_strength
        self.rallies = state.rallies
        self.transmuted = state.transmuted
        self.lightened = state.lightened
        self.weakened = state.weakened if weakened is None else weakened
        self.armed = state.armed if armed is None else armed
        self.hand = Hand(book, state.party, state.spells)
        self.inspirers: tuple[Card, ...] = ()
        """Heroes whose traits affect other cards and hold in this battle."""

    def _dimming(self, everywhere: list[tuple[str, GlobalEffect]]) -> tuple[tuple[str, int], ...]:
        if not self.rank:
            return ()
        factors = ((card, effect.darkness_factor()) for card, effect in everywhere)
        return tuple((card, factor) for card, factor in factors if factor != 1)

    def _shining(
        self, own: tuple[tuple[str, int], ...], everywhere: list[tuple[str, GlobalEffect]]
    ) -> tuple[tuple[str, int], ...]:
        if not self.rank:  # outside the Hall there is no darkness
            return ()
        most = 0 if self.fixes_darkness else None
        changes = (*own, *((card, effect.light()) for card, effect in everywhere))
        return tuple((card, light) for card, light in changes if light and (most is None or light < most))

    def strength(self, card: Card, bonus: int) -> int:
        """A Hero's modified Strength now, in the battle's terms. (TS-8.4, A-48)"""
        if card.id in self.book.swelling:
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
        return not self.shuts_out(member, grip) and not self.keeps_off(card)

    def shuts_out(self, member: Member, grip: Grip) -> bool:
        """Whether the Monster keeps this Hero from attacking: it chose the Hero, or a Weapon or Strength is
        missing.
        """
        if member.silenced or (self.silences_unequipped and not grip.held):
            return True
        return self.least_strength > 0 and grip.strength < self.least_strength

    @property
    def minds_grip(self) -> bool:
        """Whether a Hero needs a certain Strength or a Weapon to attack here."""
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
    """What this Hero and the Weapons given to it contribute; `grip` is its Strength and held Weapons, if
    known already. (TS-8, TS-9, TS-10.3)
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
        commits_late = any(ability.commits_late for ability in card.abilities)
        note = (
            "its Dungeon Effects" if eats and commits_late else "Food eaten" if eats else "its Dungeon Effect"
        )
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
    """What its Dungeon Effects gave the party, even if its own card stops it from attacking. (TS-9.5)"""
    if member.magic:
        yield Part("magic", member.magic, card.id, (card.ruling, "TS-7.2"), "its Dungeon Effect")
    if member.light:
        yield Part("light", member.light, card.id, (card.ruling, "TS-10.3"), "its Dungeon Effect")


def _weapon_parts(context: BattleContext, bearer: Card, strength: int, arm: Arm) -> Iterator[Part]:
    weapon = arm.card
    note = f"carried by {bearer.name}"
    if weapon.light:
        yield Part("light", weapon.light, weapon.id, ("TS-10.3", weapon.ruling), note)
    if not context.voids.isdisjoint(weapon.subtypes):
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
    """The Monster's reductions for the Hero, no more than the Hero still has: a Weapon may have dropped
    since.

    Gains from Light beyond the penalty are added later, so Magic Attack of a Hero with such gains is not held
    at 0 here.
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
    """A card that gains Magic Attack from the gold of the hand."""

    card: Card
    per: int
    """The gold for each point."""
    rulings: tuple[str, ...]
    note: str

    def part(self, gold: int) -> Part:
        """Its Magic Attack while the hand is worth this much gold."""
        return Part("magic", gold // self.per, self.card.id, self.rulings, self.note)


def gilded(context: BattleContext, state: State) -> list[Gilded]:
    """The cards that gain Magic Attack from the gold of the hand in this battle, including those that count a
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
    """The contributions of Spells without an ability that are used a second time, without their Light, which
    is a property of the card. (Bluefire Staff)
    """
    return [
        replace(part, note="used a second time", rulings=(*part.rulings, f"card.{weapon}"))
        for card, weapon in state.echoes
        for part in loose_parts(context, context.book.cards[card])
        if part.pool != "light" and (part.card == card or context.book.reads("reused_spell_bonus", "twice"))
    ]


class Barred(msgspec.Struct, frozen=True):
    """A card that does not count in full, with the reason."""

    card: str
    rulings: tuple[str, ...]
    why: str


def barred(book: Book, state: State, rank: int) -> tuple[Barred, ...]:
    """What does not count against the Monster of a Rank, each kind of card once."""
    context = BattleContext(book, state, rank)
    members = [member for member in state.party if not member.left]
    found = [each for member in members for each in _of(book, state, context, member)]
    if context.fixes_darkness:
        monster = context.monster
        found.append(Barred(monster.id, ("TS-11.13", monster.ruling), "Light takes nothing off the penalty"))
    return tuple(dict.fromkeys(found))


def _of(book: Book, state: State, context: BattleContext, member: Member) -> Iterator[Barred]:
    card = book.card(member.card)
    monster = context.monster.ruling
    if context.voids_spells and card.is_spell and (card.has_magic or member.used):
        yield Barred(card.id, ("TS-11.11", monster), "a Spell: its Attack does not count")
    if not context.voids.isdisjoint(card.subtypes) and member.engaged:
        kind = next(kind for kind in card.subtypes if kind in context.voids)
        yield Barred(card.id, ("TS-11.3", monster), f"{kind} Weapon: its Attack does not count")
    if card.id not in book.heroes or member.silenced:
        return
    arms = arms_of(book, state, member)
    grip = context.grip(card, member.strengthened, arms)
    if context.keeps_off(card):
        yield Barred(card.id, ("TS-9.5", card.ruling), f"cannot attack Rank {context.rank}")
    elif context.silences_unequipped and not grip.held:
        yield Barred(card.id, ("TS-11.8", monster), "without a Weapon: cannot attack")
    elif context.least_strength > grip.strength:
        why = f"Strength {grip.strength}, less than {context.least_strength}: cannot attack"
        yield Barred(card.id, ("TS-11.10", monster), why)
    elif context.voids_unequipped and not arms:
        yield Barred(card.id, ("TS-11.12", monster), "without a Weapon: its Attack does not count")
