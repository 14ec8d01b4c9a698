"""What Settings change for the whole game. (DS-9)"""

from __future__ import annotations

from tsolve.games.thunderstone.effects.settings.no_gold import NoGold

__all__ = ["AnySettingEffect", "NoGold"]

AnySettingEffect = NoGold
