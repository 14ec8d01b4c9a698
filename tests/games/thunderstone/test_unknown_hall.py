"""What unknown cards of the Hall may do to a battle by their Global effects. (DS-3)"""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve import api
from tsolve.model.answers import CheckAnswer
from tsolve.turns.check import check

HALL = """\
turn: dungeon
sets: [base, dragonspire]
hand: [Thyrian Squire, Short Sword, Torch]
deck: []
hall: [Half-Ogre, %s, none]
"""
"""Squire 2 and Short Sword 4 are 6 against Health 6; the Torch lights Rank 1. A Choking Smoke takes 2 Light:
4 off the Attack Value, 2.
"""
SMOKE = "with Choking Smoke there, the Attack Value is 2 against Health 6"


def judged(text: str) -> CheckAnswer:
    return check(opened(text), "p.yaml")


def test_the_card_that_changes_most_is_named() -> None:
    line = "line: [equip Short Sword on Thyrian Squire, attack Half-Ogre]\n"
    answer = judged((HALL % "unknown") + line)
    assert answer.line is not None
    assert SMOKE in answer.line.outcome


@pytest.mark.parametrize(
    "claim",
    [
        "{defeats: Half-Ogre}",
        "{can: defeat Half-Ogre}",
        "{cannot: defeat Half-Ogre}",
        "{can: reach attack 6 against Half-Ogre}",
        "{total: 6, against: Half-Ogre}",
    ],
)
def test_what_hangs_on_an_unknown_card_is_undecided(claim: str) -> None:
    verdicts = {"unknown": "undecided", "Griffon": "refuted" if "cannot" in claim else "confirmed"}
    for card, verdict in verdicts.items():
        answer = judged((HALL % card) + f"claims: [{claim}]\n")
        assert [each.verdict for each in answer.claims] == [verdict], card


@pytest.mark.parametrize(
    "claim",
    [
        "{total: 6, against: Half-Ogre, after: 1}",
        "{defeats: Half-Ogre, after: 1}",
        "{xp: 2, after: 2}",
        "{gained: [Half-Ogre], after: 2}",
    ],
)
def test_so_it_is_after_a_step(claim: str) -> None:
    line = "line: [equip Short Sword on Thyrian Squire, attack Half-Ogre]\n"
    answer = judged((HALL % "unknown") + line + f"claims: [{claim}]\n")
    assert [each.verdict for each in answer.claims] == ["undecided"]


def test_a_plan_and_the_table_of_targets_say_so() -> None:
    position = opened((HALL % "unknown") + "target: Half-Ogre\n")
    solution = api.solve(position).solution
    assert any(SMOKE in why for why in solution.left_out)
    assert solution.status != "optimal" or solution.left_out
    (ogre, *_) = api.targets(position).targets
    assert (ogre.outcome, ogre.value) == ("undecided", None)
    assert SMOKE in ogre.reason
