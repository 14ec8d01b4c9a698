"""What Monsters do to everybody while they stand in the Dungeon. (DS-3)"""

from __future__ import annotations

from tsolve.games.thunderstone.effects.globals.darken import Darken
from tsolve.games.thunderstone.effects.globals.plague import Plague
from tsolve.games.thunderstone.effects.globals.repeat_battle import RepeatBattle
from tsolve.games.thunderstone.effects.globals.shine import Shine

__all__ = [
    "AnyGlobalEffect",
    "Darken",
    "Plague",
    "RepeatBattle",
    "Shine",
]

AnyGlobalEffect = Darken | Plague | RepeatBattle | Shine
