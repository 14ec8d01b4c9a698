"""The relaxed ways against every path there is, on maps small enough to walk them all."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.plain.drawing import drawn
from tests.games.gloomhaven.plain.monster_turn import USUAL
from tests.games.gloomhaven.plain.ways import Distances, Mover, Pair
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.monster_situation import Gait, Situation


def small(random: Random) -> Situation:
    """Three by four hexes with much terrain, a friend, and an enemy that blocks."""
    words = random.choices((".", ".", ".", "t", "d", "td", "o", "#"), k=12)
    words[0], words[1], words[2] = "m", "f", "A"
    random.shuffle(words)
    return drawn("\n".join(" ".join(words[row : row + 3]) for row in (0, 3, 6, 9)), move=3)


def paths(situation: Situation, path: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Every path on foot that goes on so and visits no hex twice."""
    yield path
    for there in situation.ground.board.neighbours(path[-1]):
        free = there not in situation.blocked and there not in situation.ground.obstacles
        if free and there not in path:
            yield from paths(situation, (*path, there))


def pair(situation: Situation, path: tuple[Hex, ...]) -> Pair:
    """Negative hexes and points of a path; its first hex does not count. (GH-12.9)"""
    entered = path[1:]
    slow = len(situation.ground.difficult.intersection(entered))
    return len(situation.ground.negative.intersection(entered)), len(entered) + slow


@pytest.mark.parametrize("seed", range(60))
def test_no_path_is_better(seed: int) -> None:
    situation = small(Random(seed))
    mover = Mover(situation, USUAL, Distances(situation.ground.board))
    every = list(paths(situation, (situation.at,)))
    least = {
        there: min(pair(situation, path) for path in every if path[-1] == there)
        for there in {path[-1] for path in every}
    }
    assert mover.ways_from(situation.at) == least
    for here, way in least.items():
        assert mover.ways_to(here)[situation.at] == way
    short = {
        (path[-1], pair(situation, path)) for path in every if pair(situation, path)[1] <= situation.move
    }
    this_turn = mover.ways_this_turn()
    assert short <= this_turn
    for there, longer in this_turn - short:  # a walk that comes back to a hex: never better
        assert any(there == end and way[0] <= longer[0] and way[1] < longer[1] for end, way in short)


@pytest.mark.parametrize(
    ("gait", "landing", "pairs"),
    [
        # On foot trap and difficult hex cost 1 + 2, and the friend's hex is passed.
        ("walk", "pays", [(0, 0), (1, 1), (1, 3), (1, 4), (1, 5)]),
        ("jump", "pays", [(0, 0), (1, 1), (0, 3), (0, 3), (0, 4)]),
        ("jump", "free", [(0, 0), (1, 1), (0, 2), (0, 3), (0, 4)]),
        ("fly", "pays", [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
    ],
)
def test_each_gait_pays_otherwise(gait: Gait, landing: str, pairs: list[Pair]) -> None:
    situation = replace(drawn("m  t  d  f  ."), gait=gait)
    mover = Mover(situation, USUAL | {"jump_landing": landing}, Distances(situation.ground.board))
    assert [way for _, way in sorted(mover.ways_from(situation.at).items())] == pairs
