"""What waits to happen before a turn goes on: a draw, a refill, a forced choice.

Tasks wait on a stack in the position. Each says who acts: the engine itself, chance, a player, or nobody,
because an unknown card comes next. Each game defines its own tasks, next to its effects; this module holds
only what is common to all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.engine.protocol import CHANCE, UNKNOWN

if TYPE_CHECKING:
    from random import Random

    from tsolve.model.trace import Trace

ENGINE = -3
"""`mover`: there is nothing to decide, the engine continues by itself."""
__all__ = ["CHANCE", "ENGINE", "UNKNOWN", "Choice", "Pending", "Play", "Task"]

C = TypeVar("C")
"""The rules with all that they look up."""
T = TypeVar("T")
"""The tasks of a game."""
S = TypeVar("S", bound="Pending[Any]")
"""A position. (A bound cannot name another type variable.)"""
P = TypeVar("P", bound="Play[Any, Any]")
"""The working copy of a position."""
A = TypeVar("A")
"""Actions and events."""


class Pending(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """The part of a position that says who acts; a game adds its own."""

    active: int = 0
    """The player who acts when nothing waits."""
    todo: tuple[T, ...] = ()
    """What must happen next, the last one first."""
    postponed: tuple[T, ...] = ()
    """What the question at hand lets wait: chance, on which nothing in this turn depends any more."""
    over: bool = False
    """Whether the game has ended."""


class Play(Generic[C, S]):
    """The working copy of a position while one action is carried out; a game adds its verbs."""

    __slots__ = ("book", "state", "trace")

    def __init__(self, book: C, state: S, trace: Trace | None = None) -> None:
        self.book = book
        self.state = state
        self.trace = trace

    def set(self, **changes: object) -> None:
        """Replace fields of the position."""
        self.state = replace(self.state, **changes)

    def push(self, *tasks: object) -> None:
        """Put tasks on the stack; the first one given is the first one done."""
        self.set(todo=self.state.todo + tasks[::-1])

    def put_off(self, tasks: Sequence[object], until_after: tuple[type, ...]) -> None:
        """Put tasks on the stack below all those of these types."""
        if tasks:
            todo = self.state.todo
            at = next((place for place, task in enumerate(todo) if isinstance(task, until_after)), len(todo))
            self.set(todo=(*todo[:at], *tasks[::-1], *todo[at:]))


class Task(msgspec.Struct, Generic[C, S, P, A], frozen=True):
    """One thing to do; subclasses override what they need."""

    asks: ClassVar[str] = "do what waits"
    """What to do first, in the imperative, told to a player who tries something else."""

    def mover(self, book: C, state: S) -> int:
        """Who acts: a player's index, or ENGINE, CHANCE or UNKNOWN."""
        return ENGINE

    def is_untold(self, book: C, state: S) -> bool:
        """Whether the engine lets a player's choice go by, because nobody knows what there is to choose
        from and nothing hangs on it.
        """
        return False

    def run(self, play: P) -> None:
        """Do it, when the engine acts. The task is already off the stack."""

    def options(self, book: C, state: S) -> list[A]:
        """The legal actions, when a player acts."""
        return []

    def rulings_for(self, book: C, state: S) -> tuple[str, ...]:
        """The rulings that allow these actions."""
        return ()

    def refuse(self, book: C, state: S, action: A) -> tuple[str, tuple[str, ...]]:
        """Why an action that is none of the options is not legal, with the rulings that say so."""
        return f"you must first {self.asks}", self.rulings_for(book, state)

    def unknown(self, card: str) -> A | None:
        """The event by which somebody says that the unknown card which comes next is this one; None where
        none comes.
        """
        return None

    def unsaid(self) -> A | None:
        """The event by which the turn goes on though chance acts and nobody says what came; None where it
        cannot.
        """
        return None

    def outcomes(self, book: C, state: S) -> list[tuple[A, int]]:
        """The possible events with their weights, when chance acts."""
        return []

    def only_answer(self, book: C, state: S) -> A | None:
        """The choice or event that the engine takes by itself, there being no other; None for none."""
        answers = self.options(book, state) or [event for event, _ in self.outcomes(book, state)]
        return answers[0] if len(answers) == 1 else None

    def answer(self, play: P, action: A) -> None:
        """Carry out a player's choice or an event. The task is already off the stack."""

    def sample(self, play: P, random: Random) -> None:
        """Let chance act at once for the whole task (seeded play)."""
        events, weights = zip(*self.outcomes(play.book, play.state), strict=True)
        self.answer(play, random.choices(events, weights)[0])


class Choice(Task[C, S, P, A], Generic[C, S, P, A], frozen=True):
    """Something that a player chooses; where there is one answer the engine gives it, where there is none
    nothing happens.
    """

    def chooser(self, state: S) -> int:
        """The player who chooses: the active one."""
        active: int = state.active
        return active

    def mover(self, book: C, state: S) -> int:
        return self.chooser(state) if len(self.options(book, state)) > 1 else ENGINE

    def run(self, play: P) -> None:
        for action in self.options(play.book, play.state):
            self.answer(play, action)
