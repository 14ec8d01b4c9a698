"""One random line played under two sets of readings at once, until something differs."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from msgspec.structs import replace

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State

STEPS = 25
"""The most steps of a line."""
MOSTLY = 0.8
"""How often something else is tried before the attack, and a Monster attacked that is asked about."""


def walk(
    first: Thunderstone, second: Thunderstone, start: State, random: Random, about: Collection[str] = ()
) -> list[str] | None:
    """A random line from `start` after which the two games differ, in words; None when they never do.

    The line is legal under the readings of the first game, save for a last step that only the second allows.
    They differ where one game allows an action that the other refuses, where the same action leads to another
    position, or where the cards owned at the end are worth another number of Victory Points. Monsters among
    the cards that it is `about` are attacked rather than others.
    """
    here = there = start
    line: list[str] = []
    apart = False
    for _ in range(STEPS):
        if first.mover(here) in (CHANCE, UNKNOWN) or first.is_over(here):
            break
        actions, others = first.legal_actions(here), second.legal_actions(there)
        if lacking := [action for action in actions if action not in others]:
            return [*line, first.notation(here, random.choice(lacking))]
        if further := [action for action in others if action not in actions]:
            return [*line, second.notation(there, random.choice(further))]
        if not actions:
            break
        action = _choice(actions, here, random, about)
        line.append(first.notation(here, action))
        here, there = first.apply(here, action), second.apply(there, action)
        apart = apart or _in_sight(here) != _in_sight(there)
    return line if apart or (line and first.scores(here) != second.scores(there)) else None


def _in_sight(state: State) -> State:
    """The position with what people see of the tally."""
    return replace(state, tally=state.tally.in_sight)


def _choice(actions: list[Action], state: State, random: Random, about: Collection[str]) -> Action:
    """Any action, but the turn is not ended before something was tried."""
    going_on = [action for action in actions if not isinstance(action, (Pass, Attack))]
    ending = [action for action in actions if isinstance(action, (Pass, Attack))]
    if going_on and (not ending or random.random() < MOSTLY):
        return random.choice(going_on)
    asked = [each for each in ending if isinstance(each, Attack) and state.hall[each.rank - 1].card in about]
    return random.choice(asked if asked and random.random() < MOSTLY else ending)
