"""What a game must say about its turns so that they can be graded; splits a played line into events; and
finds the best worth still within reach from any point of a turn.

The engine searches all actions until the turn has its result, or the planner of the game answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from tsolve.budget import Budget, SpentError, allow, spend
from tsolve.contract.capability import Question
from tsolve.contract.changes import Change
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played
from tsolve.engine import CHANCE, UNKNOWN, Game
from tsolve.model.grades import CardGrade, Slack
from tsolve.model.plays import Draws, StepAnswer
from tsolve.solve.policy import Worth, average

S = TypeVar("S")
A = TypeVar("A")


class Event(msgspec.Struct, Generic[S, A], frozen=True):
    """One action, or a written step that needed none."""

    before: S
    after: S
    action: A | None
    """None if the step only says what had happened already."""
    step: StepAnswer | None
    """The written step that the action carries out; None if it was not written."""

    def label(self, game: Game[S, A]) -> tuple[int, str, int | None]:
        """Its number, text and line of the file; 0 and its notation if it was not written."""
        if self.step is not None:
            return self.step.number, self.step.text, self.step.line
        assert self.action is not None
        return 0, game.notation(self.before, self.action), None


def events_of(grading: Grading[S, A], played: Played[S, A]) -> tuple[Event[S, A], ...]:
    """The line as events, up to its first illegal step.

    A line that stops before its result is continued as far as no choice has to be written.
    """
    found = list(_played(grading.game, played))
    here = found[-1].after if found else played.states[0]
    while played.answer.legal and grading.value(here) is None:
        action = grading.goes_on(here)
        if action is None:
            break
        after = grading.game.apply(here, action)
        found.append(Event(here, after, action, None))
        here = after
    return tuple(found)


def _played(game: Game[S, A], played: Played[S, A]) -> Iterator[Event[S, A]]:
    moves = list(played.moves)
    steps = [step for step in played.answer.steps if step.refusal is None]
    for number, step in enumerate(steps, start=1):
        after = played.states[number]
        own = []
        while moves and moves[0].step == number:
            own.append(moves.pop(0))
        for place, move in enumerate(own, start=1):
            last = place == len(own)
            reached = after if last and moves else game.apply(move.before, move.action)
            yield Event(move.before, reached, move.action, step if last else None)
        if not own:
            yield Event(played.states[number - 1], after, None, step)
    if played.answer.legal:  # choices without influence that were left open at the end
        for move in moves:
            yield Event(move.before, game.apply(move.before, move.action), move.action, None)


MOST_POSITIONS = 500_000
"""The most positions that are remembered for one turn."""

_SHARE = 0.5
"""The share of the remaining budget for one position, so that something is left for the next ones."""
_MANY = "there are too many ways to continue to try them all"
_OTHERS = "what follows depends on a choice of another player"
_UNKNOWN = "an unknown card comes next"
_AGAIN = "the turn may return to an earlier position"


class Prospect(msgspec.Struct, frozen=True):
    """The best that can be reached."""

    worth: Worth | None
    """None if no end of the turn was found."""
    doubt: str = ""
    """Why `worth` may be too high or too low; empty if it is certain."""


class Continuation(NamedTuple, Generic[A]):
    """How to reach the best."""

    line: tuple[A, ...]
    """The actions up to the end of the turn or the next draw."""
    depends: bool
    """Whether what follows the line depends on what is drawn."""


class Prospects(Generic[S, A]):
    """Looks ahead from the positions of one turn and remembers what it found.

    `draws` says what a draw counts for; the budget is for all positions together.
    """

    def __init__(self, grading: Grading[S, A], draws: Draws, budget: Budget) -> None:
        self.grading, self.game, self.draws = grading, grading.game, draws
        self.given_up = ""
        """Why the search of some position did not finish; empty if all finished."""
        self._budget = budget
        self._known: dict[Hashable, Prospect] = {}
        self._under_way: set[Hashable] = set()

    # what a planner answers

    def planned(self, state: S) -> Prospect | None:
        """What the planner finds from here; None if it cannot be asked here. Raises SpentError."""
        return None

    def planned_line(self, state: S) -> Continuation[A] | None:
        """The planner's line from here; None if it cannot be asked here. Raises SpentError."""
        return None

    # what is asked

    def of(self, state: S) -> Prospect:
        """What can be reached from a position of the turn; without a worth if the budget ran out."""
        if (end := self._end(state)) is not None:
            return end
        try:
            with allow(self._budget.part(_SHARE)):
                found = self._of(state)
        except SpentError:
            self._give_up()
            return self._known.setdefault(self.grading.key(state), Prospect(None, self.given_up))
        return found if found.doubt else Prospect(found.worth, self.grading.doubt(state))

    def _give_up(self) -> None:
        self.given_up = self._budget.why_over()
        self._budget.fall_short()

    def changed_by(self, change: Change[S], state: S) -> bool | None:
        """Whether a change of a position changes what can be reached from it; None if unknown."""
        found, other = self.of(state), self.of(change(state))
        if found.worth is None or found.doubt or other.doubt:
            return None
        return found.worth != other.worth

    def look_at(self, states: Sequence[S]) -> None:
        """Search the positions of a turn in the order that makes the most of the budget.

        The best play from the first position gives the worth of many others. If that is too much work, the
        last positions are the easiest, and their worth helps with those before.
        """
        for state in (*states[:1], *reversed(states)):
            self.of(state)

    def line(self, state: S) -> Continuation[A]:
        """How to reach the best; an empty line if the budget ran out."""
        try:
            with allow(self._budget.part(_SHARE)):
                return self._line(state)
        except SpentError:
            self._give_up()
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
        """Remember the result for a position."""
        self._known.setdefault(self.grading.key(state), Prospect(worth))

    def _end(self, state: S) -> Prospect | None:
        """The worth of a turn that has its result; without a worth if it missed the target of the file."""
        reached = self.grading.value(state)
        if reached is None:
            return None
        return Prospect(reached if self.grading.is_meant(state) else None)

    def _of(self, state: S) -> Prospect:
        if (end := self._end(state)) is not None:
            return end
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
        mover = self.game.mover(state)
        is_unasked = self.draws == "known" and mover == CHANCE  # a planner that draws nothing knows no worth
        planned = None if is_unasked else self.planned(state)
        if planned is not None:
            return planned
        spend(0)
        if mover == UNKNOWN:
            return Prospect(None, _UNKNOWN)
        if mover == CHANCE:
            return self._drawn(state)
        after = [self.game.apply(state, action) for action in self.game.legal_actions(state)]
        if mover != self.grading.player:
            return _indifferent([self._of(each) for each in after])
        if self.draws == "known":
            after = [each for each in after if self.game.mover(each) != CHANCE] or after
        return _best([self._of(each) for each in after])

    def _drawn(self, state: S) -> Prospect:
        """Chance decides."""
        events = self.game.chance(state)
        below = [self._of(self.game.apply(state, event)) for event, _ in events]
        if self.draws == "best":
            return _best(below)
        worths = [prospect.worth for prospect in below if prospect.worth is not None]
        if len(worths) < len(events):
            return Prospect(None, _doubt(below))
        if self.draws == "worst":
            return Prospect(min(worths), _doubt(below))
        whole = sum(weight for _, weight in events)
        return Prospect(average([Fraction(weight, whole) for _, weight in events], worths), _doubt(below))


def _doubt(prospects: Iterable[Prospect]) -> str:
    return next((prospect.doubt for prospect in prospects if prospect.doubt), "")


def _best(below: Sequence[Prospect]) -> Prospect:
    """The player, or the luckiest draw, chooses."""
    worths = [prospect.worth for prospect in below if prospect.worth is not None]
    return Prospect(max(worths, default=None), _doubt(below))


def _indifferent(below: Sequence[Prospect]) -> Prospect:
    """Another player chooses: the worth is known only if it is the same for every choice."""
    worths = {prospect.worth for prospect in below}
    if len(worths) != 1:
        return Prospect(None, _doubt(below) or _OTHERS)
    return Prospect(worths.pop(), _doubt(below))


class Grading(Generic[S, A]):
    """The grading of one line by one goal. A goal and the value of an end are all that it needs."""

    def __init__(
        self,
        position: Position[S, A],
        goal: tuple[str, ...],
        value: Callable[[S], tuple[int, ...] | None],
    ) -> None:
        """`value` gives the worth of a turn that has its result, level by level of the goal; None before."""
        self.position, self.game = position, position.game
        self.goal = goal
        self.value = value
        self.player = self.game.turn_of(position.state) - 1

    # looking ahead

    def is_meant(self, state: S) -> bool:
        """Whether a turn with this end counts for the file: if the file names a target, the turn must be
        against it.
        """
        return True

    def key(self, state: S) -> Hashable:
        """Equal for positions with the same future."""
        return self.game.key(state)

    def doubt(self, state: S) -> str:
        """Why more may be within reach than the engine can play; empty if nothing is."""
        return ""

    def prospects(self, draws: Draws, budget: Budget) -> Prospects[S, A]:
        """What looks ahead (`Prospects`); a game with a planner lets it answer where it can."""
        return Prospects(self, draws, budget)

    # the steps

    def goes_on(self, state: S) -> A | None:
        """The next action of a line that stops here, before its result, if that action need not be
        written.
        """
        return None

    def why_unjudged(self, action: A | None) -> str:
        """Why the goal does not matter for this choice; empty if it does."""
        return ""

    # what is told besides

    def cards(self, turn: Sequence[Event[S, A]], prospects: Prospects[S, A]) -> tuple[CardGrade, ...]:
        """How much each card mattered in a legal turn."""
        return ()

    def slack(self, turn: Sequence[Event[S, A]], played: Played[S, A]) -> Slack | None:
        """By how much the turn exceeded what its result needed."""
        return None

    def notes(self, rest: Sequence[Event[S, A]]) -> Iterator[str]:
        """Notes on what was played after the result."""
        return iter(())


GRADING: Question[[Played[Any, Any], str | None], Grading[Any, Any]] = Question(name="grading", asked="grade")
"""Grades a played line by the goal asked for, or by the usual one; see `tsolve.api.grade`."""
