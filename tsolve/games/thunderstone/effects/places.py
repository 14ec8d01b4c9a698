"""Which effects a card has, each by its place on the card and its kind: `breach 1 cull_heroes`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Effect

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card

_SINGULAR = {"traits": "trait", "global_effects": "global"}


def effects_of(card: Card) -> Iterator[tuple[str, Effect]]:
    """Every effect of the card with its name.

    Abilities are numbered, and the effects of one that does several; other effects only among those of their
    kind, so that a reading that adds one does not rename the others.
    """
    for number, ability in enumerate(card.abilities, 1):
        for at, effect in enumerate(ability.do, 1):
            within = f".{at}" if len(ability.do) > 1 else ""
            yield f"ability {number}{within} {_kind(effect)}", effect
    for field in card.__struct_fields__:
        value = getattr(card, field)
        if not isinstance(value, tuple):
            continue
        kinds: Counter[str] = Counter()
        for effect in value:
            if isinstance(effect, Effect):
                kind = _kind(effect)
                kinds[kind] += 1
                yield f"{_SINGULAR.get(field, field)} {kinds[kind]} {kind}", effect


def effect_name(card: Card, effect: Effect) -> str:
    """The name of one effect of the card; an empty string for one that is not on it."""
    return next((name for name, each in effects_of(card) if each is effect), "")


def rules_of(effect: Effect) -> tuple[str, ...]:
    """The rules that this kind of effect is a case of, as far as no event names them."""
    return tuple(rule for rule in effect.rules if not rule.startswith("key."))


def _kind(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)
