"""Best turns compared with the plain search over the engine, on random positions under random readings."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.quest.planning.agreement import agrees
from tests.games.quest.planning.dealing import dungeon, goal
from tsolve.games.quest.actions import Enter

CHUNK = 20


@pytest.mark.parametrize("first", range(0, 200, CHUNK))
def test_dungeon_turns(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon(random, 3)
        compared += agrees(game, game.apply(state, Enter()), goal(random, "dungeon"), "dungeon")
    assert compared >= 0.7 * CHUNK


@pytest.mark.parametrize("first", range(1_000, 1_060, CHUNK))
def test_dungeon_turns_with_draws(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon(random, 4, chance=0.3)
        draws = random.choice(("expected", "expected", "worst", "best", "known"))
        wanted = goal(random, "dungeon")
        compared += agrees(game, game.apply(state, Enter()), wanted, "dungeon", draws)
    assert compared >= 0.7 * CHUNK
