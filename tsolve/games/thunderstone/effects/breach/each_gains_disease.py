"""A Breach that spreads Disease (Walking Scourge)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.effects.numbers import Count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class EachGainsDisease(BreachEffect, frozen=True, tag="each_gains_disease"):
    """Every player gains Diseases, to the discard pile. (TS-12.3)"""

    count: Count = 1

    def apply(self, play: Play, monster: str) -> None:
        for player in play.seats():
            play.infect(player, self.count, (f"card.{monster}", "TS-16.1", "TS-12.3"))

    def say(self) -> str:
        return f"every player gains {self.count} Disease{'s' if self.count > 1 else ''}"
