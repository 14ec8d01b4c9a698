"""Ways through a Dungeon full of alerts, compared with trying every way, whether rooms may be entered twice
or not: which battles can be come to, and which turn is best.

With TSOLVE_LONG_SWEEPS in the environment there are 1,000 positions of each kind.
"""

from __future__ import annotations

import os
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.quest.planning.dealing import alerting
from tsolve.engine import Arrival, explore
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.quest.actions import Enter, Pass
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.dungeon import is_at_strike, reached, up_to_the_strike
from tsolve.games.quest.planning.goals import Goal, Value, turn_over, value
from tsolve.games.quest.planning.plan import Planner
from tsolve.games.quest.state import State

CHUNK = 20
LONG = "TSOLVE_LONG_SWEEPS" in os.environ
GOALS: tuple[Goal, ...] = (
    ("wounds", "lost"),
    ("lost", "wounds"),
    ("win", "wounds", "lost"),
    ("win", "shortfall", "tokens"),
    ("xp", "lost", "wounds"),
)


@pytest.mark.parametrize("seed", range(1_000 if LONG else 60))
def test_battles_that_can_be_come_to(seed: int) -> None:
    game, state = alerting(Random(seed))
    strikes = up_to_the_strike(game)
    state = strikes.apply(state, Enter())
    while state.todo:  # a text that asks at once
        state = strikes.apply(state, strikes.legal_actions(state)[0])

    def come_to(at: State) -> object:
        return strikes.key(replace(at, path=(), spent_light=0))

    found = {come_to(arrival.state) for arrival in reached(strikes, state, keeps_light=False).arrivals}
    moving = Arrival(strikes.apply(state, Pass()))
    everything = {
        come_to(each.state)
        for each in explore(strikes, moving, strikes.legal_actions)
        if is_at_strike(each.state) or turn_over(each.state)
    }
    assert found == everything


def _worth(game: Quest, goal: Goal, here: State) -> Value | None:
    return value(game.book, here, goal)


@pytest.mark.parametrize("first", range(50_000, 51_000 if LONG else 50_040, CHUNK))
def test_best_turns(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = alerting(random)
        goal = random.choice(GOALS)
        try:
            line = best_line(game, game.apply(state, Enter()), partial(_worth, game, goal), 4_000)
        except TooLargeError:
            continue
        planned = Planner(game, state, goal, "dungeon").plan()
        assert planned.proved
        assert planned.low == (None if line is None else line.value)
        compared += 1
    assert compared >= 0.6 * CHUNK
