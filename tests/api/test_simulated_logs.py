"""Simulated games written as logs are read again as the same games."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random

import pytest

from tests.sweeping import seeds
from tsolve import api
from tsolve.api import simulation
from tsolve.api.games import module
from tsolve.players import seats, start_of
from tsolve.players.playing import steps
from tsolve.steps.written_log import WrittenLog, WrittenTurn

MOST = 4_000
"""Actions after which a random game is left as it stands."""
SELECTIONS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "gloomhaven": {"scenario": ["1"], "characters": ["Brute", "Spellweaver"]},
}
GAMES = ("thunderstone", "quest", "gloomhaven")


def _played(game: str, seed: int) -> tuple[list[Hashable], list[int]]:
    """The tables after the turns of the game that `simulate` plays with this seed, by its engine alone, and
    the scores at the end.
    """
    table = api.set_up(seed, game=game, selection=SELECTIONS.get(game), played_on=True).position
    start = start_of(api.loads(table))
    written, state, ends = WrittenLog(start.game, module(game).part), start.state, list[Hashable]()
    for step in steps(start, seats(start), Random(seed), one_by_one=True):
        begun = len(written.turns)
        if step.action is not None:
            written.note(state, step.action, step.by_chance)
        ends += [start.game.key(state)] if 0 < begun < len(written.turns) else []
        state = step.after
    over = [start.game.key(state)] if start.game.is_over(state) else []
    return ends + over, start.game.scores(state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", seeds(3, 100))
def test_a_log_leads_to_the_same_tables(game: str, seed: int) -> None:
    (played,) = api.simulate(seed, game=game, selection=SELECTIONS.get(game), log=True, detailed=False).games
    again = api.loads(played.log, "game.yaml")

    log = again.log
    assert log is not None
    assert [fault for turn in log.turns for fault in turn.faults] == []
    ends, scores = _played(game, seed)
    assert log.stopped == ""
    tables = [again.whole_game.key(turn.after) for turn in log.turns]
    assert tables[: len(ends)] == ends
    assert len(tables) - len(ends) <= (not played.finished), "a game that is left while a hand is drawn"
    assert again.whole_game.is_over(again.state) == played.finished
    if played.finished:
        assert again.whole_game.scores(again.state) == scores == list(played.scores)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", seeds(12, 150))
def test_a_game_that_is_left_anywhere_is_legal(game: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while the cards of a new hand are drawn, which are no steps of the turn."""
    monkeypatch.setattr(simulation, "MOST_ACTIONS", 3 * most + 1)
    (played,) = api.simulate(5, game=game, selection=SELECTIONS.get(game), log=True, detailed=False).games
    position = api.loads(played.log, "game.yaml")
    turns = position.log.turns if position.log is not None else ()
    assert [fault for turn in turns for fault in turn.faults] == []
    assert api.check(position).verdict != "refuted"


def test_what_is_drawn_as_the_game_begins_is_no_hand() -> None:
    """In Quest it is the hand of another player, which may hold the same cards as one's own."""
    draws = ("draw Dagger", "draw Lantern", "draw Lantern")
    first, later = WrittenTurn(1, "", is_first=True), WrittenTurn(1, "")
    for turn in (first, later):
        for text in draws:
            turn.note(text, by_chance=True)
        turn.note("rest", by_chance=False)
        turn.note("reveal Nixie", by_chance=True)
        turn.note("draw Torch", by_chance=True)
    assert first.text() == (
        "- player: 1\n"
        "  line: [draw Dagger, draw Lantern, draw Lantern, rest, reveal Nixie]\n"
        "  drew: [Torch]\n"
    )
    assert later.text() == (
        "- player: 1\n  hand: [Dagger, 2 x Lantern]\n  line: [rest, reveal Nixie]\n  drew: [Torch]\n"
    )
