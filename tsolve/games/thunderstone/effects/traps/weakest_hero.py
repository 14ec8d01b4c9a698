"""A Trap that takes the weakest Hero (Dragon's Teeth)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import TrapEffect
from tsolve.games.thunderstone.turn.choosing import ChooseVictim
from tsolve.games.thunderstone.turn.strength import strength_of
from tsolve.games.thunderstone.turn.traps import Strike, in_hand, strike

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class WeakestHero(TrapEffect, frozen=True, tag="weakest_hero"):
    """The active player destroys the Hero of the hand with the lowest Strength, of equals the one chosen.
    (DS-6)
    """

    robs = True

    def apply(self, play: Play, trap: str) -> None:
        play.push(*strike([LoseWeakest(play.state.active, trap)]))

    def say(self) -> str:
        return "the active player destroys the Hero with the lowest Strength"


class LoseWeakest(Strike, ChooseVictim, frozen=True):
    """The Hero is destroyed at once; one that the battle has destroyed already does not count."""

    asks = "the Hero that the Trap destroys must be chosen"

    def is_moot(self, book: Book, state: State) -> bool:
        return not self.choices(book, state)

    def fitting(self, book: Book, state: State) -> list[int]:
        strengths = {
            index: strength_of(book, state, index)
            for index, member in enumerate(state.party)
            if member.card in book.heroes and not member.doomed and in_hand(book, state, index)
        }
        lowest = min(strengths.values(), default=0)
        return [index for index, each in strengths.items() if each == lowest]

    def destroy(self, play: Play, place: int) -> None:
        strength = strength_of(play.book, play.state, place)
        play.destroy(place)
        play.note("trap", place, self.rulings(), f"Strength {strength}, the lowest: destroyed")
