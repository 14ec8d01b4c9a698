"""What a game must say about its turns so that they can be graded."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from tsolve.budget import Budget
from tsolve.model.grades import CardGrade, Slack
from tsolve.turns.grading.events import Event
from tsolve.turns.grading.prospects import Attitude, Prospects
from tsolve.turns.opened import Opened
from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")


class Grading(Generic[S, A]):
    """The grading of one line by one goal. A goal and the value of an end are all that it needs."""

    counted_down: ClassVar[Collection[str]] = ()
    """Levels of goals that count what is lost, below zero; people read them without the sign."""
    indicators: ClassVar[Collection[str]] = ()
    """Levels that are 1 or 0 in the end, so that their mean is a chance."""
    units: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """What 1 of a level is in people's words, and what more or less of it are."""

    def __init__(
        self,
        opened: Opened[S, A],
        goal: tuple[str, ...],
        value: Callable[[S], tuple[int, ...] | None],
    ) -> None:
        """`value` is the worth of a turn whose result stands, level by level of the goal; None before."""
        self.opened, self.game = opened, opened.game
        self.goal = goal
        self.value = value
        self.player = self.game.turn_of(opened.state) - 1

    # looking ahead

    def key(self, state: S) -> Hashable:
        """Equal for positions with the same future."""
        return self.game.key(state)

    def prospects(self, attitude: Attitude, budget: Budget) -> Prospects[S, A]:
        """Looks ahead; a game with a planner lets it answer where it can. See `Prospects`."""
        return Prospects(self, attitude, budget)

    # the steps

    def goes_on(self, state: S) -> A | None:
        """The next action of a line that stops here, before its result, if the line need not name it."""
        return None

    def why_unjudged(self, action: A | None) -> str:
        """Why the goal has no say in this choice; empty where it has."""
        return ""

    # what is told besides

    def cards(self, turn: Sequence[Event[S, A]], prospects: Prospects[S, A]) -> tuple[CardGrade, ...]:
        """What each card of a legal turn mattered."""
        return ()

    def slack(self, turn: Sequence[Event[S, A]], played: Played[S, A]) -> Slack | None:
        """What the result of the turn had to spare."""
        return None

    def notes(self, rest: Sequence[Event[S, A]]) -> Iterator[str]:
        """What to say of what was played after the result."""
        return iter(())
