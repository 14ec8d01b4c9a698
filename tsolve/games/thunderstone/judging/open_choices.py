"""Choices that a written line leaves open at its end."""

from __future__ import annotations

from tsolve.games.thunderstone.actions import Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State


def may_intervene(game: Thunderstone, state: State) -> bool:
    """Whether another player may now do something that changes the turn: nobody passes for that player."""
    others = game.mover(state) != state.active
    return others and not state.todo[-1].makes_no_difference(game.book, state)


def answers(game: Thunderstone, state: State) -> tuple[str, ...]:
    """Everything that may be chosen now, in words; in place of a pass what the same player is asked then."""
    options = game.legal_actions(state)
    told = tuple(game.notation(state, option) for option in options if option != Pass())
    if Pass() not in options:
        return told
    passed = game.apply(state, Pass())
    asked_again = bool(passed.todo) and game.mover(passed) == game.mover(state)
    return told + (answers(game, passed) if asked_again else (game.notation(state, Pass()),))
