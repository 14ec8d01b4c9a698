"""A Monster with a weakness for Weapons (Grayskin Lizard)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.effects.numbers import Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class ArmedBonus(BattleEffect, frozen=True, tag="armed_bonus"):
    """Every equipped Hero has more Attack. (A-45)"""

    stated = True
    attack: Number

    def apply(self, play: Play) -> None:
        play.set(armed=play.state.armed + self.attack)

    def say(self) -> str:
        return f"every equipped Hero has Attack +{self.attack}"
