"""Victory Points that depend on what the players own at the end. (TS-17.2, DS-10)"""

from __future__ import annotations

from tsolve.games.thunderstone.effects.scoring.fewest import FewestMonsters
from tsolve.games.thunderstone.effects.scoring.per_stone import PerOtherStone

__all__ = ["AnyScoring", "FewestMonsters", "PerOtherStone"]

AnyScoring = FewestMonsters | PerOtherStone
