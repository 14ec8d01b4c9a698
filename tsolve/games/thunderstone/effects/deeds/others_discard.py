"""Robbing the other players (Lorigg, Redblade)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed
from tsolve.games.thunderstone.effects.numbers import Count, Number
from tsolve.games.thunderstone.turn.discarding import MustDiscard
from tsolve.games.thunderstone.turn.reacting import aimed, others

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.play import Play


class OthersDiscard(Deed, frozen=True, tag="others_discard"):
    """Every other player discards `cards` cards, or `or_heroes` Heroes instead. (A-38)"""

    stated = True
    blind = True
    robs = True
    thins = True
    cards: Count
    or_heroes: Number = 0

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card

        def rob(seat: int) -> MustDiscard:
            return MustDiscard(seat, self.cards, card, self.or_heroes)

        play.push(*aimed(play, card, others(play.state), rob))

    def say(self) -> str:
        heroes = f" or {self.or_heroes} Hero" if self.or_heroes else ""
        return f"every other player discards {self.cards} card{'s' if self.cards > 1 else ''}{heroes}"
