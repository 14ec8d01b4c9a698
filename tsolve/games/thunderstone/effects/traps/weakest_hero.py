"""A Trap that takes the weakest Hero (Dragon's Teeth)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Destroy
from tsolve.games.thunderstone.effects.base import TrapEffect
from tsolve.games.thunderstone.turn.strength import strength_of
from tsolve.games.thunderstone.turn.traps import Strike, in_hand, strike
from tsolve.games.thunderstone.twins import first_of_twins

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


class LoseWeakest(Strike, frozen=True):
    """The Hero is destroyed at once; one that the battle has destroyed already does not count."""

    asks = "the Hero that the Trap destroys must be chosen"

    def is_moot(self, book: Book, state: State) -> bool:
        return not self._choices(book, state)

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self._choices(book, state)) > 1 else tasks.ENGINE

    def run(self, play: Play) -> None:
        for index in self._choices(play.book, play.state):
            self._destroy(play, index)

    def options(self, book: Book, state: State) -> list[Action]:
        return [Destroy(index) for index in self._choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        self._destroy(play, action.card)

    def _destroy(self, play: Play, index: int) -> None:
        strength = strength_of(play.book, play.state, index)
        play.note("trap", play.destroy(index), self.rulings(), f"Strength {strength}, the lowest: destroyed")

    def _choices(self, book: Book, state: State) -> list[int]:
        strengths = {
            index: strength_of(book, state, index)
            for index, member in enumerate(state.party)
            if member.card in book.heroes and not member.doomed and in_hand(book, state, index)
        }
        lowest = min(strengths.values(), default=0)
        return first_of_twins(state, [index for index, each in strengths.items() if each == lowest])
