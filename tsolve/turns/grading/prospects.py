"""The best worth still within reach from any point of a turn.

The engine searches all actions until the result stands, or the planner of the game answers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

import msgspec

from tsolve.budget import Budget, SpentError, allow, spend
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.solve.policy import Worth, average

if TYPE_CHECKING:
    from tsolve.turns.grading.grading import Grading

S = TypeVar("S")
A = TypeVar("A")

Attitude = Literal["expected", "best"]

MOST_POSITIONS = 500_000
"""The most positions that are remembered for one turn."""

_SHARE = 0.5
"""The share of the remaining budget for one look, so that each leaves something for the next ones."""
_MANY = "there are too many ways to continue to try them all"
_OTHERS = "what follows hangs on a choice of another player"
_UNKNOWN = "an unknown card comes next"
_AGAIN = "the turn may return to an earlier position"


class Prospect(msgspec.Struct, frozen=True):
    """The best that can be reached."""

    worth: Worth | None
    """None where no end is known."""
    doubt: str = ""
    """Why more, or less, might be within reach than `worth` says."""


class Continuation(NamedTuple, Generic[A]):
    """What leads to the best."""

    line: tuple[A, ...]
    """Up to the end of the turn or the next draw."""
    depends: bool
    """Whether what follows the line depends on what is drawn."""


class Prospects(Generic[S, A]):
    """Looks ahead from the positions of one turn and remembers what it found.

    `best` takes each draw for the luckiest; the budget is for all positions together.
    """

    def __init__(self, grading: Grading[S, A], attitude: Attitude, budget: Budget) -> None:
        self.grading, self.game, self.attitude = grading, grading.game, attitude
        self.given_up = ""
        """Why some position was not looked at to the end; empty where all of them were."""
        self._budget = budget
        self._known: dict[Hashable, Prospect] = {}
        self._under_way: set[Hashable] = set()

    # what a planner answers

    def planned(self, state: S) -> Prospect | None:
        """What the planner finds from here; None where it cannot be asked. Raises SpentError."""
        return None

    def planned_line(self, state: S) -> Continuation[A] | None:
        """The planner's line from here; None where it cannot be asked. Raises SpentError."""
        return None

    # what is asked

    def of(self, state: S) -> Prospect:
        """What can be reached from a position of the turn; no worth where the budget was not enough."""
        reached = self.grading.value(state)
        if reached is not None:
            return Prospect(reached)
        try:
            with allow(self._budget.part(_SHARE)):
                return self._of(state)
        except SpentError:
            self.given_up = self._budget.why_over()
            return self._known.setdefault(self.grading.key(state), Prospect(None, self.given_up))

    def look_at(self, states: Sequence[S]) -> None:
        """Look at the positions of a turn in the order in which a budget does most.

        The best play from the first one says what many others are worth. If that is too much, those at the
        end are the easiest, and what is found there helps with those before.
        """
        for state in (*states[:1], *reversed(states)):
            self.of(state)

    def line(self, state: S) -> Continuation[A]:
        """How to reach it; an empty line where the budget was not enough."""
        try:
            with allow(self._budget.part(_SHARE)):
                return self._line(state)
        except SpentError:
            self.given_up = self._budget.why_over()
            return Continuation((), False)

    def _line(self, state: S) -> Continuation[A]:
        if self.grading.value(state) is not None:
            return Continuation((), False)
        planned = self.planned_line(state)
        if planned is not None:
            return planned
        if self.game.mover(state) != self.grading.player:
            return Continuation((), True)
        wanted = self._of(state).worth
        for action in self.game.legal_actions(state):
            after = self.game.apply(state, action)
            if wanted is not None and self._of(after).worth == wanted:
                rest = self._line(after)
                return Continuation((action, *rest.line), rest.depends)
        return Continuation((), False)

    # searching

    def remember(self, state: S, worth: Worth) -> None:
        """Keep what was found of a position on the way."""
        self._known.setdefault(self.grading.key(state), Prospect(worth))

    def _of(self, state: S) -> Prospect:
        reached = self.grading.value(state)
        if reached is not None:
            return Prospect(reached)
        key = self.grading.key(state)
        if key in self._known:
            return self._known[key]
        if key in self._under_way:
            return Prospect(None, _AGAIN)
        if len(self._known) >= MOST_POSITIONS:
            return Prospect(None, _MANY)
        self._under_way.add(key)
        try:
            self._known[key] = self._look(state)
        finally:
            self._under_way.remove(key)
        return self._known[key]

    def _look(self, state: S) -> Prospect:
        planned = self.planned(state)
        if planned is not None:
            return planned
        spend(0)
        mover = self.game.mover(state)
        if mover == UNKNOWN:
            return Prospect(None, _UNKNOWN)
        if mover == CHANCE:
            return self._drawn(state)
        below = [self._of(self.game.apply(state, action)) for action in self.game.legal_actions(state)]
        return _best(below) if mover == self.grading.player else _indifferent(below)

    def _drawn(self, state: S) -> Prospect:
        """Chance decides."""
        events = self.game.chance(state)
        below = [self._of(self.game.apply(state, event)) for event, _ in events]
        if self.attitude == "best":
            return _best(below)
        worths = [prospect.worth for prospect in below if prospect.worth is not None]
        if len(worths) < len(events):
            return Prospect(None, _doubt(below))
        whole = sum(weight for _, weight in events)
        return Prospect(average([Fraction(weight, whole) for _, weight in events], worths), _doubt(below))


def _doubt(prospects: Iterable[Prospect]) -> str:
    return next((prospect.doubt for prospect in prospects if prospect.doubt), "")


def _best(below: Sequence[Prospect]) -> Prospect:
    """The player, or the luckiest draw, chooses."""
    worths = [prospect.worth for prospect in below if prospect.worth is not None]
    return Prospect(max(worths, default=None), _doubt(below))


def _indifferent(below: Sequence[Prospect]) -> Prospect:
    """Somebody else chooses: the worth is known only if it is the same for every choice."""
    worths = {prospect.worth for prospect in below}
    if len(worths) != 1:
        return Prospect(None, _doubt(below) or _OTHERS)
    return Prospect(worths.pop(), _doubt(below))
