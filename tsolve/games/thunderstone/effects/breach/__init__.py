"""What Monsters do on reaching Rank 1."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.breach.cull_heroes import CullHeroes
from tsolve.games.thunderstone.effects.breach.each_discards import EachDiscards

__all__ = [
    "AnyBreachEffect",
    "CullHeroes",
    "EachDiscards",
]

AnyBreachEffect = CullHeroes | EachDiscards
