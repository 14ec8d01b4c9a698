"""Plays one random line under two sets of readings at once, until something differs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Generic, TypeVar

from tsolve.engine.protocol import CHANCE, UNKNOWN, Game

S = TypeVar("S")
A = TypeVar("A")

STEPS = 25
"""The most steps of a line."""
FURTHER = 5
"""The most steps that go on by one game alone."""
MOSTLY = 0.8
"""How often something else is tried before what ends a turn, and what is asked about rather than others."""


class Manner(Generic[S, A]):
    """How a line is walked, as far as a game says more than that any action will do."""

    goes_on: ClassVar[bool] = False
    """Whether a line may go on by the first game alone past an action that the second one refuses: the steps
    that people leave out may make up for it.
    """

    draws: ClassVar[bool] = False
    """Whether a line goes on past what comes by chance, with any event that may come."""

    def ends(self, action: A) -> bool:
        """Whether little can be tried afterwards."""
        return False

    def is_asked(self, state: S, action: A) -> bool:
        """Whether an action concerns what the question is about."""
        return False

    def in_sight(self, state: S) -> S:
        """The position without what no player at the table could see."""
        return state

    def counted(self, game: Game[S, A], state: S) -> Sequence[int]:
        """What a game counts at the end of a line."""
        return game.scores(state)


def walk(
    first: Game[S, A], second: Game[S, A], starts: tuple[S, S], random: Random, manner: Manner[S, A]
) -> list[str] | None:
    """A random line from a position after which the two games differ, in words; None when they never do.

    `starts` is the position as each of the two games begins it.

    The line is legal under the readings of the first game, save for a last step that only the second allows.
    They differ where one game allows an action that the other refuses, where the same action leads to another
    position, or where they count something else at the end, such as the players' points.
    """
    here, there = starts
    line: list[str] = []
    apart = False
    for _ in range(STEPS):
        actions, others = _moves(first, here, manner), _moves(second, there, manner)
        if lacking := [action for action in actions if action not in others]:
            action = random.choice(lacking)
            line.append(first.notation(here, action))
            if manner.goes_on and random.random() < MOSTLY:
                line += _alone(first, first.apply(here, action), random, manner)
            return line
        if further := [action for action in others if action not in actions]:
            return [*line, second.notation(there, random.choice(further))]
        if not actions:
            break
        action = _choice(actions, here, random, manner)
        line.append(first.notation(here, action))
        here, there = first.apply(here, action), second.apply(there, action)
        apart = apart or manner.in_sight(here) != manner.in_sight(there)
    return line if apart or (line and manner.counted(first, here) != manner.counted(second, there)) else None


def _goes_on(game: Game[S, A], state: S, manner: Manner[S, A]) -> bool:
    """Whether a line goes on from a position."""
    stops = (UNKNOWN,) if manner.draws else (CHANCE, UNKNOWN)
    return not game.is_over(state) and game.mover(state) not in stops


def _moves(game: Game[S, A], state: S, manner: Manner[S, A]) -> Sequence[A]:
    """What may come next: legal actions, or events; nothing where a line ends."""
    if not _goes_on(game, state, manner):
        return ()
    if game.mover(state) == CHANCE:
        return [event for event, _ in game.chance(state)]
    return game.legal_actions(state)


def _alone(game: Game[S, A], state: S, random: Random, manner: Manner[S, A]) -> list[str]:
    """A few more steps by one game, in words."""
    line: list[str] = []
    while len(line) < FURTHER and (actions := _moves(game, state, manner)):
        action = _choice(actions, state, random, manner)
        line.append(game.notation(state, action))
        state = game.apply(state, action)
    return line


def _choice(actions: Sequence[A], state: S, random: Random, manner: Manner[S, A]) -> A:
    """Any action, rather one that is asked about; but the turn is not ended before something was tried."""
    going_on = [action for action in actions if not manner.ends(action)]
    ending = [action for action in actions if manner.ends(action)]
    those = going_on if going_on and (not ending or random.random() < MOSTLY) else ending
    asked = [action for action in those if manner.is_asked(state, action)]
    return random.choice(asked if asked and random.random() < MOSTLY else those)
