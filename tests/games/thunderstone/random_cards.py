"""Random cards of one's own: valid ones, made of the vocabulary alone, as a person might write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec.inspect as mi

from tests.games.thunderstone.builders import ruleset
from tsolve.api.effects import places
from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
from tsolve.games.thunderstone.cards import Ability, Card, Price
from tsolve.games.thunderstone.effects.base import AbilityEffect, MonsterTrait, Trait
from tsolve.games.thunderstone.lint_cards import faults, owner_of_ability_effect, owner_of_trait
from tsolve.rules.own_cards import with_own_cards
from tsolve.rules.ruleset import Ruleset
from tsolve.source import tree
from tsolve.source.tree import bare, choices, integer_range

HERO_CLASSES = ("fighter", "cleric", "wizard", "archer", "thief")
MONSTER_CLASSES = ("undead", "dragon", "doomknight", "humanoid")
DEALT_APART = ("also", "tagged")
"""What is printed around effects; dealt by itself, so that the same seeds deal the same effects."""
Facts = dict[str, Any]


@cache
def kinds(field: str, base: type[Any]) -> tuple[mi.StructType, ...]:
    """The kinds of effects that stand in a field, of one family, and that some printed card has."""
    return tuple(
        kind.struct
        for place in places("thunderstone")
        if place.field == field
        for kind in place.kinds
        if issubclass(kind.struct.cls, base) and kind.uses
    )


def own_ruleset(
    random: Random, count: int = 8, monster: Callable[[Random, str], Facts] | None = None
) -> tuple[Ruleset[Card], list[str]]:
    """The printed cards with `count` random ones, and the ids of those; `monster` makes the Monsters."""
    cards: Facts = {}
    foe = monster or a_monster
    for number in range(count):
        make = random.choice((a_hero, a_hero, foe, foe, a_weapon, a_good, a_villager))
        cards[f"own_{number}"] = make(random, str(number))
    found = Diagnostics()
    rules = with_own_cards(ruleset(), tree.tree_at(cards, Span("own.yaml", 1, 1, 1, 1)), faults, found)
    found.raise_if_any()
    return rules, list(cards)


def a_hero(random: Random, name: str) -> Facts:
    return {
        "kind": "hero",
        "group": f"Company {name}",
        "level": random.randint(1, 3),
        "classes": random.sample(HERO_CLASSES, random.randint(1, 2)),
        "cost": random.randint(2, 9),
        "strength": random.randint(1, 8),
        **_some(random, "attack", 4),
        **_some(random, "magic_attack", 3),
        **_some(random, "light", 2),
        **_some(random, "gold", 3),
        **_some(random, "vp", 2),
        "level_up_xp": random.randint(1, 3),
        "traits": _several(random, 0.7, lambda: _effect(random, _traits_of("a Hero"))),
        "abilities": _several(random, 0.4, lambda: _ability(random, "dungeon", hero=True)),
        "spoils": _tagged(_several(random, 0.1, lambda: _effect(random, kinds("spoils", object)))),
    }


def a_monster(random: Random, name: str) -> Facts:
    return {
        "kind": "monster",
        "group": f"Pack {name}",
        "classes": [random.choice(MONSTER_CLASSES)],
        "health": random.randint(1, 9),
        "xp": random.randint(0, 3),
        "vp": random.randint(0, 5),
        **_some(random, "gold", 2),
        **_some(random, "light", 2),
        "trophy": random.choice([None, {"attack": 1}, {"magic_attack": 2}]),
        "traits": _several(random, 0.6, lambda: _effect(random, kinds("traits", MonsterTrait))),
        "battle": _printed(_several(random, 0.6, lambda: _effect(random, kinds("battle", object)))),
        "breach": _several(random, 0.2, lambda: _effect(random, kinds("breach", object))),
        "spoils": _tagged(_several(random, 0.1, lambda: _effect(random, kinds("spoils", object)))),
    }


def a_monster_that_strikes_twice(random: Random, name: str) -> Facts:
    """Two Battle Effects that lie in each other's way: they destroy or weaken, most often."""
    plain = ("destroy", "weaken", "gain_disease", "armed_bonus")
    among = [kind for kind in kinds("battle", object) if kind.tag in plain]
    return a_monster(random, name) | {"battle": _printed([_effect(random, among) for _ in range(2)])}


def _tagged(effects: list[Facts]) -> list[Facts]:
    """The same Spoils, at times printed without the tag."""
    return [each | {"tagged": Random(str(each)).random() < 0.7} for each in effects]


def _printed(effects: list[Facts]) -> list[Facts]:
    """The same Battle Effects, at times printed as one: always the same of them, whatever else is dealt."""
    joined = Random(str(effects)).random() < 0.3
    return [*effects[:1], *(each | {"also": joined} for each in effects[1:])]


def a_weapon(random: Random, _: str) -> Facts:
    return {
        "kind": "village",
        "subtypes": ["weapon", *random.sample(("edged", "blunt", "magic"), random.randint(0, 2))],
        "cost": random.randint(2, 8),
        "weight": random.randint(0, 6),
        **_some(random, "attack", 5),
        **_some(random, "magic_attack", 3),
        **_some(random, "light", 2),
        **_some(random, "gold", 3),
        "traits": _several(random, 0.5, lambda: _effect(random, _traits_of("a Weapon"))),
        "abilities": _several(
            random, 0.3, lambda: {"when": "dungeon", "do": [_effect(random, _deeds_of("a Weapon"))]}
        ),
    }


def a_good(random: Random, _: str) -> Facts:
    """An Item or a Spell."""
    return {
        "kind": "village",
        "subtypes": random.choice(
            (["item"], ["item", "light"], ["item", "food"], ["spell"], ["magic", "item"])
        ),
        "cost": random.randint(2, 8),
        **_some(random, "magic_attack", 3),
        **_some(random, "light", 3),
        **_some(random, "gold", 3),
        "traits": [_effect(random, _traits_of("an Item or a Spell"))] if random.random() < 0.2 else [],
        "abilities": _several(random, 0.8, lambda: _ability(random, "dungeon")),
    }


def a_villager(random: Random, _: str) -> Facts:
    return {
        "kind": "village",
        "subtypes": ["villager"],
        "cost": random.randint(2, 8),
        **_some(random, "gold", 3),
        "abilities": _several(random, 0.9, lambda: _ability(random, "village")),
    }


def _some(random: Random, field: str, most: int) -> Facts:
    return {field: random.randint(0, most)} if random.random() < 0.6 else {}


def _several(random: Random, chance: float, make: Any) -> list[Any]:
    return [make() for _ in range(2) if random.random() < chance]


def _traits_of(owner: str) -> tuple[mi.StructType, ...]:
    return tuple(each for each in kinds("traits", Trait) if owner_of_trait(each.cls) == owner)


def _deeds_of(*owners: str | None) -> list[mi.StructType]:
    return [each for each in kinds("abilities", AbilityEffect) if owner_of_ability_effect(each.cls) in owners]


def _ability(random: Random, when: str, hero: bool = False) -> Facts:
    fitting = _deeds_of(None, "a Hero") if hero else _deeds_of(None)
    prices = [None, None, None, "self", *_prices()]
    price = random.choice(prices)
    in_place = [each for each in fitting if when == "dungeon" or each.tag in _deeds_of_the_village()]
    needs = [each for each in in_place if price not in (None, "self") or not each.cls.needs_price]
    effects = [_effect(random, random.sample(needs, 1)) for _ in range(random.choice((1, 1, 2)))]
    return {
        "when": when,
        "do": effects,
        "repeat": random.random() < 0.2 and price is not None,
        **({"destroy": price} if price is not None else {}),
        **({"itself": True} if price not in (None, "self") and random.random() < 0.3 else {}),
    }


@cache
def _deeds_of_the_village() -> frozenset[str]:
    """The kinds of effects that printed cards have in the Village."""
    effects = (
        effect
        for card in ruleset().cards.values()
        for ability in card.abilities
        if ability.when == "village"
        for effect in ability.do
    )
    return frozenset({str(effect.__struct_config__.tag) for effect in effects} | {"destroy_card"})


def _prices() -> list[str]:
    return list(Price.__args__)


def _effect(random: Random, among: Any) -> Facts:
    kind = random.choice(among)
    fields = {
        field.encode_name: _value(random, field) for field in kind.fields if field.name not in DEALT_APART
    }
    return {"kind": kind.tag, **fields}


def _value(random: Random, field: mi.Field) -> Any:
    return _of_type(random, bare(field.type), field.name)


def _of_type(random: Random, type_: mi.Type, name: str) -> Any:
    if isinstance(type_, mi.IntType):
        low, high = integer_range(type_)
        return random.randint(max(low, -2), min(high, 4))
    if isinstance(type_, mi.BoolType):
        return random.random() < 0.3
    if isinstance(type_, mi.VarTupleType):
        return random.sample(MONSTER_CLASSES, 2)
    if known := list(choices(type_)):
        return random.choice(known)
    if isinstance(type_, mi.UnionType):
        return _of_type(random, bare(random.choice(type_.types)), name)
    if isinstance(type_, mi.NoneType):
        return None
    return {"weapon": "edged", "subtype": "item"}.get(name, random.choice(HERO_CLASSES))


def walk(rules: Ruleset[Card], cards: list[str]) -> Iterator[tuple[str, str]]:
    """Every kind of effect that these cards have, with the field it stands in."""
    for card in cards:
        facts = rules.cards[card]
        for field in ("traits", "battle", "breach", "spoils"):
            yield from ((field, each.__struct_config__.tag) for each in getattr(facts, field))
        for ability in facts.abilities:
            assert isinstance(ability, Ability)
            yield from (("abilities", effect.__struct_config__.tag) for effect in ability.do)
