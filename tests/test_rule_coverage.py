"""The puzzles exercise the whole ruleset: every rule, card and effect, every reading of every open point."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tsolve.batch.executors import cores
from tsolve.model.coverage import CoverageAnswer
from tsolve.suite.coverage import coverage
from tsolve.suite.run import judge_suite

ROOT = Path(__file__).parent.parent / "puzzles"

STATED_ONLY = {
    "TS-1.1": "which zones there are",
    "TS-1.2": "which kinds of card there are",
    "TS-2.1": "the Dungeon is set up before a position begins",
    "TS-2.3": "so are the decks",
    "TS-2.4": "and which cards a first game takes",
    "DS-2": "which levels Heroes come in",
    "DS-5": "it is the reading key.destroyed_leave=after_refill_and_breach",
    "DS-10": "how many Thunderstones there are",
    "DS-11": "the Dungeon is set up before a position begins",
    "key.guardian_depth": "the Guardians are shuffled in before a position begins",
    "guardian_depth=above_thunderstone_packet": "so they are",
    "guardian_depth=same_bottom_ten": "so they are",
    "TS-11.15": "how a Treasure and a Trap are told from a Monster",
    "TS-13.2": "what Trophies in the Hall do not do",
}
"""Rules that only define something or deny it: no number and no event has them as its reason. Puzzles are
about them whose answer would be another without them.
"""


@cache
def covered() -> CoverageAnswer:
    """What all puzzles cover; an unchanged suite is remembered."""
    answer = coverage(found.judged for found in judge_suite([str(ROOT)], jobs=cores()))
    assert answer is not None
    return answer


def missing(box: str) -> list[str]:
    """What no puzzle exercises, or says it is about where that is all that can be."""
    return [
        f"{item.kind} {item.id}: {item.level}"
        for item in covered().items
        if item.set == box and item.level != "exercised" and not stated_only(item.id, item.level)
    ]


def stated_only(name: str, level: str) -> bool:
    """Whether that much is all that there can be."""
    return level == "stated" and name in STATED_ONLY


@pytest.mark.parametrize("box", ["", "base", "dragonspire"])
def test_all_of_a_box_is_exercised(box: str) -> None:
    assert not missing(box)


def test_there_is_no_other_box() -> None:
    assert set(covered().sets) == {"", "base", "dragonspire"}


def test_what_is_only_stated_could_not_be_exercised() -> None:
    exercised = {item.id for item in covered().items if item.level == "exercised"}

    assert not exercised & set(STATED_ONLY)
