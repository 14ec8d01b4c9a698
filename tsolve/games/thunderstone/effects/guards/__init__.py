"""Traits of Monsters. (TS-11)"""

from __future__ import annotations

from tsolve.games.thunderstone.effects.guards.cannot_be_attacked_with import CannotBeAttackedWith
from tsolve.games.thunderstone.effects.guards.double_health import DoubleHealth
from tsolve.games.thunderstone.effects.guards.fixed_darkness import FixedDarkness
from tsolve.games.thunderstone.effects.guards.half_attack import HalfAttack
from tsolve.games.thunderstone.effects.guards.half_magic import HalfMagic
from tsolve.games.thunderstone.effects.guards.heroes_required import HeroesRequired
from tsolve.games.thunderstone.effects.guards.immune_edged import ImmuneEdged
from tsolve.games.thunderstone.effects.guards.immune_magic import ImmuneMagic
from tsolve.games.thunderstone.effects.guards.immune_spells import ImmuneSpells
from tsolve.games.thunderstone.effects.guards.immune_unequipped import ImmuneUnequipped
from tsolve.games.thunderstone.effects.guards.light import Light
from tsolve.games.thunderstone.effects.guards.magic_only import MagicOnly
from tsolve.games.thunderstone.effects.guards.magic_required import MagicRequired
from tsolve.games.thunderstone.effects.guards.must_be_defeated import MustBeDefeated
from tsolve.games.thunderstone.effects.guards.shuns_dark import ShunsDark
from tsolve.games.thunderstone.effects.guards.unequipped_cannot_attack import UnequippedCannotAttack
from tsolve.games.thunderstone.effects.guards.use_required import UseRequired
from tsolve.games.thunderstone.effects.guards.weak_cannot_attack import WeakCannotAttack

__all__ = [
    "AnyGuard",
    "CannotBeAttackedWith",
    "DoubleHealth",
    "FixedDarkness",
    "HalfAttack",
    "HalfMagic",
    "HeroesRequired",
    "ImmuneEdged",
    "ImmuneMagic",
    "ImmuneSpells",
    "ImmuneUnequipped",
    "Light",
    "MagicOnly",
    "MagicRequired",
    "MustBeDefeated",
    "ShunsDark",
    "UnequippedCannotAttack",
    "UseRequired",
    "WeakCannotAttack",
]

AnyGuard = (
    CannotBeAttackedWith
    | DoubleHealth
    | FixedDarkness
    | HalfAttack
    | HalfMagic
    | HeroesRequired
    | ImmuneEdged
    | ImmuneMagic
    | ImmuneSpells
    | ImmuneUnequipped
    | Light
    | MagicOnly
    | MagicRequired
    | MustBeDefeated
    | ShunsDark
    | UnequippedCannotAttack
    | UseRequired
    | WeakCannotAttack
)
