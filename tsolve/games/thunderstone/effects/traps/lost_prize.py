"""A Trap that burns what was won (Dragon's Words)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.effects.base import TrapEffect
from tsolve.games.thunderstone.effects.traps.kinds import Savers
from tsolve.games.thunderstone.turn.traps import Strike, strike
from tsolve.games.thunderstone.turn.treasures import take_back

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class LostPrize(TrapEffect, frozen=True, tag="lost_prize"):
    """When it comes after a victory, the card of the Monster defeated is destroyed, unless the active player
    shows a Hero of the class `unless`. (DS-6)
    """

    unless: Savers = ""

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike([LosePrize(play.state.active, trap)], self.unless))

    def say(self) -> str:
        shows = f" unless the active player reveals a {self.unless.title()}" if self.unless else ""
        return f"after a victory the Monster card just won is destroyed{shows}"


class LosePrize(Strike, frozen=True):
    """The card won goes, from the discard pile or from under a Treasure; its Experience stays.

    Where Spoils have moved it from the discard pile there is nothing to be destroyed.
    """

    def is_moot(self, book: Book, state: State) -> bool:
        tally = state.tally
        if tally.set_aside:
            lies_there = book.reads("words_and_sapphire", "destroyed")
        else:
            lies_there = tally.defeated in state.players[state.active].discard
        return not tally.defeated or tally.forfeited or not lies_there

    def run(self, play: Play) -> None:
        if self.is_moot(play.book, play.state):
            return
        tally, me = play.state.tally, play.owner()
        discard, gained = list(me.discard), list(tally.gained)
        if tally.set_aside:
            take_back(play, tally.defeated)
        else:
            discard.remove(tally.defeated)
            play.player(play.state.active, discard=tuple(discard))
        gained.remove(tally.defeated)
        play.set(tally=replace(tally, gained=tuple(gained), forfeited=True))
        play.remove(tally.defeated, play.state.active)
        play.note("trap", tally.defeated, self.rulings(), "destroyed: the Monster just won")
