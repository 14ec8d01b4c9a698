"""What Treasures do for their owners. (DS-7)"""

from __future__ import annotations

from tsolve.games.thunderstone.effects.treasures.keep_monster import KeepMonster
from tsolve.games.thunderstone.effects.treasures.sell_hand import SellHand
from tsolve.games.thunderstone.effects.treasures.store_card import StoreCard
from tsolve.games.thunderstone.effects.treasures.ward import Ward

__all__ = ["AnyTreasure", "KeepMonster", "SellHand", "StoreCard", "Ward"]

AnyTreasure = KeepMonster | SellHand | StoreCard | Ward
