"""What Traps do. (DS-6)"""

from __future__ import annotations

from tsolve.games.thunderstone.effects.traps.cull_hands import CullHands
from tsolve.games.thunderstone.effects.traps.cull_tops import CullTops
from tsolve.games.thunderstone.effects.traps.hunt_decks import HuntDecks
from tsolve.games.thunderstone.effects.traps.lost_prize import LostPrize
from tsolve.games.thunderstone.effects.traps.top_cards import TopCards
from tsolve.games.thunderstone.effects.traps.weakest_hero import WeakestHero

__all__ = [
    "AnyTrap",
    "CullHands",
    "CullTops",
    "HuntDecks",
    "LostPrize",
    "TopCards",
    "WeakestHero",
]

AnyTrap = CullHands | CullTops | HuntDecks | LostPrize | TopCards | WeakestHero
