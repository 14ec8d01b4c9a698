"""However little work a question may take, it is answered: with less, or as undecided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.mutating import ROOT
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.turns import check
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened

PUZZLES = sorted((ROOT / "gloomhaven").rglob("*.yaml"))


@pytest.mark.parametrize("steps", [10, 100, 700])
def test_every_puzzle_is_answered(steps: int) -> None:
    for file in PUZZLES:
        opened = api.load(file)
        with allow(Budget(steps=steps)):
            answer = api.check(opened)
            assert api.legal(opened) is not None
        assert answer.verdict in ("holds", "undecided", "answered"), file


def test_the_map_goes_through_no_open_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows the best play; to try all ways of its open choices would take longer than was asked."""
    asked: list[bool] = []

    def recorded(opened: Opened[Any, Any], texts: Sequence[str], in_all_ways: bool = True) -> object:
        asked.append(in_all_ways)
        return play_line(opened, texts, in_all_ways=in_all_ways)

    monkeypatch.setattr(check, "play_line", recorded)
    answer = api.solve(api.load(ROOT / "gloomhaven" / "scenario/best/heal-with-both-halves.yaml"))

    assert answer.map
    assert asked == [False]
