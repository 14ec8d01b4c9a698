"""Best turns compared with the plain search over the engine, on random positions under random readings.

With TSOLVE_LONG_SWEEPS in the environment there are 2,200 Dungeon and 500 Village positions, 100 that leave
the kind of turn open, and 500 with a Monster that is to be battled.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest

from tests.games.quest.planning.agreement import agrees, agrees_about
from tests.games.quest.planning.dealing import dungeon, goal, village, weakening
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Goal, Kind
from tsolve.games.quest.state import State, target_at
from tsolve.model.plays import Draws

CHUNK = 20
LONG = "TSOLVE_LONG_SWEEPS" in os.environ
DRAWS: tuple[Draws, ...] = ("expected", "expected", "worst", "best", "known")


def sweep(deal: Callable[[Random], tuple[Quest, State]], kind: Kind, first: int) -> None:
    """Compare at each seed; hardly any position may be too large for the search."""
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = deal(random)
        compared += agrees(game, state, goal(random, kind), kind, random.choice(DRAWS))
    assert compared >= 0.7 * CHUNK


@pytest.mark.parametrize("first", range(0, 1_500 if LONG else 160, CHUNK))
def test_dungeon_turns(first: int) -> None:
    sweep(lambda random: dungeon(random, 3), "dungeon", first)


@pytest.mark.parametrize("first", range(10_000, 10_200 if LONG else 10_040, CHUNK))
def test_dungeon_turns_with_draws(first: int) -> None:
    sweep(lambda random: dungeon(random, 4, chance=0.3), "dungeon", first)


@pytest.mark.parametrize("first", range(15_000, 15_500 if LONG else 15_040, CHUNK))
def test_weapons_that_a_room_takes_away(first: int) -> None:
    sweep(weakening, "dungeon", first)


@pytest.mark.parametrize("first", range(20_000, 20_500 if LONG else 20_080, CHUNK))
def test_village_turns(first: int) -> None:
    sweep(lambda random: village(random, 3, chance=0.1), "village", first)


@pytest.mark.parametrize("first", range(30_000, 30_100 if LONG else 30_040, CHUNK))
def test_turns_of_any_kind(first: int) -> None:
    sweep(lambda random: village(random, 2), "any", first)


WITH_A_TARGET: tuple[Goal, ...] = (
    ("win",),
    ("win", "shortfall"),
    ("total",),
    ("win", "xp", "wounds", "lost"),
)


@pytest.mark.parametrize("first", range(40_000, 40_500 if LONG else 40_060, CHUNK))
def test_turns_against_one_monster(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon(random, 3, chance=0.1)
        met = [place for place, room in enumerate(state.rooms) if room.monster or room.face_down]
        target = target_at(state, random.choice(met))
        about = random.choice((*WITH_A_TARGET, goal(random, "dungeon")))
        compared += agrees_about(game, state, about, random.choice(DRAWS), target)
    assert compared >= 0.7 * CHUNK


@pytest.mark.parametrize("seed", [20_265, 20_488])
def test_villages_that_long_sweeps_found(seed: int) -> None:
    """Gold that a Location takes at the end, and an ability after the choice that another one gives."""
    random = Random(seed)
    game, state = village(random, 3, chance=0.1)
    assert agrees(game, state, goal(random, "village"), "village", random.choice(DRAWS))


def test_a_circle_of_equally_good_moves() -> None:
    random = Random(1_046)
    game, state = dungeon(random, 3)
    assert agrees(game, state, goal(random, "dungeon"), "dungeon", random.choice(DRAWS))
