"""A Trap that searches the tops of the others' decks (Dragon's Words)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.games.thunderstone.effects.base import TrapEffect
from tsolve.games.thunderstone.effects.traps.kinds import Prey, is_prey
from tsolve.games.thunderstone.turn.reacting import others
from tsolve.games.thunderstone.turn.traps import Strike, strike
from tsolve.games.thunderstone.turn.turning_up import TurnUpCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class TopCards(TrapEffect, frozen=True, tag="top_cards"):
    """Every other player turns up the top card of the deck; one of this kind is destroyed, any other stays on
    top. (DS-6, TS-3.4)
    """

    of: Prey

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike(StrikeTop(seat, trap, self.of) for seat in others(play.state)))

    def say(self) -> str:
        what = f"destroys it if it is a {self.of.title()}"
        return f"every other player reveals the top card of the deck and {what}"


class StrikeTop(Strike, frozen=True):
    """One player's deck."""

    of: Prey

    def run(self, play: Play) -> None:
        play.push(TurnTop(self.player, self.source, self.of))


class TurnTop(TurnUpCards, frozen=True):
    """The card on top."""

    name = "trap"
    of: Prey

    def take(self, play: Play, card: str) -> None:
        if is_prey(play.book.card(card), self.of):
            play.remove(card, self.player)
            note = f"destroyed on the deck of player {self.player + 1}"
            play.note("trap", card, self.rulings("DS-6"), note)
            return
        play.player(self.player, deck=piles.put_on(play.state.players[self.player].deck, card))
