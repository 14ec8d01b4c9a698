"""A played line taken apart: every action with the positions around it and the step that wrote it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.state import State
from tsolve.model.answers import StepAnswer


class Event(msgspec.Struct, frozen=True):
    """One action, or a written step that needed none."""

    before: State
    after: State
    action: Action | None
    """None where a person said what had happened already."""
    step: StepAnswer | None
    """The written step that the action carries out; None for what nobody wrote."""


def events_of(game: Thunderstone, played: Played, is_result: Callable[[State], bool]) -> tuple[Event, ...]:
    """The line as events, up to its first illegal step; `is_result` says where the turn's result stands.

    A line that stops where nothing but going on is left ends the turn: the steps for that are added.
    """
    found = list(_played(game, played))
    broken = not played.answer.legal
    here = found[-1].after if found else played.states[0]
    while not broken and not here.todo and not is_result(here) and game.why_not(here, Pass()) is None:
        after = game.apply(here, Pass())
        found.append(Event(here, after, Pass(), None))
        here = after
    return tuple(found)


def _played(game: Thunderstone, played: Played) -> Iterator[Event]:
    moves = list(played.moves)
    steps = [step for step in played.answer.steps if step.refusal is None]
    for number, step in enumerate(steps, start=1):
        after = played.states[number]
        own = []
        while moves and moves[0].before is not after:
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
