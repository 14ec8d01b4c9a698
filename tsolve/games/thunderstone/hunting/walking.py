"""One random line played under two sets of readings at once, until something differs."""

from __future__ import annotations

from random import Random

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State

STEPS = 25
"""The most steps of a line."""


def walk(first: Thunderstone, second: Thunderstone, start: State, random: Random) -> list[str] | None:
    """A random line from `start` after which the two games differ, in words; None when they never do.

    The line is legal under the readings of the first game. They differ where one game allows an action that
    the other refuses, where the same action leads to another position, or where the cards owned at the end
    are worth another number of Victory Points.
    """
    here = there = start
    line: list[str] = []
    for _ in range(STEPS):
        mover = first.mover(here)
        if mover in (CHANCE, UNKNOWN) or first.is_over(here):
            break
        actions, others = first.legal_actions(here), second.legal_actions(there)
        if lacking := [action for action in actions if action not in others]:
            return [*line, first.notation(here, random.choice(lacking))]
        if further := [action for action in others if action not in actions]:
            return [*line, first.notation(here, random.choice(further))]
        if not actions:
            break
        action = _choice(actions, random)
        line.append(first.notation(here, action))
        here, there = first.apply(here, action), second.apply(there, action)
        if here != there:
            return _to_the_end(first, second, here, there, line, random)
    return line if line and first.scores(here) != second.scores(there) else None


def _choice(actions: list[Action], random: Random) -> Action:
    """Any action, but the turn is not ended before something was tried."""
    going_on = [action for action in actions if not isinstance(action, (Pass, Attack))]
    ending = [action for action in actions if isinstance(action, (Pass, Attack))]
    return random.choice(going_on if going_on and (not ending or random.random() < 0.7) else ending)


def _to_the_end(
    first: Thunderstone, second: Thunderstone, here: State, there: State, line: list[str], random: Random
) -> list[str]:
    """What differs may show only when the turn is over: go on while both games allow the same."""
    for _ in range(STEPS):
        if first.is_over(here) or second.is_over(there) or first.mover(here) in (CHANCE, UNKNOWN):
            break
        others = second.legal_actions(there)
        shared = [action for action in first.legal_actions(here) if action in others]
        if not shared:
            break
        action = random.choice(shared)
        line.append(first.notation(here, action))
        here, there = first.apply(here, action), second.apply(there, action)
    return line
