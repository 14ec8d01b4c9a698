"""Whole games at random with Traps, Treasures and Guardians of Dragonspire, alone and with the base game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.thunderstone.builders import encoded, ruleset
from tests.games.thunderstone.invariants import census, check_cards, check_hall
from tsolve.engine import CHANCE, play, random_bot
from tsolve.games.thunderstone.actions import Attack, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.setup import begin
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import steps

FEATURES = ("Draconic Traps", "Figurine Treasures", "Guardian of Night", "Guardian of Torment")
TURNS = 150
CHUNK = 20


def play_and_check(seed: int, met: Counter[str]) -> State:
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


@pytest.mark.parametrize("chunk", range(0, 60, CHUNK))
def test_random_games_with_features(chunk: int) -> None:
    met: Counter[str] = Counter()
    ended = 0
    for seed in range(chunk, chunk + CHUNK):
        ended += play_and_check(seed, met).over

    assert ended > CHUNK / 3
    for trap in ("dragons_claws", "dragons_jaw", "dragons_teeth", "dragons_words"):
        assert met[trap] >= CHUNK / 2, trap
    for what in ("left the Hall", "found", "used", "laid under"):
        assert met[what], what
