"""Halves of class cards have puzzles that play them, with what a second, plain player makes of its table."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.gloomhaven.cards.class_bench import ClassBench
from tests.games.gloomhaven.cards.class_puzzles import PUZZLES, played, written
from tests.sweeping import seeds

PLAYED = {path: (bench, other) for path, bench, other in played()}


@pytest.mark.parametrize(
    "half",
    Random(7).sample(sorted(PLAYED), len(seeds(60, len(PLAYED)))),
    ids=lambda path: f"{path.parent.name} {path.stem}",
)
def test_the_puzzle_of_a_half_is_what_the_second_player_finds(half: object) -> None:
    path = next(each for each in PLAYED if each == half)
    bench, other = PLAYED[path]
    assert isinstance(bench, ClassBench)

    assert path.read_text(encoding="utf-8") == written(bench.puzzle(other), bench.comment), (
        "`python -m tests.games.gloomhaven.cards.class_puzzles` writes it"
    )


def test_no_other_puzzle_is_among_them() -> None:
    assert set(PUZZLES.rglob("*.yaml")) <= set(PLAYED)
    assert len(PLAYED) > 480
