"""Which effects a card has, each by its place on the card and its kind: `breach 1 cull_heroes`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias, cast

import msgspec

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import (
        BattleEffect,
        BreachEffect,
        Deed,
        GlobalEffect,
        Guard,
        SpoilsEffect,
        Trait,
    )

    Effect: TypeAlias = Deed | Trait | Guard | BattleEffect | BreachEffect | GlobalEffect | SpoilsEffect

_SINGULAR = {"abilities": "ability", "traits": "trait", "global_effects": "global"}


def effects_of(card: Card) -> Iterator[tuple[str, Effect]]:
    """Every effect of the card with its name. The deeds of an ability are numbered within it."""
    for field in card.__struct_fields__:
        value = getattr(card, field)
        place = _SINGULAR.get(field, field)
        for number, each in enumerate(value if isinstance(value, tuple) else (), 1):
            for at, effect in _parts(each):
                yield f"{place} {number}{at} {effect.__struct_config__.tag}", effect


def effect_name(card: Card, effect: Effect) -> str:
    """The name of one effect of the card; an empty string for one that is not on it."""
    return next((name for name, each in effects_of(card) if each is effect), "")


def _parts(value: object) -> Iterator[tuple[str, Effect]]:
    """The effect itself, or the effects that an ability is made of."""
    if not isinstance(value, msgspec.Struct):
        return
    if value.__struct_config__.tag:
        yield "", cast("Effect", value)
        return
    deeds = getattr(value, "do", ())
    for number, deed in enumerate(deeds, 1):
        yield f".{number}" if len(deeds) > 1 else "", deed
