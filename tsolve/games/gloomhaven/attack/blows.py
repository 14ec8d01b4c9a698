"""A row of attacks from one modifier deck, as its chances need it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from tsolve.games.gloomhaven.attack.damage import NONE, Defence, SingleAttack, attack_value, damage
from tsolve.games.gloomhaven.attack.drawing import Way
from tsolve.games.gloomhaven.attack.modifiers import Modifier, card, reduced

Amounts = Callable[[tuple[Modifier, ...]], int]
"""The damage of one attack with these modifier cards."""


class Blow(msgspec.Struct, frozen=True):
    """One attack on one target. Conditions that cards bring to later attacks are not reckoned with."""

    attack: SingleAttack
    defence: Defence = NONE
    way: Way = "normal"
    target: str = ""
    """Whom it hits: blows with the same target add up."""

    @property
    def value(self) -> int:
        """The attack value before the modifier cards. (GH-6.7)"""
        return attack_value(self.attack, self.defence)

    def amounts(self) -> Amounts:
        """What tells the damage with certain modifier cards, and remembers it."""
        known: dict[tuple[Modifier, ...], int] = {}

        def amount(applied: tuple[Modifier, ...]) -> int:
            if applied not in known:
                known[applied] = damage(self.attack, self.defence, applied).amount
            return known[applied]

        return amount


def sorter(blows: Sequence[Blow], is_reduced: bool) -> Callable[[str], Modifier]:
    """What makes of a card the sort that it is of: cards of one sort come to the same in all these attacks.

    Effects other than pierce count only where cards are compared, and pierce only there or against a shield.
    """
    by_effects = any(blow.way != "normal" for blow in blows)
    by_pierce = any(blow.defence.shields for blow in blows)

    def sort_of(text: str) -> Modifier:
        found = reduced(card(text)) if is_reduced else card(text)
        effects = sorted(found.effects, key=str)
        if found.rolling or not by_effects:
            effects = [each for each in effects if by_pierce and each.word == "pierce"]
        return replace(found, effects=tuple(effects), name="")

    return sort_of
