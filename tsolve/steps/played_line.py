"""A line as far as it is played: its steps, what the engine did, and how it ends."""

from __future__ import annotations

from copy import copy
from typing import Generic, Self, TypeVar

from msgspec.structs import replace

from tsolve.contract.position import Position
from tsolve.contract.step_reader import Continuation, Move, Played, Texts, Tried
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import Span
from tsolve.model.plays import LineAnswer, StepAnswer
from tsolve.model.trace import Entry, Refusal, Trace
from tsolve.model.verdicts import sentence
from tsolve.steps.in_passing import Course

S = TypeVar("S")
A = TypeVar("A")

_MOST_TOLD = 6
"""The most chance outcomes that are listed where a line stops before chance."""
MOST_SILENT = 50
"""More unwritten steps between two written ones than a turn can have."""


class PlayedLine(Generic[S, A]):
    """The line so far."""

    def __init__(self, position: Position[S, A]) -> None:
        self.position = position
        self.step_reader = position.step_reader()
        self.ends_turn = position.ends_turn
        self.game = self.step_reader.game
        self.state = position.state
        self.result: S | None = None
        self.steps: list[StepAnswer] = []
        self.moves: list[Move[S, A]] = []
        self.states = [position.state]
        self.entries: list[Entry] = []
        self.fresh: list[Entry] = []
        self.readings: dict[str, str] = {}
        self.undecided = ""
        self.not_judged = 0
        self.answers = Tried()
        self.course: Course[S, A] = Course(position)
        self.indifferent: tuple[()] | tuple[Self, Texts] = ()
        """The line before the first choice among several that was made without a written step, and the steps
        that followed.
        """
        self.is_one_world = False
        """Whether it assumes something unknown, and so is one of several lines that the file may mean."""
        self._note_result()

    def in_world(self, state: S) -> Self:
        """The same line, continued from one of the positions that it may have reached."""
        other = self.fork()
        other.is_one_world, other.state, other.states[-1] = True, state, state
        return other

    def fork(self) -> Self:
        """A copy of the line, for another continuation."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict)):
                setattr(other, name, copy(value))
        other.step_reader = self.step_reader.fork()
        return other

    def add_step(self, text: str, span: Span | None, refusal: Refusal | None) -> None:
        """Record a step that was taken or refused."""
        instead: tuple[str, ...] = ()
        if refusal is not None:
            legal = self.position.legal_actions(self.state)
            instead = tuple(self.game.notation(self.state, each) for each in legal)
        else:
            self.states.append(self.state)
        line = span.line_in_file if span is not None else None
        number, goes_on = len(self.steps) + 1, bool(text) and text == self.ends_turn
        self.steps.append(StepAnswer(number, text, tuple(self.fresh), refusal, instead, line, goes_on))

    def choose(self, action: A) -> None:
        """Make a choice as part of the step before."""
        self.fresh = []
        self.apply(action)
        self._tell_with_step_before()

    def apply(self, action: A) -> None:
        """Carry out a legal action."""
        trace, before, probe = Trace(), self.state, self.step_reader.probe
        probe.readings.clear()
        probe.forced.clear()
        probe.came.clear()
        probe.untold.clear()
        self.state = self.game.apply(before, action, trace)
        self.readings.update(probe.readings)
        self.moves.append(Move(before, action, len(self.steps) + 1))
        self.fresh += trace.entries
        self.entries += trace.entries
        self.step_reader.done(before, action, self.state, trace.entries)
        self._note_result()

    def _tell_with_step_before(self) -> None:
        """Show what has just happened with the last step."""
        if self.fresh and self.steps:
            last = self.steps[-1]
            self.steps[-1] = replace(last, entries=last.entries + tuple(self.fresh))

    def _note_result(self) -> None:
        if self.result is None and self.step_reader.is_result(self.state):
            self.result = self.state
            self.step_reader.has_result = True

    def note_indifferent(self, before: Self, texts: Texts) -> None:
        """Note that a choice among answers that lead to the same result was made without a written step."""
        if self.step_reader.indifferent and not self.indifferent:
            self.indifferent = before, texts

    def is_at_rest(self) -> bool:
        """Whether the turn has its result, or chance or something unknown comes next."""
        return self.is_at_its_end() or self.game.mover(self.state) < 0

    def is_at_its_end(self) -> bool:
        """Whether the turn has come to its result."""
        return self.game.is_over(self.state) or self.step_reader.has_result

    def finish(self) -> tuple[str, ...]:
        """Continue until something is left open; returns what may come next, in words, if the line stops
        there.
        """
        self.fresh = []
        for _ in range(MOST_SILENT):
            if events := self.what_may_come():
                self._tell_with_step_before()
                return tuple(self.game.notation(self.state, event) for event in events)
            if self.is_at_rest() or not self.step_reader.waits(self.state):
                break
            before = self.fork()
            silent = self.step_reader.last_choice(self.state, self.game.legal_actions(self.state))
            if silent is None:
                return self.step_reader.open_answers(self.state)
            self.note_indifferent(before, ())
            self.apply(silent)
        self._tell_with_step_before()
        return ()

    def what_may_come(self) -> list[A]:
        """The possible events, if the line stops in the middle of a step whose result depends on chance."""
        by_chance = not self.is_at_its_end() and self.game.mover(self.state) == CHANCE
        if not by_chance or self.step_reader.implicit(self.state):
            return []
        return [event for event, _ in self.game.chance(self.state)]

    def _what_nobody_knows(self) -> str:
        """What must be known first, if the line stops before something unknown; else empty."""
        if self.is_at_its_end() or self.game.mover(self.state) != UNKNOWN:
            return ""
        first, how, _ = self.step_reader.chance(self.state)
        return f"{first}, and the steps do not say which ({how})"

    def _left_open(self, waiting: tuple[str, ...]) -> str:
        if self.game.mover(self.state) != CHANCE:
            return f"the steps leave a choice open: {'; '.join(waiting)}"
        more = f"; and {len(waiting) - _MOST_TOLD} more" if len(waiting) > _MOST_TOLD else ""
        return f"the steps stop where chance decides: {'; '.join(waiting[:_MOST_TOLD])}{more}"

    def summed_up(self, waiting: tuple[str, ...], ways: tuple[Continuation[S, A], ...]) -> Played[S, A]:
        reached = self.state if self.result is None else self.result
        broken = next((step for step in self.steps if step.refusal is not None), None)
        moves = tuple(self.moves)
        result = self.step_reader.result(reached, moves, self.entries)
        outcome = result.sentence
        undecided = self.undecided
        if waiting:
            left_open = self._left_open(waiting)
            outcome, undecided = f"{sentence(left_open)}.", undecided or left_open
        elif broken is None and not undecided and (undecided := self.step_reader.doubt(moves)):
            outcome = f"{outcome} But {undecided}."
        elif broken is None and not undecided and (undecided := self._what_nobody_knows()):
            outcome = f"{sentence(undecided)}."
        if broken is not None and broken.refusal is not None:
            verb = "cannot be judged" if self.undecided else "is not legal"
            outcome = f"Step {broken.number} {verb}: {broken.refusal.reason}."
        return Played(
            LineAnswer(
                tuple(self.steps),
                outcome,
                result.calculation,
                broken is None,
                self.undecided,
                self.not_judged,
                result.lost,
            ),
            moves,
            tuple(self.states),
            reached,
            self.step_reader.go_on(self.state),
            self.readings,
            undecided,
            waiting,
            ways,
            self.step_reader.indifferent,
            tuple(self.entries),
        )
