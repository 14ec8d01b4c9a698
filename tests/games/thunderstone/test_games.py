"""Whole games at random under all rules: nothing may break, whatever the players do."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import book, encoded, ruleset
from tests.games.thunderstone.invariants import (
    STONE,
    census,
    check_cards,
    check_every_action,
    check_next,
    check_position,
)
from tsolve.engine import play, random_bot
from tsolve.games.thunderstone.game import Thunderstone, winners
from tsolve.games.thunderstone.setup import load_setup, new_game
from tsolve.games.thunderstone.state import State

GAMES = 520
CHUNK = 20
TURNS = 150

OTHER_READINGS = {key: point.options[-1].id for key, point in ruleset().interpretations.items()}


def play_and_check(game: Thunderstone, seed: int, players: int, sampled: int) -> State:
    """One game of at most TURNS turns; every position is checked, one in `sampled` in every respect."""
    start = new_game(game.book, load_setup().value, seed, players)
    before, cards, turns = start, census(start), 1
    for number, state in enumerate(play(game, start, [random_bot] * players, Random(seed))):
        check_position(game, state)
        if state.step == "choose" or state.over or number % 5 == 0:
            check_cards(game, state, cards)
        if number:
            check_next(game, before, state)
            turns += before.active != state.active
        if number % sampled == seed % sampled:
            check_every_action(game, state, Random(seed))
        before = state
        if turns > TURNS:
            break
    return before


@pytest.mark.parametrize("chunk", range(0, GAMES, CHUNK))
def test_random_games(chunk: int) -> None:
    game = Thunderstone(book())
    ended = 0
    for seed in range(chunk, chunk + CHUNK):
        state = play_and_check(game, seed, 2 + seed % 3, 41)
        if state.over:
            ended += 1
            check_ending(game, state)
    assert ended > CHUNK / 2, "most games end before the limit"


def check_ending(game: Thunderstone, state: State) -> None:
    """The Thunderstone is taken by the player who acted, or lies in Rank 1. (TS-17.1)"""
    assert game.legal_actions(state) == []
    if state.stone_owner >= 0:
        assert state.stone_owner == state.active
        assert STONE in state.players[state.active].discard
        assert state.tally.defeated
    else:
        assert state.hall[0].card == STONE
    best = max(game.scores(state))
    assert all(game.scores(state)[player] == best for player in winners(game.book, state))


@pytest.mark.parametrize("seed", range(1000, 1040))
def test_random_games_under_other_readings(seed: int) -> None:
    """The last option of every interpretation, all of them at once."""
    play_and_check(Thunderstone(book(**OTHER_READINGS)), seed, 2, 23)


@pytest.mark.parametrize("key", sorted(ruleset().interpretations))
def test_each_reading_can_be_played(key: str) -> None:
    """Each further option of each interpretation, with everything else as usual."""
    for number, option in enumerate(ruleset().interpretations[key].options[1:]):
        play_and_check(Thunderstone(book(**{key: option.id})), 2000 + number, 2, 97)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_same_seed_same_game(seed: int) -> None:
    game = Thunderstone(book())

    def record() -> list[bytes]:
        start = new_game(game.book, load_setup().value, seed, 3)
        return [encoded(state) for state in play(game, start, [random_bot] * 3, Random(seed), 400)]

    assert record() == record()
