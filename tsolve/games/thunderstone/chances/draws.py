"""The next decision or draw of a hand that may draw and change the Hall."""

from __future__ import annotations

from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import any_will_do, order_matters, revealing_uses
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import steps
from tsolve.turns.odds.draws import Ahead, Choice, Events, Free


def ahead(game: Thunderstone, state: State) -> Ahead[Action]:
    """What reveals more, what has to be chosen, or what may happen."""
    if not state.todo:
        return Free(revealing_uses(game, state), steps.open_duty(game.book, state))
    mover = game.mover(state)
    if mover == state.active and not order_matters(game, state):
        return Choice(game.legal_actions(state))
    if any_will_do(game, state):
        return Events([(game.legal_actions(state)[0], 1)])
    return Events(game.chance(state) if mover == CHANCE else [])
