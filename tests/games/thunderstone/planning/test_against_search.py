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

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.planning.agreement import plans, sweep
from tests.games.thunderstone.planning.random_positions import (
    dungeon_position,
    is_in_the_box,
    village_position,
)
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Member, Player, Slot, State

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


def test_a_position_with_too_many_copies_is_not_dealt() -> None:
    """One Walking Scourge and 2 Selurin Theurges are in the boxes; Diseases there are enough of."""
    game = Thunderstone(mixed_book())

    def dealt(hand: tuple[str, ...], hall: tuple[str, ...]) -> bool:
        return is_in_the_box(
            game, State((Player(),), hall=tuple(map(Slot, hall)), party=tuple(map(Member, hand)))
        )

    assert dealt(("selurin_theurge",) * 2, ("walking_scourge", "nixie", ""))
    assert not dealt(("selurin_theurge",) * 3, ())
    assert not dealt(("walking_scourge",), ("walking_scourge",))
    assert dealt(("disease",) * 60, ())
