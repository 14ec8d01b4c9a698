"""A Trap that falls upon every hand (Dragon's Claws)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import TrapEffect
from tsolve.games.thunderstone.effects.traps.kinds import Prey, Savers, is_prey, several
from tsolve.games.thunderstone.turn.traps import Strike, hand_of, in_hand, strike

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class CullHands(TrapEffect, frozen=True, tag="cull_hands"):
    """Every player, the active one first, shows a Hero of the class `unless`, or shows the hand and destroys
    all cards of this kind in it. (DS-6)
    """

    robs = True
    of: Prey
    unless: Savers = ""

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike((CullHand(seat, trap, self.of) for seat in play.seats()), self.unless))

    def say(self) -> str:
        shows = f"reveals a {self.unless.title()} or " if self.unless else ""
        return f"every player {shows}shows the hand and destroys all {several(self.of)} in it"


class CullHand(Strike, frozen=True):
    """One player's hand; of one that nobody knows nothing more can be said."""

    of: Prey

    def is_moot(self, book: Book, state: State) -> bool:
        hand = hand_of(book, state, self.player)
        return hand is not None and not any(is_prey(book.card(card), self.of) for card in hand)

    def run(self, play: Play) -> None:
        book, whose = play.book, f"of player {self.player + 1}"
        hand = hand_of(book, play.state, self.player)
        if hand is None:
            note = f"the hand {whose} is not known: what it loses is left out"
            play.note("trap", self.source, self.rulings(), note)
            return
        if self.player == play.state.active:
            for index, member in enumerate(play.state.party):
                if in_hand(book, play.state, index) and is_prey(book.card(member.card), self.of):
                    play.destroy(index)
                    play.note("trap", index, self.rulings(), "destroyed in the hand")
            return
        gone = [card for card in hand if is_prey(book.card(card), self.of)]
        play.player(self.player, hand=tuple(card for card in hand if card not in gone))
        for card in gone:
            play.remove(card, self.player)
            play.note("trap", card, self.rulings(), f"destroyed in the hand {whose}")
