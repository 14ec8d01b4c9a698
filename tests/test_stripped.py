"""A sample of stripped puzzles asked by every command; `python -m tests.stripped` asks all of them."""

from __future__ import annotations

from random import Random

import pytest

from tests.stripped import Broken, asked, puzzles

SAMPLE = {"thunderstone": 7, "dragonspire": 7, "quest": 7, "gloomhaven": 7}
"""Puzzles of each folder."""


@pytest.mark.parametrize("folder", SAMPLE)
def test_no_command_breaks_down(folder: str) -> None:
    chosen = Random(f"stripped {folder}").sample(puzzles(folder), SAMPLE[folder])
    ended = [each for puzzle in chosen for each in asked(puzzle)]

    assert not [each for each in ended if isinstance(each, Broken)]
    assert ended.count(0) > 30, "most commands answer"
