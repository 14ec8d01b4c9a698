"""Steps that depend on what the position leaves out: they are undecided, and so is what they come to."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import position_of
from tsolve.judging.check import check

DUNGEON = "turn: dungeon\nhand: [Elf Wizard, Thyrian Squire]\ndeck: []\nhall: [unknown, Nixie, Griffon]\n"
VILLAGE = "turn: village\nxp: 3\nhand: [3 x Torch, 2 x Dagger, Militia]\ndeck: []\n"


@pytest.mark.parametrize(
    ("position", "step", "claims"),
    [
        (DUNGEON, "attack Judgement", "{total: 4}, {xp: 1}, {defeats: Judgement}"),
        (DUNGEON, "attack Rank 1", "{total: 4}, {gained: []}"),
        (VILLAGE, "buy Hatchet", "{growth: 4}, {gained: [Hatchet]}, {gold: 8}, {buys: Hatchet}"),
        (VILLAGE, "level up Militia to Elf Wizard", "{levels: 1}, {xp: -3}, {gained: []}"),
    ],
)
def test_a_step_that_nobody_can_judge_is_not_illegal(position: str, step: str, claims: str) -> None:
    """TS-7.4, TS-4.4, TS-6.3"""
    answer = check(position_of(f"{position}line: [{step}]\nclaims: [{claims}]\n"))

    assert answer.line is not None
    assert answer.line.undecided
    assert {each.verdict for each in answer.claims} == {"undecided"}


@pytest.mark.parametrize(
    ("position", "step", "ruling"),
    [
        # of the two Griffons one is in Rank 3 and one in the discard pile
        (f"{DUNGEON}discard: [Griffon]\n", "attack Griffon in Rank 1", "TS-7.4"),
        (VILLAGE, "buy Fireball", "TS-4.4"),  # 9 gold, and 3 x 2 + 2 x 1 = 8 are there
        (VILLAGE.replace("xp: 3", "xp: 2"), "level up Militia to Elf Wizard", "TS-6.2"),  # 3 XP
    ],
)
def test_a_step_that_nothing_unknown_allows_is_illegal(position: str, step: str, ruling: str) -> None:
    answer = check(position_of(f"{position}line: [{step}]\n"))

    assert answer.line is not None
    assert not answer.line.undecided
    assert answer.line.steps[0].refusal is not None
    assert ruling in answer.line.steps[0].refusal.rulings
