"""Items of the city that are used for an attack without a map, by their names. (GH-6.7, GH-11.8)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.games.gloomhaven.writing.printed_cards import item_named
from tsolve.rules.ruleset import Ruleset


class Added(NamedTuple):
    """What items add to an attack."""

    bonuses: dict[str, int]
    """To its value, by item."""
    advantage: bool
    beside: tuple[str, ...]
    """What stands behind its value then: `pierce 2`, `stun`."""


def added_by(ruleset: Ruleset[Card], names: Sequence[str]) -> Added | None:
    """What these items add; None if one is not printed, is no item for an attack, or cannot be played."""
    bonuses: dict[str, int] = {}
    advantage, beside = False, []
    for name in names:
        card = item_named(ruleset, name)
        item = card.item if card is not None else None
        if (
            card is None
            or item is None
            or item.untold
            or item.only
            or item.when not in ("attack", "single attack")
        ):
            return None
        for text in item.do:
            ability = read_ability(text, load_areas(ruleset.roots), None, ruleset.names.abilities)
            if not isinstance(ability, Attack):
                return None
            bonuses[card.name] = ability.amount.number
            advantage |= ability.advantage
            beside += [part for part in text.split(", ")[1:] if part != "advantage"]
    return Added({name: number for name, number in bonuses.items() if number}, advantage, tuple(beside))
