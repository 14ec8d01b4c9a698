"""A sample of damaged puzzles; `python -m tests.mutating` judges as many as are wanted."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.mutating import judge, mutant
from tsolve import api
from tsolve.budget import Budget, allow

STEPS = 2_000
"""Work that one of them may take: counted, so that the sample is the same on every machine."""


@pytest.mark.parametrize("part", range(4))
def test_damaged_puzzles_are_answered_or_refused(part: int) -> None:
    found = Counter[str]()
    for number in range(part, 6_400, 16):
        with allow(Budget(steps=STEPS)):
            found[judge(mutant(number, seed=2)[1], time_limit=None)] += 1

    assert found.total() == 400
    assert found["answered"] > 20, found  # not everything is refused before it is played
    assert found["refused"] > 100, found


def test_the_same_numbers_make_the_same_mutant() -> None:
    assert mutant(17, seed=2) == mutant(17, seed=2)
    assert mutant(17, seed=2) != mutant(17, seed=3)


def test_a_step_that_another_reading_would_leave_open_is_judged_under_this_one() -> None:
    """Before the battle there is nothing to use on an Elf Sorcerer, as far as this file reads the cards; a
    reading under which the step could mean several things is one that matters, and no mistake of the file.
    """
    content = b"""\
game: thunderstone
interpretations: {lord_mortis_light: '-1'}
turn: dungeon
hand: [Elf Sorcerer, Militia, Torch]
deck: []
hall: [Mythlurian, Lord Mortis, Griffon]
line: [Elf Sorcerer]
"""
    line = api.check(api.loads(content, "clear.yaml")).line

    assert line is not None
    assert not line.legal
    assert line.steps[0].refusal is not None
    assert line.steps[0].refusal.rulings == ("card.elf_sorcerer",)
