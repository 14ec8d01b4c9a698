"""Dependence of random positions against exhaustive search, which knows neither notes nor planner."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import ruleset
from tests.games.thunderstone.files import opened
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.state import State
from tsolve.model.comparisons import Dependency, Questions
from tsolve.model.plays import Wishes
from tsolve.turns.comparing import dependence

CHUNK = 10
SEEDS = range(0, 60, CHUNK)
LIMIT = 1_500
GOAL = ("win", "vp", "xp")
BEST = Questions(Wishes(",".join(GOAL)), actions=False, attacks=False)
ANY_FILE = opened("turn: dungeon\nhand: []\nhall: [none, none, none]\n")


def searched(game: Thunderstone, state: State) -> tuple[int, ...] | None:
    """What the best line is worth, by trying everything."""
    found = best_line(game, state, lambda end: battle_result(game.book, end, GOAL), LIMIT)
    return None if found is None else found.value


def worth_differs(key: Dependency) -> set[str]:
    """The options under which the best play is worth something else."""
    return {
        rival.option
        for rival in key.rivals
        if any(each.what == "worth of the best play" for each in rival.differences)
    }


@pytest.mark.parametrize("first", SEEDS)
def test_the_worth_depends_on_exactly_those_readings(first: int) -> None:
    compared = 0
    for seed in range(first, first + CHUNK):
        game, state = dungeon_position(Random(seed), 4, odd=0.02)
        file = ANY_FILE.with_table(None, ANY_FILE.position).by(game, state)
        if any(segment.order == "unknown" for segment in state.me.deck):
            continue  # what nobody knows stops a line: the search would call it the end
        readings = game.book.readings
        try:
            usual = searched(game, state)
            found = {each.key: worth_differs(each) for each in dependence(file, BEST, bounded=False).keys}
            for key, point in ruleset().interpretations.items():
                for option in point.options:
                    if option.id == readings[key]:
                        continue
                    changed = {**readings, key: option.id}
                    other = Thunderstone(Book(file.ruleset.under(changed), changed))
                    differs = searched(other, state) != usual
                    assert differs == (option.id in found.get(key, ())), (seed, key, option.id)
                    compared += 1
        except TooLargeError:
            continue
    assert compared > 0
