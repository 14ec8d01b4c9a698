"""A Monster whose death is not the only one that spreads Disease (Plaguebearer)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import GlobalEffect

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class Plague(GlobalEffect, frozen=True, tag="plague"):
    """Every player gains Diseases whenever another Monster is defeated. (DS-3, TS-12.3)"""

    stated = True
    count: int = 1

    def after_defeat(self, play: Play, monster: str) -> None:
        for player in play.seats():
            play.infect(player, self.count, ("DS-3", f"card.{monster}", "TS-12.3"))

    def say(self) -> str:
        what = f"{self.count} Disease{'s' if self.count > 1 else ''}"
        return f"every player gains {what} when another Monster is defeated"
