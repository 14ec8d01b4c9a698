"""Traits of Monsters. (TS-11)"""

from __future__ import annotations

from tsolve.games.thunderstone.effects.guards.half_attack import HalfAttack
from tsolve.games.thunderstone.effects.guards.half_magic import HalfMagic
from tsolve.games.thunderstone.effects.guards.immune_edged import ImmuneEdged
from tsolve.games.thunderstone.effects.guards.immune_magic import ImmuneMagic
from tsolve.games.thunderstone.effects.guards.light import Light
from tsolve.games.thunderstone.effects.guards.magic_only import MagicOnly
from tsolve.games.thunderstone.effects.guards.magic_required import MagicRequired
from tsolve.games.thunderstone.effects.guards.must_be_defeated import MustBeDefeated
from tsolve.games.thunderstone.effects.guards.shuns_dark import ShunsDark
from tsolve.games.thunderstone.effects.guards.unequipped_cannot_attack import UnequippedCannotAttack

__all__ = [
    "AnyGuard",
    "HalfAttack",
    "HalfMagic",
    "ImmuneEdged",
    "ImmuneMagic",
    "Light",
    "MagicOnly",
    "MagicRequired",
    "MustBeDefeated",
    "ShunsDark",
    "UnequippedCannotAttack",
]

AnyGuard = (
    HalfAttack
    | HalfMagic
    | ImmuneEdged
    | ImmuneMagic
    | Light
    | MagicOnly
    | MagicRequired
    | MustBeDefeated
    | ShunsDark
    | UnequippedCannotAttack
)
