"""A Monster that spreads Disease."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.effects.numbers import Count, Number

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class GainDisease(BattleEffect, frozen=True, tag="gain_disease"):
    """Diseases go to the discard pile and do not touch this battle; every other player gains `others`.
    (TS-7.9, TS-12.3)
    """

    stated = True
    count: Count = 1
    others: Number = 0

    def apply(self, play: Play) -> None:
        monster = play.state.at(play.state.target).card
        play.infect(play.state.active, self.count, (f"card.{monster}", "TS-12.3", "TS-7.9"))

    def upon(self, seat: int, monster: str) -> tasks.Task | None:
        return Infect(seat, self.others, monster) if self.others else None

    def say(self) -> str:
        gains = f"gain {_diseases(self.count)}"
        return f"{gains}, every other player gains {_diseases(self.others)}" if self.others else gains


class Infect(tasks.Task, frozen=True):
    """Another player gains Diseases."""

    name = "infect"
    points = False
    player: int
    count: int
    source: str

    def run(self, play: Play) -> None:
        play.infect(self.player, self.count, (f"card.{self.source}", "TS-12.3", "TS-7.9"))


def _diseases(count: int) -> str:
    return f"{count} Disease{'s' if count > 1 else ''}"
