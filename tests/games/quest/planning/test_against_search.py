"""Best turns compared with the plain search over the engine, on random positions under random readings."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.games.quest.planning.agreement import agrees
from tests.games.quest.planning.dealing import dungeon, goal, village
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Kind
from tsolve.games.quest.state import State
from tsolve.model.wishes import Draws

CHUNK = 20
DRAWS: tuple[Draws, ...] = ("expected", "expected", "worst", "best", "known")


def sweep(deal: Callable[[Random], tuple[Quest, State]], kind: Kind, first: int) -> None:
    """Compare at each seed; hardly any position may be too large for the search."""
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = deal(random)
        compared += agrees(game, state, goal(random, kind), kind, random.choice(DRAWS))
    assert compared >= 0.7 * CHUNK


@pytest.mark.parametrize("first", range(0, 160, CHUNK))
def test_dungeon_turns(first: int) -> None:
    sweep(lambda random: dungeon(random, 3), "dungeon", first)


@pytest.mark.parametrize("first", range(1_000, 1_040, CHUNK))
def test_dungeon_turns_with_draws(first: int) -> None:
    sweep(lambda random: dungeon(random, 4, chance=0.3), "dungeon", first)


@pytest.mark.parametrize("first", range(2_000, 2_080, CHUNK))
def test_village_turns(first: int) -> None:
    sweep(lambda random: village(random, 3, chance=0.1), "village", first)


@pytest.mark.parametrize("first", range(3_000, 3_040, CHUNK))
def test_turns_of_any_kind(first: int) -> None:
    sweep(lambda random: village(random, 2), "any", first)
