"""The ways in which one Hero can be prepared: Weapon, Food, thrown or not, and what each way contributes.

The engine's own functions say what a prepared Hero contributes; here they are asked for every way that
could differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.state import NONE, Member, State
from tsolve.games.thunderstone.turn.counting import Hand, strength_of_kin
from tsolve.games.thunderstone.turn.reckoning import Field, Part, hero_parts
from tsolve.games.thunderstone.turn.sacrifice import refuse_sacrifice
from tsolve.games.thunderstone.twins import likeness

ENOUGH = 99
"""A Strength that nothing asks for."""


class HeroClass(msgspec.Struct, frozen=True):
    """Heroes of the hand that are alike in every respect."""

    id: str
    card: Card
    members: tuple[int, ...]
    """Their places in the party."""
    member: Member
    weapon: Card | None
    """The Weapon they carry already."""
    thrown: bool

    @property
    def copies(self) -> int:
        return len(self.members)


class Supplies(msgspec.Struct, frozen=True):
    """What may still be given out: places in the party by card."""

    weapons: dict[str, tuple[int, ...]]
    feeds: dict[str, tuple[int, ...]]
    """Cards that serve one Hero when used (Iron Rations, Goodberries)."""
    foods: dict[str, tuple[int, ...]]
    """Food that may be destroyed as a price."""


class Way(msgspec.Struct, frozen=True):
    """One way to prepare a Hero before the attack."""

    weapon: str = ""
    """A Weapon newly given to it; empty when it has none or keeps the one it carries."""
    thrown: bool = False
    feeds: tuple[str, ...] = ()
    eats: tuple[str, ...] = ()
    ability: int = NONE
    """The ability that eats."""

    @property
    def id(self) -> str:
        """A readable id, the same for the same way."""
        words = [self.weapon + (" thrown" if self.thrown else "")] if self.weapon or self.thrown else []
        words += [f"fed {card}" for card in self.feeds] + [f"eats {card}" for card in self.eats]
        return " + ".join(words) or "as it is"


def hero_classes(book: Book, state: State) -> list[HeroClass]:
    """The Heroes of the hand, those that are alike together, in the order of the hand."""
    groups: dict[object, list[int]] = {}
    for index, member in enumerate(state.party):
        if not member.left and member.card in book.heroes:
            groups.setdefault(likeness(state, index), []).append(index)
    return [
        hero_class(book, state, f"{number}:{state.party[members[0]].card}", members)
        for number, members in enumerate(groups.values())
    ]


def hero_class(book: Book, state: State, id_: str, members: Sequence[int]) -> HeroClass:
    """Heroes of the hand that are alike, as a class with this id."""
    member = state.party[members[0]]
    weapon = state.party[member.weapon] if member.weapon != NONE else None
    facts = book.card(weapon.card) if weapon is not None else None
    thrown = weapon is not None and weapon.thrown
    return HeroClass(id_, book.card(member.card), tuple(members), member, facts, thrown)


class Uses(NamedTuple):
    """What a card of the hand may still be given out for."""

    weapon: bool
    feed: bool
    food: bool


def uses_of(book: Book, state: State, index: int) -> Uses:
    """What one card of the hand may still be given out for."""
    member = state.party[index]
    card = book.card(member.card)
    return Uses(
        card.is_weapon and member.bearer == NONE,
        _serves(card, "hero") and not member.serving,
        card.is_food and refuse_sacrifice(book, state, index) is None,
    )


def supplies(book: Book, state: State) -> Supplies:
    """The Weapons and Food of the hand that are still free."""
    found: tuple[dict[str, list[int]], ...] = ({}, {}, {})
    for index, member in enumerate(state.party):
        if not member.left:
            for free, group in zip(uses_of(book, state, index), found, strict=True):
                if free:
                    group.setdefault(member.card, []).append(index)
    return Supplies(*({card: tuple(places) for card, places in group.items()} for group in found))


def fresh_uses(card: Card) -> Uses:
    """What a card may be given out for when nothing was done with it yet."""
    return Uses(card.is_weapon, _serves(card, "hero"), card.is_food)


def stock_of(book: Book, cards: Mapping[str, int]) -> Supplies:
    """The supplies of a hand that holds all these cards, with their numbers: places do not matter."""
    found: tuple[dict[str, tuple[int, ...]], ...] = ({}, {}, {})
    for card, count in cards.items():
        for free, group in zip(fresh_uses(book.card(card)), found, strict=True):
            if free:
                group[card] = tuple(range(count))
    return Supplies(*found)


def _serves(card: Card, target: str) -> bool:
    return any(
        deed.target == target
        for ability in card.abilities
        for deed in ability.do
        if ability.when == "dungeon" and not ability.duty and not ability.reveals
    )


def ways(book: Book, state: State, hero: HeroClass, stores: Supplies, most: int) -> Iterator[Way]:
    """Every way to prepare the Hero that could matter; `most` is the Strength beyond which more is
    useless.
    """
    arms: list[tuple[str, bool]] = [("", False)]
    if hero.weapon is not None:
        if not hero.thrown and throwing_ability(hero.weapon) != NONE:
            arms.append(("", True))
    else:
        for card in stores.weapons:
            arms.append((card, False))
            if throwing_ability(book.card(card)) != NONE:
                arms.append((card, True))
    for feeds in _meals(book, state, hero, stores, most):
        for ability, eats in _dinners(hero, stores):
            for weapon, thrown in arms:
                yield Way(weapon, thrown, feeds, eats, ability if eats else NONE)


def throwing_ability(card: Card) -> int:
    """The ability that throws this Weapon, or NONE."""
    for number, ability in enumerate(card.abilities):
        if not ability.reveals and any(deed.thrown_attack() for deed in ability.do):
            return number
    return NONE


def _meals(book: Book, state: State, hero: HeroClass, stores: Supplies, most: int) -> list[tuple[str, ...]]:
    """What the Hero may be fed: no more than its Strength can use, and a conversion at most once."""
    meals: list[tuple[str, ...]] = []

    def extend(cards: list[str], meal: tuple[str, ...], strength: int, converted: bool) -> None:
        meals.append(meal)
        for number, card in enumerate(cards):
            if meal.count(card) >= len(stores.feeds[card]):
                continue
            probe = _fed(book, Member(""), (card,))
            if strength >= most and (converted or not probe.converted):
                continue
            extend(cards[number:], (*meal, card), strength + probe.strength, converted or probe.converted)

    kin = strength_of_kin(Hand(book, state.party), hero.card)
    base = (hero.card.strength or 0) + hero.member.strength + state.rally_strength + kin
    extend(sorted(stores.feeds), (), base, hero.member.converted)
    return meals


def _dinners(hero: HeroClass, stores: Supplies) -> list[tuple[int, tuple[str, ...]]]:
    """What the Hero may destroy and eat for more Attack."""
    dinners: list[tuple[int, tuple[str, ...]]] = [(NONE, ())]
    for number, ability in enumerate(hero.card.abilities):
        if ability.destroy != "food" or hero.member.used >> number & 1 or ability.reveals:
            continue
        pantry = [card for card, places in sorted(stores.foods.items()) for _ in places]
        for size in range(1, len(pantry) + 1 if ability.repeat else min(len(pantry), 1) + 1):
            dinners += [
                (number, eaten)
                for eaten in combinations_with_replacement(sorted(set(pantry)), size)
                if all(count <= len(stores.foods[card]) for card, count in Counter(eaten).items())
            ]
    return dinners


def _fed(book: Book, member: Member, feeds: tuple[str, ...]) -> Member:
    for card in feeds:
        for ability in book.card(card).abilities:
            for deed in ability.do if ability.when == "dungeon" and not ability.reveals else ():
                if deed.target == "hero":
                    member = deed.serve(member)
    return member


def prepared(book: Book, hero: HeroClass, way: Way) -> Member:
    """The Hero as the way leaves it, without its Weapon."""
    member = _fed(book, replace(hero.member, weapon=NONE), way.feeds)
    for _ in way.eats:
        for deed in hero.card.abilities[way.ability].do:
            member = deed.serve(member)
    return member


def arms_of(book: Book, hero: HeroClass, way: Way) -> tuple[Card | None, bool]:
    """The Weapon in the Hero's hands when prepared so, and whether it is thrown."""
    weapon = book.card(way.weapon) if way.weapon else hero.weapon
    return weapon, way.thrown or hero.thrown


def can_carry(field: Field, hero: HeroClass, way: Way) -> bool:
    """Whether the Hero is strong enough, before any Battle Effect, for a Weapon newly given to it.
    (TS-8.1)
    """
    if not way.weapon:
        return True
    strength = field.strength(hero.card, _fed(field.book, hero.member, way.feeds).strength)
    return field.weight(field.book.card(way.weapon)) <= strength


def parts_of(
    field: Field, hero: HeroClass, way: Way, silenced: bool = False, suffers: str = ""
) -> list[Part]:
    """What the Hero contributes when prepared so."""
    member = prepared(field.book, hero, way)
    if silenced or suffers:
        member = replace(member, silenced=silenced or member.silenced, suffers=suffers or member.suffers)
    return hero_parts(field, member, *arms_of(field.book, hero, way))


def useful_strength(book: Book, cards: Iterable[str], field: Field) -> int:
    """The Strength beyond which none of these cards, no Monster and no rule of this battle asks for more."""
    needs = [1]
    limits = (getattr(effect, "strength_at_most", None) for effect in field.monster.battle)
    needs += [limit + 1 for limit in limits if limit is not None]
    if any(need.quantity == "used" for need in field.needs):
        needs.append(ENOUGH)  # a Ration may be eaten for no other reason than that it was used
    for card in map(book.card, cards):
        if card.is_weapon:
            needs.append(card.weight or 0)
            needs += [getattr(trait, "strength", 0) for trait in card.traits]
    return max(needs) + field.weakened
