"""What Monsters do in the battle."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.battle.armed_bonus import ArmedBonus
from tsolve.games.thunderstone.effects.battle.destroy import DestroyEffect
from tsolve.games.thunderstone.effects.battle.destroy_unarmed import DestroyUnarmed
from tsolve.games.thunderstone.effects.battle.gain_disease import GainDisease
from tsolve.games.thunderstone.effects.battle.hinder import Hinder
from tsolve.games.thunderstone.effects.battle.silence import SilenceEffect
from tsolve.games.thunderstone.effects.battle.weaken import Weaken

__all__ = [
    "AnyBattleEffect",
    "ArmedBonus",
    "DestroyEffect",
    "DestroyUnarmed",
    "GainDisease",
    "Hinder",
    "SilenceEffect",
    "Weaken",
]

AnyBattleEffect = ArmedBonus | DestroyEffect | DestroyUnarmed | GainDisease | Hinder | SilenceEffect | Weaken
