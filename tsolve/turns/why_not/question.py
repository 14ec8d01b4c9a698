"""What every question has: a search in any world, the obstacles in the way, and what may be missing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Generic, NamedTuple, TypeVar

from tsolve.engine.explore import Arrival
from tsolve.model.lines import LineAnswer
from tsolve.solve.policy import Attitude
from tsolve.turns.why_not.chances import Hope, hope_of
from tsolve.turns.why_not.pursuit import Pursuit, Walk
from tsolve.turns.written import Reason

W = TypeVar("W")
S = TypeVar("S")
A = TypeVar("A")


class Obstacle(NamedTuple, Generic[W]):
    """One thing that may stand in the way and can be switched off."""

    id: str
    rulings: tuple[str, ...]
    """The rules and cards that say so, the most specific first."""
    change: Callable[[W], W]
    """The world without it."""
    say: Callable[[], str]
    """The obstacle as a sentence with its numbers."""
    is_aim: bool = False
    """It is what has to be reached: without it anything would do."""
    made_up_by: tuple[str, ...] = ()
    """The quantities that may fall short because of it."""
    in_short: Callable[[], str] = str
    """Of an aim: how far it is missed, to stand after what is asked for and a colon."""
    is_final: bool = False
    """Where it stands, more of a quantity is no help."""


class Candidate(NamedTuple, Generic[W]):
    """A card that might make it possible, were it in the hand."""

    name: str
    cost: int | None
    sold: bool | None
    """Whether it is for sale in the position; None where the position does not tell."""
    where: str
    """The same in words."""
    change: Callable[[W], W]
    """The world with it."""
    symmetry_key: Hashable
    """Cards that are alike do the same: one of them is tried for all."""


class Sought(NamedTuple, Generic[A]):
    """What a search found."""

    line: tuple[A, ...] | None = None
    """From the position of the world; None when there is no such line."""
    left_out: tuple[str, ...] = ()
    """Lines that were not searched and why."""
    by_chance: bool = False
    """Whether lines on which something comes by chance are among those."""
    drawn: bool = False
    """The line is one way that chance may go; it can be done by every other one, too."""


class Question(ABC, Generic[W, S, A]):
    """One question about one position."""

    text: str
    """What is asked for, in the words of an action."""
    quantities: tuple[str, ...] = ()
    """What may be missing."""
    quantity_names: ClassVar[Mapping[str, str]] = {}
    """What people call each of them."""
    most: int = 64
    """More of a quantity than this is not tried."""
    tries_every_card: ClassVar[bool] = True
    """Whether the candidates are all cards that there are, so that it can be said that none is enough."""
    names_obstacles: ClassVar[bool] = True
    """Whether the obstacles are all that could be otherwise: without them only the rules forbid it."""

    # what can be done

    @abstractmethod
    def enter(self, world: W) -> Arrival[S, A] | None:
        """The position in which the search begins; None when the turn is of another kind."""

    @abstractmethod
    def pursuit(self, world: W) -> Pursuit[S, A]:
        """The turn in which it is tried."""

    @abstractmethod
    def seek(self, world: W) -> Sought[A]:
        """A line that does what is asked for, without anything that comes by chance."""

    def doubt(self, world: W, line: Sequence[A]) -> str:
        """Why nobody can be sure that a line does it, in words; empty where it is sure."""
        return ""

    @abstractmethod
    def ending(self, world: W, state: S) -> tuple[A, ...] | None:
        """What remains to be done in a position in which it can be done with no more of the moves."""

    def hope(self, world: W, attitude: Attitude = "expected") -> Hope | None:
        """The greatest chance of what is asked for; None where something is not known. Raises SpentError.

        With the attitude `best` chance is the luckiest: 1 where it can be done at all, else 0.
        """
        start = self.enter(world)
        return Hope(Fraction(0)) if start is None else self.hope_from(world, start.state, attitude)

    def hope_from(self, world: W, state: S, attitude: Attitude) -> Hope | None:
        """The same from a position of the turn. A game with a planner may let it answer."""
        return hope_of(self.pursuit(world), state, attitude)

    def unknown(self, world: W) -> tuple[str, ...]:
        """What is not known and may decide, beyond what a search meets."""
        return ()

    # why it cannot be done

    def obstacles(self, world: W) -> Iterator[Obstacle[W]]:
        """What may stand in the way, the most telling first: facts of cards before general rules."""
        return iter(())

    def not_yet(self, world: W) -> Reason | None:
        """Why it cannot be done at once, if it can be done later; None if that was not asked."""
        return None

    @abstractmethod
    def refusal(self, world: W) -> Reason:
        """Why it is impossible whatever the facts are: what the rules say to the plain attempt."""

    def reached(self, world: W) -> str:
        """The most that a turn of this world reaches, in a few words; empty if nothing is measured."""
        return ""

    def closest(self, world: W) -> tuple[A, ...] | None:
        """The line that comes closest, for questions of more or less."""
        return None

    # what would make it possible

    def asks(self, world: W, quantity: str) -> bool:
        """Whether more of this quantity could matter here at all; no is sure."""
        return True

    def with_more(self, world: W, quantity: str, amount: int) -> W:
        """The world with so much more of one of the `quantities`; of none there is nothing to add."""
        return world

    def candidates(self, world: W) -> Iterable[Iterable[Candidate[W]]] | None:
        """The cards that might make it possible, in groups, the cheapest first; None where none are tried."""
        return None

    # how it is told

    @abstractmethod
    def shown(self, world: W, line: Iterable[A], drawn: bool = False) -> tuple[LineAnswer, dict[str, str]]:
        """The line with its numbers, and the readings that it went through. It may end before the turn does.

        `drawn`: the line is one way that chance may go, and every other one leads there, too.
        """


class ActionQuestion(Question[W, S, A]):
    """Whether an action is legal in some position that the turn can reach."""

    @abstractmethod
    def wanted(self, world: W, state: S) -> A | None:
        """The action asked for, where it is legal."""

    def ending(self, world: W, state: S) -> tuple[A, ...] | None:
        action = self.wanted(world, state)
        return None if action is None else (action,)

    def seek(self, world: W) -> Sought[A]:
        start = self.enter(world)
        if start is None:
            return Sought()
        walk = Walk(self.pursuit(world), start)
        for here in walk.positions():
            action = self.wanted(world, here.state)
            if action is not None:
                return Sought((*here.line, action), walk.left_out, walk.by_chance)
        return Sought(None, walk.left_out, walk.by_chance)
