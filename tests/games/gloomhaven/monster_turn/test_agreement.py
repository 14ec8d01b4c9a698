"""The solver of a monster's move and attack against the plain one, which tries everything.

`TSOLVE_LONG_SWEEPS=1` looks at twenty times as many situations.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.games.gloomhaven.plain import monster_turn as plain
from tests.games.gloomhaven.plain.dealing import dealt, decisive
from tsolve.games.gloomhaven.monster_solver import choose

CHUNK = 250
CHUNKS = 200 if os.environ.get("TSOLVE_LONG_SWEEPS") else 10
UNUSUAL = [
    (point, reading)
    for point, options in plain.READINGS.items()
    for reading in options
    if reading != plain.USUAL[point]
]


@pytest.mark.parametrize("first", range(0, CHUNK * CHUNKS, CHUNK))
def test_both_leave_the_same_options(first: int) -> None:
    for seed in range(first, first + CHUNK):
        situation, readings = dealt(Random(seed))
        found = choose(situation, readings)
        assert frozenset(found.options) == plain.options(situation, readings), f"seed {seed}"
        assert len(set(found.options)) == len(found.options)


@pytest.mark.parametrize(("point", "reading"), UNUSUAL)
def test_both_agree_where_a_reading_decides(point: str, reading: str) -> None:
    """Deals in which the reading changes what the usual one leaves."""
    found = 0
    for situation, readings in decisive(Random(f"{point} {reading}"), point, reading, 600):
        found += 1
        assert frozenset(choose(situation, readings).options) == plain.options(situation, readings)
    assert found or (point, reading) in RARE


RARE = {
    ("immobilized_attack", "anyone"),
    ("area_anchor", "wall_hex_too"),
    ("extra_targets", "own_paths"),
    ("disadvantage_out_of_reach", "counts"),
}
"""Readings that decide in fewer than one deal of some hundreds."""


@pytest.mark.parametrize("seed", range(60))
def test_what_is_explained_is_what_is_done(seed: int) -> None:
    """The focus has the least key, and every destination is as good as any other candidate of its focus."""
    situation, readings = dealt(Random(f"explained {seed}"))
    found = choose(situation, readings)
    for option in found.options:
        if not (situation.move == 0 and readings["immobilized_attack"] == "anyone"):
            assert option.destination in {each.hex for each in found.destinations[option.focus]}
        if situation.focus is None and option.focus in found.focus_keys:
            assert found.focus_keys[option.focus] == min(found.focus_keys.values())
