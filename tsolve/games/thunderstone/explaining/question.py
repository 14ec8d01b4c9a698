"""What every question has: a search in any world, the obstacles in its way, and what may be missing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import Reason
from tsolve.games.thunderstone.explaining.obstacles import Obstacle
from tsolve.games.thunderstone.explaining.walk import Moves
from tsolve.games.thunderstone.explaining.world import Quantity, World
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import Target


class Sought(NamedTuple):
    """What a search found."""

    line: tuple[Action, ...] | None = None
    """From the position of the world; None when there is no such line."""
    left_out: tuple[str, ...] = ()
    """Lines that were not searched and why."""
    by_chance: bool = False
    """Whether lines on which a card comes by chance are among those."""
    drawn: bool = False
    """The line is one way that the cards may come; it can be done by every other one, too."""


class Question(ABC):
    """One question about one position."""

    text: str
    """What is asked for, in the words of an action."""
    quantities: tuple[Quantity, ...] = ()
    """What may be missing."""
    most: int = 64
    """More of a quantity than this is not tried."""

    def asks(self, world: World, quantity: Quantity) -> bool:
        """Whether more of this quantity could matter here at all; no is sure."""
        return True

    @abstractmethod
    def enter(self, world: World) -> Situation | None:
        """The position in which the search begins; None when the turn is of another kind."""

    @abstractmethod
    def moves(self, world: World) -> Moves:
        """The actions of a free step that may help before the thing is done."""

    @abstractmethod
    def is_done(self, world: World, state: State) -> bool | None:
        """Whether it can be done in this position, with no more of the moves; None: that cannot be told."""

    @abstractmethod
    def seek(self, world: World) -> Sought:
        """A line that does what is asked for."""

    @abstractmethod
    def obstacles(self, world: World) -> Iterator[Obstacle]:
        """What may stand in the way, the most telling first: facts of cards before general rules."""

    @abstractmethod
    def refusal(self, world: World) -> Reason:
        """Why it is impossible whatever the facts are: what the rules say to the plain attempt."""

    def unknown(self, world: World) -> tuple[str, ...]:
        """What is not known and may decide, beyond what a search meets."""
        return ()

    def may_help(self, world: World, card: Card) -> bool:
        """Whether this card in the hand could matter at all; no is sure."""
        return True

    def symmetry_key(self, world: World, card: Card) -> Hashable:
        """Cards that are alike do the same for it in a hand: one of them is tried for all."""
        return card.id

    @property
    def beaten(self) -> Target | None:
        """The Monster whose defeat is all that is asked for; None for another question."""
        return None

    def ending(self, world: World) -> tuple[Action, ...] | None:
        """What remains to be done in a position in which it can be done with no more of the moves."""
        return self.seek(world).line

    def reached(self, world: World) -> str:
        """The most that a turn of this world comes to, in a few words; empty where nothing is measured."""
        return ""

    def closest(self, world: World) -> tuple[Action, ...] | None:
        """The line that comes closest, for questions of more or less."""
        return None
