"""Which abilities a plan of a whole round may follow without the cards that monsters draw: a new one is
sorted here, as nobody else would notice that a promise no longer holds.
"""

from __future__ import annotations

from typing import get_args

from tsolve.games.gloomhaven import abilities, simple_abilities
from tsolve.games.gloomhaven.planning import settled

FOLLOWED = frozenset(
    [
        "Move",
        "Attack",
        "Heal",
        "Shield",
        "Retaliate",
        "Place",
        "Shove",
        "Suffer",
        "Kill",
        "Recover",
        "Bestow",
        "Consume",
        "If",
        "Command",
        "CreateTrap",
        "PutObstacles",
        "Remove",
        "Loot",
        "AttackChange",
        "MoveChange",
        "Whenever",
        "ThisTurn",
        "OneOf",
        "Refresh",
        "Cure",
        "EndAll",
        "Doubled",
        "Give",
        "Infuse",
        "Swap",
        "Teleport",
        "Experience",
        "UntilRoundEnd",
        "HealChange",
        "RetaliateChange",
        "Immune",
        "Flying",
        "Grounded",
        "TwoAtOnce",
        "Becomes",
        "Either",
        "LastInFocus",
        "OneMoreObstacle",
        "Unhindered",
    ]
)
"""Abilities that the engine plays alike whatever monsters have drawn; some of them only in part."""


def test_every_ability_is_sorted() -> None:
    every = {each.__name__ for each in get_args(abilities.Ability | simple_abilities.SimpleAbility)}
    hang = {each.__name__ for each in get_args(settled._CHANGED_BY_DRAWS | settled._OF_BLOWS)}

    assert not hang & FOLLOWED
    assert every <= hang | FOLLOWED
