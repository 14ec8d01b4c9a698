"""Random turns that were played: legal actions by a random player, cards as chance draws them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from tests.games.thunderstone.files import opened
from tsolve.engine import CHANCE, UNKNOWN, random_bot
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.grading import TurnGrading
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.goals import turn_result
from tsolve.games.thunderstone.state import State
from tsolve.model.plays import StepAnswer
from tsolve.turns.grading import Event

TurnEvent: TypeAlias = Event[State, Action]


def file_of(game: Thunderstone, state: State, line: Sequence[str] = ()) -> Opened:
    """A position as if it had been read from a file; random hands hold more copies than a box does."""
    file = opened("turn: rest\nhand: [Militia]\n")
    position = replace(file.position, turn=state.turn, line=tuple(line))
    return file.with_table(state, position).by(game, state)


def grading_of(game: Thunderstone, state: State, goal: tuple[str, ...]) -> TurnGrading:
    """The grading of a line from this position."""
    return TurnGrading(file_of(game, state), goal)


def random_turn(game: Thunderstone, state: State, goal: tuple[str, ...], random: Random) -> list[TurnEvent]:
    """Legal actions to the result of the turn, every one of them a written step.

    It ends before an unknown card and before another player's choice.
    """
    events: list[TurnEvent] = []
    while turn_result(game.book, state, goal) is None:
        mover = game.mover(state)
        if mover == CHANCE:
            cards, weights = zip(*game.chance(state), strict=True)
            action: Action = random.choices(cards, weights)[0]
        elif mover == UNKNOWN or mover != state.active:
            break
        else:
            action = random_bot(state, game.legal_actions(state), random)
        after = game.apply(state, action)
        step = StepAnswer(len(events) + 1, game.notation(state, action))
        events.append(Event(state, after, action, step))
        state = after
    return events
