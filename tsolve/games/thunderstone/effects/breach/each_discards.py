"""A Breach that robs everybody (Tyxr the Old)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BreachEffect
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.discarding import MustDiscard

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class EachDiscards(BreachEffect, frozen=True, tag="each_discards"):
    """Every player, the active one first, discards cards before the active player's hand is refilled."""

    cards: Count

    def apply(self, play: Play, monster: str) -> None:
        play.push(*(MustDiscard(seat, self.cards, monster) for seat in play.seats()))

    def say(self) -> str:
        return f"every player discards {self.cards} cards"
