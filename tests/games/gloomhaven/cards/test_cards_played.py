"""Every ability card has a puzzle that plays it, with what a second, plain player makes of its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.gloomhaven.cards.bench_puzzles import puzzle_of
from tests.games.gloomhaven.cards.tables import ABILITY_CARDS
from tests.games.gloomhaven.texts import read

PUZZLES = Path(__file__).parents[4] / "puzzles" / "gloomhaven" / "scenario" / "cards"
PLAYED = [row for row in ABILITY_CARDS if row["deck"] != "Boss"]
"""The cards of bosses are what their statistics cards say: `puzzles/gloomhaven/scenario/bosses`."""


@pytest.mark.parametrize("row", PLAYED, ids=lambda row: f"{row['deck']} {row['number']}")
def test_the_puzzle_of_a_card_is_what_the_second_player_finds(row: dict[str, str]) -> None:
    folder = PUZZLES / row["deck"].lower().replace(" ", "-")
    held = read(folder / f"{row['number']}.yaml")

    assert held == puzzle_of(row)


def test_no_other_puzzle_is_among_them() -> None:
    assert len(list(PUZZLES.rglob("*.yaml"))) == len(PLAYED) == 224
