"""Positions can be sent to another process, in every kind of file."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tests.sweeping import some
from tsolve import api

PUZZLES = Path(__file__).parents[2] / "puzzles"


@pytest.mark.parametrize("path", some(sorted(PUZZLES.rglob("*.yaml")), 29), ids=lambda path: path.stem)
def test_a_puzzle_is_judged_the_same(path: Path) -> None:
    position = api.load(path)
    assert api.check(pickle.loads(pickle.dumps(position))) == api.check(position)


def test_a_ruleset_that_has_told_what_may_be_meant() -> None:
    rules = api.ruleset("quest")
    assert rules.near_cards("Firebal")
    assert pickle.loads(pickle.dumps(rules)).near_cards("Firebal") == rules.near_cards("Firebal")


def test_whoever_plays_a_scenario_asks_its_position() -> None:
    table = api.set_up(1, game="gloomhaven", selection={"scenario": ["1"]}).position
    position = api.loads(table)
    alone = api.simulate_from(position, games=3, players=["greedy"])
    assert api.simulate_from(position, games=3, players=["greedy"], workers=2) == alone
