"""Random turns that were played: legal actions by a random player, cards as chance draws them."""

from __future__ import annotations

from random import Random

from tsolve.engine.playing import random_bot
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.grading.events import Event
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.state import State
from tsolve.model.answers import StepAnswer


def result(game: Thunderstone, state: State, goal: tuple[str, ...]) -> tuple[int, ...] | None:
    """The worth of a turn whose result stands; None before."""
    judge = battle_result if state.turn == "dungeon" else visit_result
    return judge(game.book, state, goal)


def random_turn(game: Thunderstone, state: State, goal: tuple[str, ...], random: Random) -> list[Event]:
    """Legal actions to the result of the turn, every one of them a written step.

    It ends before an unknown card and before another player's choice.
    """
    events: list[Event] = []
    while result(game, state, goal) is None:
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
