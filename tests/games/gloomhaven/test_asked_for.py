"""What nothing on the table can ask for never comes: random plays from the positions of puzzles."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests import sweeping
from tsolve import api
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Strike
from tsolve.games.gloomhaven.asked_for import why_never
from tsolve.games.gloomhaven.in_reach import in_reach
from tsolve.games.gloomhaven.position import ScenarioPosition

_PUZZLES = sorted(Path("puzzles/gloomhaven").rglob("*.yaml"))
_STEPS = 60


@pytest.mark.parametrize("first", range(6))
def test_what_comes_was_not_ruled_out(first: int) -> None:
    random = Random(first)
    every, plays = (1, 10) if sweeping.large else (5, 2)
    for path in _PUZZLES[first :: 6 * every]:
        position = api.load(path)
        if isinstance(position, ScenarioPosition):
            for _ in range(plays):
                _play(position, random)


def _play(position: ScenarioPosition, random: Random) -> None:
    game, state, book = position.asking().game, position.state, position.book
    passed = [state]
    for _ in range(_STEPS):
        if state.result or game.mover(state) == UNKNOWN:
            return
        if game.mover(state) == CHANCE:
            actions = [event for event, _ in game.chance(state)]
        else:
            actions = game.legal_actions(state)
            for before in (position.state, random.choice(passed)):
                assert all(why_never(book, before, action) is None for action in actions)
                there, reach = {each.identity for each in state.figures}, in_reach(book, position.state)
                for each in actions:
                    assert not isinstance(each, Strike) or reach.may_attack(before, each.targets)
                gone = {each.identity for each in before.figures} - there
                assert all(reach.may_be_killed(before, name) for name in gone)
        if not actions:
            return
        state = game.apply(state, random.choice(actions))
        passed.append(state)
