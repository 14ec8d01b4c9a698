"""Monsters with a Trait or an effect that no printed one has."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import MonsterTrait
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect
from tsolve.games.thunderstone.effects.monsters import (
    CannotBeAttackedWith,
    DoubleHealth,
    FixedDarkness,
    HeroesRequired,
    ImmuneSpells,
    ImmuneUnequipped,
    MustBeDefeated,
    UseRequired,
    WeakCannotAttack,
)


def strange(random: Random, monster: Card) -> dict[str, Card]:
    """This Monster with one more Trait, and at times with one more Battle Effect."""
    guards: list[MonsterTrait] = [
        CannotBeAttackedWith(random.choice(["weapon", "edged", "spell", "item", "food", "light"])),
        DoubleHealth(random.randint(1, 8)),
        FixedDarkness(),
        HeroesRequired(random.randint(1, 4)),
        ImmuneSpells(),
        ImmuneUnequipped(),
        MustBeDefeated(),
        UseRequired(),
        WeakCannotAttack(random.randint(3, 7)),
    ]
    traits = (*monster.traits, random.choice(guards))
    battle = (*monster.battle, _destroying(random)) if random.random() < 0.4 else monster.battle
    return {monster.id: replace(monster, traits=traits, battle=battle)}


def _destroying(random: Random) -> DestroyEffect:
    target = random.choice(["archer", "card", "healthy_card", "hero", "village_card", "weapon", "mercenary"])
    return DestroyEffect(
        target,  # type: ignore[arg-type]
        count=random.choice([1, 2, 3, "all", "diseases"]),
        but=random.choice([0, 0, 1]),
        first=random.choice(
            ["", "strongest", "weakest", "heaviest", "lightest", "richest", "stronger_of_two"]
        ),
        strength_at_most=random.choice([None, None, 4, 6]),
        unless_equipped=random.random() < 0.1,
    )
