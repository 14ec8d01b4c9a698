"""For every open point of a monster's turn a hunt finds a small position on which its readings differ.

With TSOLVE_LONG_SWEEPS in the environment also for those that some thousand deals do not show.
"""

from __future__ import annotations

import os

import pytest

from tsolve import api
from tsolve.api.games import ruleset
from tsolve.api.readings import Reading

LONG = "TSOLVE_LONG_SWEEPS" in os.environ
POINTS = (
    "focus_proximity",
    "disadvantage_order",
    "extra_targets",
    "jump_landing",
    "strengthened_steps_back",
    "disarmed_move",
    "focus_distance",
    "heads_for",
    "long_rest_99",
    "sight",
    "targets_declared",
    "several_attacks",
    "focus_gone",
    "blocked_push",
    "retaliate_against",
    "negative_hexes",
    "two_summons",
    "heal_at_full",
    "immobilized_attack",
    "summons_act",
)
"""Those that some thousand deals show."""
RARE = ("out_of_reach", "equal_destinations", "area_anchor") if LONG else ()
"""Those that take more; what is not named needs something that is not dealt."""


@pytest.mark.parametrize("point", [*POINTS, *RARE])
def test_a_hunt_finds_a_position_for_both_readings(point: str) -> None:
    """What it writes is a puzzle that holds under the one reading and fails under the other."""
    usual, other, *_ = ruleset("gloomhaven").interpretations[point].options
    first = Reading(usual.id, None, {point: usual.id})
    second = Reading(other.id, None, {point: other.id})

    found = api.hunt(first, second, game="gloomhaven", positions=6_000)

    assert found.found, f"{found.tried} positions"
    opened = api.loads(found.position.encode(), "found.yaml")
    assert api.check(opened).verdict == "holds"
    changed = opened.under({**opened.readings, point: other.id})
    assert api.check(changed).verdict in ("refuted", "undecided")  # a choice may be open there
    assert len(opened.laid.state.figures) <= 4
