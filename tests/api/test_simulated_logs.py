"""Simulated games written as logs are read again as the same games."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random

import pytest

from tests.sweeping import seeds
from tsolve import api
from tsolve.players import seats, start_of
from tsolve.players.playing import steps

MOST = 4_000
"""Actions after which a random game is left as it stands."""
SELECTIONS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "gloomhaven": {"scenario": ["1"], "characters": ["Brute", "Spellweaver"]},
}
GAMES = ("thunderstone",)


def _played(game: str, seed: int) -> tuple[Hashable, list[int]]:
    """The end of the game that `simulate` plays with this seed, by its engine alone, and the scores."""
    table = api.set_up(seed, game=game, selection=SELECTIONS.get(game)).position
    start = start_of(api.loads(table))
    state = start.state
    for step in steps(start, seats(start), Random(seed), one_by_one=True):
        state = step.after
    return start.game.key(state), start.game.scores(state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", seeds(3, 100))
def test_a_log_leads_to_the_same_end(game: str, seed: int) -> None:
    (played,) = api.simulate(seed, game=game, selection=SELECTIONS.get(game), log=True, detailed=False).games
    again = api.loads(played.log, "game.yaml")

    log = again.log
    assert log is not None
    assert [fault for turn in log.turns for fault in turn.faults] == []
    assert (log.stopped, len(log.turns)) == ("", played.turn_count)
    key, scores = _played(game, seed)
    assert again.whole_game.key(again.state) == key
    assert again.whole_game.scores(again.state) == scores == list(played.scores)
    assert again.whole_game.is_over(again.state) == played.finished
