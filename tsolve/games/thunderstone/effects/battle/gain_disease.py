"""A Monster that spreads Disease."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.book import DISEASE
from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.effects.numbers import Count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class GainDisease(BattleEffect, frozen=True, tag="gain_disease"):
    """Diseases go to the discard pile and do not touch this battle. (TS-7.9, TS-12.3)"""

    count: Count = 1

    def apply(self, play: Play) -> None:
        monster = play.state.at(play.state.target).card
        for _ in range(self.count):
            play.gain(DISEASE)
            play.note(
                "battle", DISEASE, (f"card.{monster}", "TS-12.3", "TS-7.9"), "gained, to the discard pile"
            )

    def say(self) -> str:
        return f"gain {self.count} Disease{'s' if self.count > 1 else ''}"
