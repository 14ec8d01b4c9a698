"""What Monsters do on reaching Rank 1."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.breach.cull_decks import CullDecks
from tsolve.games.thunderstone.effects.breach.cull_heroes import CullHeroes
from tsolve.games.thunderstone.effects.breach.cull_village import CullVillage
from tsolve.games.thunderstone.effects.breach.each_discards import EachDiscards
from tsolve.games.thunderstone.effects.breach.each_gains_disease import EachGainsDisease
from tsolve.games.thunderstone.effects.breach.leave_hall import LeaveHall

__all__ = [
    "AnyBreachEffect",
    "CullDecks",
    "CullHeroes",
    "CullVillage",
    "EachDiscards",
    "EachGainsDisease",
    "LeaveHall",
]

AnyBreachEffect = CullDecks | CullHeroes | CullVillage | EachDiscards | EachGainsDisease | LeaveHall
