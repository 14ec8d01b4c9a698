"""What can be attacked and defeated, held to searches that try every line with an attack on that place."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.files import opened
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import target_at
from tsolve.model.plays import Wishes

LIMIT = 4_000
FILE = opened("turn: dungeon\nhand: [Militia]\n")


@pytest.mark.parametrize("seed", range(30))
def test_agrees_with_every_line(seed: int) -> None:
    game, state = dungeon_position(Random(seed), 4)
    places = [place for place in state.places if state.at(place).card]
    answer = FILE.by(game, state).targets(Wishes(draws="known"))

    assert len(answer.targets) == len(places)
    for place, target in zip(places, answer.targets, strict=True):
        if target.outcome == "undecided":
            continue
        try:
            value, won = (_most(game, state, place, level) for level in ("value", "win"))
        except TooLargeError:
            continue
        assert (target.value.most if target.value is not None else None) == value
        assert (target.outcome == "certain") == bool(won)
        assert target.attackable == (value is not None)


def test_most_are_decided_and_some_can_be_defeated() -> None:
    """So that the comparison above means something."""
    positions = [dungeon_position(Random(seed), 4) for seed in range(30)]
    wishes = Wishes(draws="known")
    told = [each.outcome for one in positions for each in FILE.by(*one).targets(wishes).targets]

    assert told.count("undecided") < 9
    assert told.count("certain") > 9
    assert told.count("impossible") > 30


def _most(game: Thunderstone, state: State, place: int, level: str) -> int | None:
    """The most of a level by an attack on what stands in this place; None where no line attacks it."""
    target = target_at(state, place)

    def skip(here: State, action: Action) -> bool:
        if here.todo:
            return False
        return not target.fits(here, action.rank) if isinstance(action, Attack) else isinstance(action, Pass)

    found = best_line(game, state, lambda here: battle_result(game.book, here, (level,)), LIMIT, skip)
    return None if found is None else found.value[0]
