"""Choices of other players that make no difference, held to every way in which they can go."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from tests.games.thunderstone.files import opened
from tsolve.games.thunderstone.actions import Attack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.lines import Bests
from tsolve.games.thunderstone.judging.outcome import one_turn
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.model.plays import Wishes

OWN = ("Militia", "Torch", "Dagger", "Selurin Theurge")
Extremes = tuple[int | None, int | None]
THEIRS = ("Dagger", "Short Sword", "Spear", "Militia", "Torch", "Regian Cleric")


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_whichever_weapon_a_looter_brings_in(first: int) -> None:
    sure = 0
    for seed in range(first, first + 20):
        random = Random(seed)
        hand = ["Chulian Looter"] * random.choice((1, 1, 2)) + random.choices(OWN, k=random.choice((1, 2)))
        seats = [", ".join(random.choices(THEIRS, k=4)) for _ in range(random.choice((1, 2)))]
        others = ", ".join(f"{{hand: [{cards}], deck: [Torch]}}" for cards in seats)
        file = opened(
            f"turn: dungeon\nhand: [{', '.join(hand)}]\ndeck: []\nhall: [Nixie, none, none]\n"
            f"dungeon_deck: []\nplayers: {{others: [{others}]}}\n"
        )
        best = Bests(file, Wishes(backend="exact")).against(Target("nixie"), "value")
        if best.sure:
            sure += 1
            value = best.played.result.tally.value if best.played is not None else None
            assert {value} == set(_extremes(one_turn(file.book), file.state, {})), hand

    assert sure >= 14


def _extremes(
    game: Thunderstone, state: State, known: dict[Hashable, tuple[int | None, int | None]]
) -> tuple[int | None, int | None]:
    """The highest Attack Value where others choose as badly, and as well, as can be for it."""
    key = game.key(state)
    if key not in known:
        if state.tally.outcome:
            return (state.tally.value,) * 2 if state.tally.attacked else (None, None)
        ends = [
            _extremes(game, game.apply(state, action), known)
            for action in game.legal_actions(state)
            if not (isinstance(action, Attack) and state.at(action.rank).card != "nixie")
        ]
        low = [end[0] for end in ends if end[0] is not None]
        high = [end[1] for end in ends if end[1] is not None]
        mine = game.mover(state) == state.active
        known[key] = ((max if mine else min)(low), max(high)) if low else (None, None)
    return known[key]
