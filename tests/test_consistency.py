"""Answers to different questions about one position do not contradict each other: a sample of the puzzles and
of random positions; `python -m tests.consistency` asks as many as are wanted.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.consistency import contradictions, dealt
from tests.games.thunderstone import tables
from tests.relations import RELATIONS
from tests.stripped import puzzles
from tests.sweeping import seeds, some
from tsolve import api

EVERY = 80
"""One of so many puzzles is asked by default, and all with `--large`."""
OF_ALL_GAMES = [name for name, found in RELATIONS.items() if found.__module__ == "tests.relations"]
"""Not those that a game adds, whichever tests have been loaded by now."""
SLOW = "searched"
"""The relation that goes through a turn by itself, at its length."""


@pytest.mark.parametrize("path", some(puzzles(), EVERY), ids=lambda path: path.stem)
def test_answers_about_a_puzzle_agree(path: Path) -> None:
    names = [name for name in OF_ALL_GAMES if name != SLOW]

    assert list(contradictions(api.load(path), path.name, names)) == []


@pytest.mark.parametrize("number", seeds(3, 300))
def test_answers_about_a_random_turn_of_quest_agree(number: int) -> None:
    position = dealt("quest", number)

    assert position is not None
    assert list(contradictions(position, str(number), OF_ALL_GAMES)) == []


@pytest.mark.parametrize("seed", seeds(4, 300))
def test_answers_about_a_random_table_of_thunderstone_agree(seed: int) -> None:
    position = api.position(**tables.dealt(seed))

    assert list(contradictions(position, str(seed), OF_ALL_GAMES)) == []
