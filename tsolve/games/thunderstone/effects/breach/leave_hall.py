"""A Breach that leads out of the Hall (Guardians)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.turn import hall

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class LeaveHall(BreachEffect, frozen=True, tag="leave_hall"):
    """It moves from Rank 1 to space 0 and stays until it is defeated; the Hall is refilled. (DS-8)"""

    def apply(self, play: Play, monster: str) -> None:
        hall.step_outside(play)

    def say(self) -> str:
        return "move to space 0 and refill the Hall"
