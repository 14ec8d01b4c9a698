"""A played line taken apart: every action, the positions before and after it, and the step that wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from tsolve.engine.protocol import Game
from tsolve.model.answers import StepAnswer
from tsolve.turns.played import Played

if TYPE_CHECKING:
    from tsolve.turns.grading.grading import Grading

S = TypeVar("S")
A = TypeVar("A")


class Event(msgspec.Struct, Generic[S, A], frozen=True):
    """One action, or a written step that needed none."""

    before: S
    after: S
    action: A | None
    """None where a person said what had happened already."""
    step: StepAnswer | None
    """The written step that the action carries out; None for what nobody wrote."""

    def label(self, game: Game[S, A]) -> tuple[int, str, int | None]:
        """Its number, text and line of the file; 0 and its notation where nobody wrote it."""
        if self.step is not None:
            return self.step.number, self.step.text, self.step.line
        assert self.action is not None
        return 0, game.notation(self.before, self.action), None


def events_of(grading: Grading[S, A], played: Played[S, A]) -> tuple[Event[S, A], ...]:
    """The line as events, up to its first illegal step.

    Where it stops before its result it goes on as far as nobody has to say how.
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
