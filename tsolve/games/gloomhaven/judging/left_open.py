"""What may come of an attack or a move that a line leaves half done: damage to bear, a push to carry out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.budget import spend
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.games.gloomhaven.turn.forced import Force

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.game import Gloomhaven
    from tsolve.games.gloomhaven.state import State

_FOLLOWING = (BearDamage, Force)
"""Choices that belong to what was done last, not to what is done next."""


def ways_on(game: Gloomhaven, state: State) -> Iterator[tuple[str, State]]:
    """Every way in which the choices go that what was done last leaves open, in words, with the position
    behind it. The position itself, without words, where none is open.
    """
    if not is_open(state):
        yield "", state
        return
    for action in game.legal_actions(state):
        spend(1)
        for told, after in ways_on(game, game.apply(state, action)):
            yield ", ".join(filter(None, (game.notation(state, action), told))), after


def borne(state: State, after: State, attacker: str) -> int:
    """What an attack has dealt with a choice of the one who is to bear it."""
    task = state.todo[-1] if state.todo else None
    if not isinstance(task, BearDamage) or task.why != f"{ATTACK_OF}{attacker}":
        return 0
    left = after.figure(task.figure).hp if after.on_map(task.figure) else 0
    return state.figure(task.figure).hp - left


def is_open(state: State) -> bool:
    """Whether a choice waits that belongs to what was done last."""
    return bool(state.todo) and isinstance(state.todo[-1], _FOLLOWING) and not state.result
