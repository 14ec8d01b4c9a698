"""For every open point of a monster's turn a hunt finds a small position on which its readings differ."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sweeping import seeds
from tsolve import api
from tsolve.api.games import ruleset
from tsolve.api.readings import Reading
from tsolve.budget import SpentError

POINTS = (
    *("summons_act", "retaliate_against", "blocked_push", "disarmed_move", "targets_declared"),
    *("focus_gone", "several_attacks", "heads_for", "disadvantage_order", "jump_landing", "two_summons"),
    *("focus_distance", "strengthened_steps_back", "long_rest_99", "heal_at_full", "extra_targets"),
    *("negative_hexes", "immobilized_attack", "focus_proximity", "sight"),
    *("out_of_reach", "equal_destinations", "area_anchor"),
)
"""Those that some thousand deals show, the last three rarely; others need what is not dealt."""


@pytest.mark.parametrize("point", [POINTS[at] for at in seeds(5, len(POINTS))])
def test_a_hunt_finds_a_position_for_both_readings(point: str) -> None:
    """What it writes is a puzzle that holds under the one reading and fails under the other."""
    usual, other, *_ = ruleset("gloomhaven").interpretations[point].options
    first = Reading(usual.id, None, {point: usual.id})
    second = Reading(other.id, None, {point: other.id})

    found = api.hunt(first, second, game="gloomhaven", positions=6_000)

    assert found.found, f"{found.tried} positions"
    position = api.loads(found.position.encode(), "found.yaml")
    assert api.check(position).verdict == "holds"
    changed = position.under({**position.readings, point: other.id})
    assert api.check(changed).verdict in ("refuted", "undecided")  # a choice may be open there
    assert len(position.laid.state.figures) <= 4


def test_a_position_that_there_was_no_time_to_shrink_is_written_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have a character of whom some way tells nothing."""

    def no_time(*_: object) -> Iterator[object]:
        raise SpentError

    monkeypatch.setattr("tsolve.worlds.hunt.shrinking", no_time)
    each, monsters = (Reading(name, None, {"reshuffle": name}) for name in ("each_deck", "monsters_deck"))

    found = api.hunt(each, monsters, game="gloomhaven", positions=120, hand=12)

    assert found.found
    position = api.loads(found.position.encode(), "found.yaml")
    assert api.check(position).verdict in ("legal", "holds"), "no more is stated than is sure"
