"""No line of a random turn is worth more than the bounds say at any of its positions."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.quest.planning.dealing import alerting, dungeon, goal, sacrificing, village
from tests.sweeping import seeds
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.quest.actions import Enter
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Goal, Kind
from tsolve.games.quest.planning.plan import Planner, TurnNode
from tsolve.games.quest.state import State

LINES = 12
"""Lines that are played from each position."""


@pytest.mark.parametrize("seed", seeds(60, 5_000))
def test_no_dungeon_turn_exceeds_its_bounds(seed: int) -> None:
    random = Random(seed)
    deal = random.choice((_any_hand, _any_hand, alerting, sacrificing))
    game, state = deal(random)
    state = game.apply(state, Enter()) if state.phase == "prepare" else state
    for _ in range(LINES):
        _play(random, game, state, goal(random, "dungeon"), "dungeon")


def _any_hand(random: Random) -> tuple[Quest, State]:
    return dungeon(random, random.randint(2, 7), 0.3)


@pytest.mark.parametrize("seed", seeds(40, 5_000))
def test_no_visit_exceeds_its_bounds(seed: int) -> None:
    random = Random(seed)
    game, state = village(random, random.randint(2, 7), 0.3)
    for _ in range(LINES):
        _play(random, game, state, goal(random, "village"), "village")


def _play(random: Random, game: Quest, state: State, levels: Goal, kind: Kind) -> None:
    """A random line to the end of the turn, as far as everything on it is known."""
    planner = Planner(game, state, levels, kind)
    if kind == "village":
        state = random.choice([game.apply(state, each) for each in game.legal_actions(state)[1:]])
    passed = []
    while (worth := planner.worth(state)) is None:
        mover = game.mover(state)
        if mover == UNKNOWN or (mover != CHANCE and mover != state.active):
            return
        passed.append((state, planner.tree.upper_bound(TurnNode(state))))
        actions = [event for event, _ in game.chance(state)] if mover == CHANCE else game.legal_actions(state)
        state = game.apply(state, random.choice(actions))
    for before, bound in passed:
        assert worth <= bound, (worth, bound, before.phase)
