"""A budget that is used up while the best play is played to its end."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.budget import SpentError
from tsolve.games.quest.planning.dungeon import Evaluator

FILE = "puzzles/quest/cards/monsters/kobold-warrior-first.yaml"


def test_a_best_play_that_cannot_be_played_in_time_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: object) -> None:
        raise SpentError

    monkeypatch.setattr(Evaluator, "line", spent)
    answer = api.solve(api.load(FILE), FILE)

    assert answer.verdict == "undecided"
    assert not answer.solution.best
    assert any("no time to play" in each for each in answer.solution.left_out)
