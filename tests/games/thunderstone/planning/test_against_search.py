"""The planner against the exhaustive search over the engine: same worth on random positions.

The search knows nothing of problems, cases or backends; it tries every line. With `auto` each position is
also solved by both backends, and every proposed line is played by the engine.
"""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.thunderstone.planning.agreement import plans, sweep
from tests.games.thunderstone.planning.random_positions import dungeon_position, village_position

CHUNK = 30
DUNGEONS = range(0, 1500, CHUNK)
VILLAGES = range(10_000, 10_900, CHUNK)


@pytest.mark.parametrize("first", DUNGEONS)
def test_dungeon_plans_equal_the_exhaustive_search(first: int) -> None:
    sweep(plans, partial(dungeon_position, cards=5), range(first, first + CHUNK), 0.8)


@pytest.mark.parametrize("first", VILLAGES)
def test_village_plans_equal_the_exhaustive_search(first: int) -> None:
    sweep(plans, partial(village_position, cards=4), range(first, first + CHUNK), 0.8)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.booleans())
def test_plans_equal_the_search_under_many_odd_readings(seed: int, village: bool) -> None:
    random = Random(seed)
    make = village_position if village else dungeon_position
    plans(random, *make(random, cards=4, odd=0.5))
