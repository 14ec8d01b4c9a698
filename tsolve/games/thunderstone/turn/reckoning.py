"""The party's contributions against one Monster: who takes part and what each card adds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.budget import spend
from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.parts import Part, echo_parts, gilded, hero_parts, loose_parts, used_parts
from tsolve.games.thunderstone.turn.strength import Grip, arms_of
from tsolve.games.thunderstone.turn.totals import surplus_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card


def reaching(card: Card) -> bool:
    """Whether the Hero has a trait that changes more than itself."""
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
    """What Light beyond the penalty is worth to the Heroes that make use of it. (DS-12)"""
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


def equipped_count(book: Book, state: State, context: BattleContext) -> int:
    """How many Heroes are equipped, for Monsters that ask for it. (A-47)"""
    count = 0
    for member in state.party:
        if member.left or not member.weapons or not is_armed(book, state, context, member):
            continue
        if can_attack(book, state, context, member) or book.reads("silenced_weapon_equipped", "counts"):
            count += 1
    return count
