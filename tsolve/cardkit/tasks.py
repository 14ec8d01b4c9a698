"""What waits to happen before a turn goes on: a draw, a refill, a forced choice.

Tasks wait on a stack in the position. Each says who acts: the engine itself, chance, a player, or nobody,
because an unknown card comes next. Each game defines its own tasks, next to its effects; this module holds
only what is common to all of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.model.trace import Trace

if TYPE_CHECKING:
    from random import Random


ENGINE = -3
"""`mover`: there is nothing to decide, the engine continues by itself."""

Reason = tuple[str, tuple[str, ...]]
"""Why an action is not legal, and the rulings that say so."""

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
    """Tasks that the current question lets wait: chance, on which nothing in this turn depends any more."""
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

    def note(
        self,
        step: str,
        subject: str | int,
        rulings: tuple[str, ...],
        note: str = "",
        quantity: str = "",
        before: int = 0,
        after: int = 0,
    ) -> None:
        """Add an entry to the trace, when somebody keeps one.

        `subject` is what it is about, or the place of a card that lies open: it tells which of several.
        """
        if self.trace is not None:
            name, copy = self.named(subject)
            self.trace.add(step, name, rulings, note, quantity, before, after, copy)

    def named(self, subject: str | int) -> tuple[str, int]:
        """What the trace calls a subject, and which of several copies it is; 0 for the only one."""
        return str(subject), 0

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

    def chooser(self, state: S) -> int:
        """The player who chooses, if anybody does: the active one."""
        active: int = state.active
        return active

    def is_untold(self, book: C, state: S) -> bool:
        """Whether the engine skips a player's choice, because the options are unknown and nothing depends on
        them.
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
        """Why an action that is not among the options is illegal, with the rulings that say so."""
        return f"you must first {self.asks}", self.rulings_for(book, state)

    def unknown(self, card: str) -> A | None:
        """The event that names the unknown card that comes next; None if no card comes."""
        return None

    def implicit(self) -> A | None:
        """The event by which the turn goes on if nobody says what chance brought; None if somebody must say
        it.
        """
        return None

    def outcomes(self, book: C, state: S) -> list[tuple[A, int]]:
        """The possible events with their weights, when chance acts."""
        return []

    def only_answer(self, book: C, state: S) -> A | None:
        """The only possible choice or event, which the engine takes by itself; else None."""
        answers = self.options(book, state) or [event for event, _ in self.outcomes(book, state)]
        return answers[0] if len(answers) == 1 else None

    def answer(self, play: P, action: A) -> None:
        """Carry out a player's choice or an event. The task is already off the stack."""

    def sample(self, play: P, random: Random) -> None:
        """Let chance act at once for the whole task (seeded play)."""
        events, weights = zip(*self.outcomes(play.book, play.state), strict=True)
        self.answer(play, random.choices(events, weights)[0])


@cache
def may_be_answered(kind: type[Task[Any, Any, Any, Any]]) -> bool:
    """Whether tasks of this kind ever wait for a choice or an event."""
    own, plain = (
        (kind.options, kind.outcomes, kind.only_answer),
        (Task.options, Task.outcomes, Task.only_answer),
    )
    return own != plain


class Choice(Task[C, S, P, A], Generic[C, S, P, A], frozen=True):
    """Something that a player chooses. If there is one answer, the engine gives it; if there is none, nothing
    happens.
    """

    def mover(self, book: C, state: S) -> int:
        return self.chooser(state) if len(self.options(book, state)) > 1 else ENGINE

    def run(self, play: P) -> None:
        for action in self.options(play.book, play.state):
            self.answer(play, action)


class NextCard(Task[C, S, P, A], Generic[C, S, P, A], frozen=True):
    """The next card of a pile: chance decides which one comes, the engine if all are the same; somebody must
    say it if it is unknown.
    """

    waits: ClassVar[bool] = True
    """Whether to wait until somebody names an unknown card; if not, no card comes."""

    @abstractmethod
    def pile(self, book: C, state: S) -> Pile:
        """The pile that the card comes from."""

    @abstractmethod
    def event(self, card: str) -> A:
        """The event that this card comes."""

    def finish(self, play: P) -> None:
        """What happens when no card can come."""

    def together(self, state: S) -> int:
        """How many cards, this one included, come from the pile in an order that makes no difference."""
        return 1

    def mover(self, book: C, state: S) -> int:
        pile = self.pile(book, state)
        if piles.is_unknown(pile):
            return UNKNOWN if self.waits else ENGINE
        return CHANCE if piles.choices(pile) > 1 else ENGINE

    def run(self, play: P) -> None:
        events = self.outcomes(play.book, play.state)
        if events:
            self.answer(play, events[0][0])
        else:
            self.finish(play)

    def unknown(self, card: str) -> A:
        return self.event(card)

    def outcomes(self, book: C, state: S) -> list[tuple[A, int]]:
        return [(self.event(card), weight) for card, weight in piles.outcomes(self.pile(book, state))]


def drawn_from(deck: Pile, discard: tuple[str, ...]) -> Pile:
    """The deck that the next card comes from: the discard pile replaces an empty one."""
    return deck or piles.shuffled(discard)
