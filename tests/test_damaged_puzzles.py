"""A sample of damaged puzzles; `python -m tests.mutating` judges as many as are wanted."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.mutating import judge, mutant
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
