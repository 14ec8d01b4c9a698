"""However little work a question may take, it is answered: with less, or as undecided."""

from __future__ import annotations

import pytest

from tests.mutating import ROOT
from tsolve import api
from tsolve.budget import Budget, allow

PUZZLES = sorted((ROOT / "gloomhaven").rglob("*.yaml"))


@pytest.mark.parametrize("steps", [10, 100, 700])
def test_every_puzzle_is_answered(steps: int) -> None:
    for file in PUZZLES:
        opened = api.load(file)
        with allow(Budget(steps=steps)):
            answer = api.check(opened)
            assert api.legal(opened) is not None
        assert answer.verdict in ("holds", "undecided", "answered"), file
