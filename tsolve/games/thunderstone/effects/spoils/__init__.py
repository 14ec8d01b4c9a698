"""What victories bring."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.spoils.bonus_experience import BonusExperience
from tsolve.games.thunderstone.effects.spoils.buy import BuySpoils
from tsolve.games.thunderstone.effects.spoils.keep import Keep
from tsolve.games.thunderstone.effects.spoils.loot import Loot
from tsolve.games.thunderstone.effects.spoils.search import Search
from tsolve.games.thunderstone.effects.spoils.send_down_after import SendDownAfter

__all__ = [
    "AnySpoilsEffect",
    "BonusExperience",
    "BuySpoils",
    "Keep",
    "Loot",
    "Search",
    "SendDownAfter",
]

AnySpoilsEffect = BonusExperience | BuySpoils | Keep | Loot | Search | SendDownAfter
