"""A Trap that thins the decks of the others (Dragon's Teeth)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.effects.base import TrapEffect
from tsolve.games.thunderstone.effects.numbers import Count
from tsolve.games.thunderstone.turn.reacting import others
from tsolve.games.thunderstone.turn.traps import Strike, strike
from tsolve.games.thunderstone.turn.turning_up import TurnUpCards

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class CullTops(TrapEffect, frozen=True, tag="cull_tops"):
    """Every other player discards the top cards of the deck; of the Heroes among all of them, or among those
    of each deck `apart`, the ones of the highest Strength are spared, the others destroyed. (DS-6)
    """

    cards: Count
    apart: bool = False

    def apply(self, play: Play, trap: str) -> None:
        seats = others(play.state)
        play.push(*strike(DiscardTops(seat, trap, self.cards) for seat in seats), Judge(trap, self.apart))

    def say(self) -> str:
        return (
            f"every other player discards the top {self.cards} cards of the deck, and the Heroes among them "
            f"are destroyed except those with the highest Strength{' of the same deck' if self.apart else ''}"
        )


class DiscardTops(Strike, frozen=True):
    """One player's deck."""

    cards: int

    def run(self, play: Play) -> None:
        play.push(TurnTops(self.player, self.source, self.cards))


class TurnTops(TurnUpCards, frozen=True):
    """Cards are turned up one after another; they lie apart until all are there."""

    name = "trap"
    left: int

    def take(self, play: Play, card: str) -> None:
        play.set(turned=(*play.state.turned, (self.player, card)))
        if self.left > 1:
            play.push(replace(self, left=self.left - 1))


class Judge(tasks.Task, frozen=True):
    """What becomes of the cards turned up: all are discarded but the Heroes that are destroyed."""

    name = "trap"
    source: str
    apart: bool

    def run(self, play: Play) -> None:
        book, turned = play.book, play.state.turned
        play.set(turned=())
        heroes = [(player, book.card(card).strength or 0) for player, card in turned if card in book.heroes]
        for player, card in turned:
            strength = book.card(card).strength or 0
            highest = max((other for seat, other in heroes if seat == player or not self.apart), default=0)
            whose = f"of player {player + 1}"
            if card in book.heroes and strength < highest:
                play.remove(card, player)
                note = f"destroyed on the deck {whose}: Strength {strength}, the highest is {highest}"
            else:
                play.player(player, discard=(*play.state.players[player].discard, card))
                note = f"discarded from the deck {whose}"
            play.note("trap", card, (f"card.{self.source}", "DS-6"), note)
