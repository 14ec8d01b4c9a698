"""Dice that texts let players roll."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from tsolve.cardkit.pending import CHANCE
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import Action, Roll
from tsolve.games.quest.turn.demanding import PlaceChampion
from tsolve.games.quest.turn.losing import DestroyOne

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State

PIPS = range(1, 7)
"""The faces of a die."""


class RollDie(tasks.Task, frozen=True):
    """A die is rolled for a text."""

    asks = "roll the die"
    ruling: str

    @abstractmethod
    def rolled(self, play: Play, pips: int) -> None:
        """What comes of it."""

    def mover(self, book: Book, state: State) -> int:
        return CHANCE

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        return [(Roll(pips), 1) for pips in PIPS]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Roll)
        play.note("roll", "", (self.ruling,), f"the die shows {action.pips}")
        self.rolled(play, action.pips)


class RollForLoss(RollDie, frozen=True):
    """From so many pips on, one of the player's cards is destroyed."""

    least: int

    def rolled(self, play: Play, pips: int) -> None:
        if pips >= self.least:
            play.push(DestroyOne(None, self.ruling))


class RollForRoom(RollDie, frozen=True):
    """The Champion may be put in a room whose level is half of the roll, rounded up."""

    def rolled(self, play: Play, pips: int) -> None:
        play.push(PlaceChampion((pips + 1) // 2, (self.ruling,), may=True))
