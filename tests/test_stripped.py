"""A sample of stripped puzzles asked by every command; `python -m tests.stripped` asks all of them."""

from __future__ import annotations

from random import Random

import pytest

from tests.stripped import Broken, asked, puzzles

GAMES = ("thunderstone", "dragonspire", "quest", "gloomhaven")
SAMPLE = 20
"""Puzzles of each game."""


@pytest.mark.parametrize("game", GAMES)
def test_no_command_breaks_down(game: str) -> None:
    chosen = Random(f"stripped {game}").sample(puzzles(game), SAMPLE)
    ended = [each for puzzle in chosen for each in asked(puzzle)]

    assert not [each for each in ended if isinstance(each, Broken)]
    assert ended.count(0) > 100, "most commands answer"
