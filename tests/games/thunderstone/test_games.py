"""Whole games at random under all rules, with and without Traps, Treasures and Guardians: nothing may
break.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.thunderstone.builders import book, encoded, ruleset
from tests.games.thunderstone.invariants import (
    STONE,
    census,
    check_cards,
    check_every_action,
    check_hall,
    check_next,
    check_position,
)
from tests.sweeping import seeds
from tsolve.engine import CHANCE, play, random_bot
from tsolve.games.thunderstone.actions import Attack, Pass
from tsolve.games.thunderstone.game import Thunderstone, winners
from tsolve.games.thunderstone.setup import begin, load_setup, new_game
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import steps

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


@pytest.mark.parametrize("chunk", seeds(2 * CHUNK, 26 * CHUNK)[::CHUNK])
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


@pytest.mark.parametrize("seed", seeds(8, 40))
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


FEATURES = ("Draconic Traps", "Figurine Treasures", "Guardian of Night", "Guardian of Torment")


def play_with_features(seed: int, met: Counter[str]) -> State:
    """One game of at most TURNS turns in which every position is checked; `met` counts what came about."""
    players = 2 + seed % 3
    sets = ("base", "dragonspire") if seed % 2 else ("dragonspire",)
    readings = ruleset().readings("dragonspire", {})
    game, start = begin(ruleset(), readings, seed, players, sets=sets, features=FEATURES)
    before, cards, turns = start, census(start), 1
    for number, state in enumerate(play(game, start, [random_bot] * players, Random(seed))):
        check_movers(game, state)
        check_hall(state)
        check_nothing_hidden_stands(game, state)
        if state.step == "choose" or state.over:
            check_cards(game, state, cards)
        if state.step == "choose" and not state.over:
            check_treasures(state)
        if number % 43 == seed % 43 and not state.todo and not state.over:
            check_offers(game, state)
        assert state.removed[: len(before.removed)] == before.removed
        note(before, state, met)
        turns += before.active != state.active
        before = state
        if turns > TURNS:
            break
    return before


def check_movers(game: Thunderstone, state: State) -> None:
    if state.over:
        assert game.legal_actions(state) == []
        return
    if game.mover(state) == CHANCE:
        assert game.chance(state) or not (state.me.deck or state.me.discard)
        return
    actions = game.legal_actions(state)
    assert actions, "somebody has to act and cannot"
    assert len(set(actions)) == len(actions)


def check_nothing_hidden_stands(game: Thunderstone, state: State) -> None:
    """Only Monsters, Guardians and Thunderstones stand in the Hall, and Guardians alone in space 0. (DS-6,
    DS-8)
    """
    kinds = {game.book.card(slot.card).kind for slot in state.hall if slot.card}
    assert kinds <= {"monster", "guardian", "thunderstone"}
    assert all(game.book.card(slot.card).kind == "guardian" for slot in state.outside)
    if not state.todo and not state.over and state.hall[0].card:
        assert game.book.card(state.hall[0].card).kind == "monster", "a Guardian does not stay in Rank 1"


def check_treasures(state: State) -> None:
    """At the start of a turn every Treasure was found before; only the last turn may leave one just found."""
    assert not any(treasure.fresh for player in state.players for treasure in player.treasures)


def check_offers(game: Thunderstone, state: State) -> None:
    """What is offered is what is not refused, and leaves the position as it was."""
    frozen = encoded(state)
    tried = list(steps.attempts(game.book, state))
    offered = set(game.legal_actions(state))
    assert {action for action in tried if game.why_not(state, action) is None} <= offered
    for action in offered:
        assert game.why_not(state, action) is None
        game.apply(state, action)
    assert set(game.preparations(state)) == {each for each in offered if not isinstance(each, (Attack, Pass))}
    assert encoded(state) == frozen
    assert {place for place in state.places if place < 0 and state.turn == "dungeon"} <= {
        action.rank for action in tried if isinstance(action, Attack)
    }


def note(before: State, after: State, met: Counter[str]) -> None:
    """What came about between two positions."""
    met.update(card for card in after.removed[len(before.removed) :] if card.startswith("dragons_"))
    met["left the Hall"] += max(len(after.outside) - len(before.outside), 0)
    if after.active == before.active:
        found = len(after.me.treasures) - len(before.me.treasures)
        met["found"] += max(found, 0)
        met["used"] += max(-found, 0)
        met["laid under"] += sum(bool(each.holds) for each in after.me.treasures) > sum(
            bool(each.holds) for each in before.me.treasures
        )
    met["forfeited"] += after.tally.forfeited and not before.tally.forfeited


@pytest.mark.parametrize("chunk", seeds(CHUNK, 3 * CHUNK)[::CHUNK])
def test_random_games_with_features(chunk: int) -> None:
    met: Counter[str] = Counter()
    ended = 0
    for seed in range(chunk, chunk + CHUNK):
        ended += play_with_features(seed, met).over

    assert ended > CHUNK / 3
    for trap in ("dragons_claws", "dragons_jaw", "dragons_teeth", "dragons_words"):
        assert met[trap] >= CHUNK / 2, trap
    for what in ("left the Hall", "found", "used"):
        assert met[what], what


def test_random_games_lay_cards_under_a_treasure() -> None:
    """Few games have such a Treasure, so they are played until one has come up."""
    met: Counter[str] = Counter()
    assert any(play_with_features(seed, met) and met["laid under"] for seed in range(200))
