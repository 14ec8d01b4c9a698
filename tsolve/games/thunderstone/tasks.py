"""Something that must happen before the turn can go on: a draw, a refill, a forced choice.

Tasks wait on a stack in the position. Each says who has to act: the engine itself, chance, or a player.
Effects define the tasks they need beside themselves; the engine only knows this protocol.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from tsolve.engine.protocol import CHANCE, UNKNOWN

if TYPE_CHECKING:
    from random import Random

    from tsolve.games.thunderstone.actions import Action, Draw, Reveal, TurnUp
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State

ENGINE = -3
"""Nobody has to decide: the engine goes on by itself."""
__all__ = ["CHANCE", "ENGINE", "UNKNOWN", "Task"]


class Task(msgspec.Struct, frozen=True):
    """One thing to do; subclasses override what they need."""

    name: ClassVar[str] = "task"
    points: ClassVar[bool] = True
    """Speaks of cards of the hand by their places."""
    asks: ClassVar[str] = "something else has to happen"
    """What has to be settled before anything else, for whoever tries something else."""

    def mover(self, book: Book, state: State) -> int:
        """Who acts: a player's index, or ENGINE, CHANCE or UNKNOWN."""
        return ENGINE

    def run(self, play: Play) -> None:
        """Do it, when the engine acts. The task is already off the stack."""

    def options(self, book: Book, state: State) -> list[Action]:
        """The legal actions, when a player acts."""
        return []

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        """Those of the legal actions by which the turn may come to different things."""
        return options

    def makes_no_difference(self, book: Book, state: State) -> bool:
        """Whether the active player's turn comes to the same whatever another player chooses here."""
        return False

    def grounds(self, book: Book, state: State) -> tuple[str, ...]:
        """The rulings that allow these actions."""
        return ("TS-7.5",)

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        """Why an action that is none of the options is not legal, with the rulings that say so."""
        return f"first, {self.asks}", self.grounds(book, state)

    def unknown(self, card: str) -> Draw | Reveal | TurnUp | None:
        """The event by which somebody says that the unknown card which comes next is this one; None where
        none comes.
        """
        return None

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        """The possible events with their weights, when chance acts."""
        return []

    def answer(self, play: Play, action: Action) -> None:
        """Carry out a player's choice or an event. The task is already off the stack."""

    def sample(self, play: Play, random: Random) -> None:
        """Let chance act at once for the whole task (seeded play)."""
        outcomes = self.outcomes(play.book, play.state)
        events = [event for event, _ in outcomes]
        weights = [weight for _, weight in outcomes]
        self.answer(play, random.choices(events, weights)[0])
