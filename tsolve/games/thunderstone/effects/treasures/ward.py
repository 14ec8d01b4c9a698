"""A Treasure that keeps a blow away (Ruby Dragon)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import TreasureEffect
from tsolve.games.thunderstone.turn import treasures

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import UseTreasure
    from tsolve.games.thunderstone.play import Play


class Ward(TreasureEffect, frozen=True, tag="ward"):
    """Destroyed when a Battle Effect is about to strike its owner, it keeps that one effect away. (DS-7,
    TS-7.7)
    """

    when = "effect"

    def apply(self, play: Play, action: UseTreasure) -> None:
        treasures.give_up(play, action.player, treasures.ready(play.state, action.player, action.treasure))

    def say(self) -> str:
        return "destroy it at any time to keep one Battle Effect from its owner"
