"""Steps on a map: around walls, never through them. (GH-1.4, GH-4.1, GH-12.11)"""

from __future__ import annotations

from random import Random

import pytest

from tests.games.gloomhaven.board.drawn import drawn
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex, distance, from_offset, neighbours, within


def test_steps_go_around_walls() -> None:
    """Down the first column to its end, under the wall and up again: 2 + 2 + 2."""
    board, at = drawn(
        """
a   b
  #
.   .
  #
.   .
  .
"""
    )

    assert board.distance(at["a"], at["b"]) == 6
    assert board.distances(at["a"])[at["b"]] == 6
    assert board.within(at["a"], 1) == [at["a"], from_offset(0, 1)]
    assert set(board.within(at["a"], 99)) == board.hexes
    assert board.within(at["a"], -1) == []


def test_thin_walls_part_neighbours() -> None:
    middle, east = Hex(0, 0), Hex(1, 0)
    board = Board(within(middle, 1), thin_walls=[(east, middle)])

    assert board.neighbours(middle) == tuple(each for each in neighbours(middle) if each != east)
    assert middle not in board.neighbours(east)
    assert board.distance(middle, east) == 2


def test_rooms_without_a_way() -> None:
    board = Board([Hex(0, 0), Hex(2, 0)])

    assert board.distance(Hex(0, 0), Hex(2, 0)) is None
    assert board.distances(Hex(0, 0)) == {Hex(0, 0): 0}
    assert board.neighbours(Hex(1, 0)) == ()  # not a hex of the map


def test_a_wall_hex_is_no_hex_to_stand_on() -> None:
    board = Board([Hex(0, 0), Hex(1, 0)], walls=[Hex(1, 0)])

    assert board.hexes == {Hex(0, 0)}
    assert board.neighbours(Hex(0, 0)) == ()


def test_a_thin_wall_stands_between_neighbours() -> None:
    with pytest.raises(ValueError, match="not neighbours"):
        Board([Hex(0, 0)], thin_walls=[(Hex(0, 0), Hex(2, 0))])


def test_boards_are_values() -> None:
    """The order of hexes does not matter, nor from which side a thin wall is named."""
    a, b = Hex(0, 0), Hex(1, 0)
    board = Board([a, b], [Hex(0, 1)], [(b, a)])

    assert board == Board([b, a], [Hex(0, 1)], [(a, b)])
    assert hash(board) == hash(Board([b, a], [Hex(0, 1)], [(a, b)]))
    assert board != Board([a, b], [Hex(0, 1)])
    assert board != Board([a, b], [Hex(0, 1)], [(a, b)], "any_points")


def test_without_walls_steps_are_the_distance() -> None:
    start = Hex(2, -1)
    board = Board(within(Hex(0, 0), 5))

    assert board.distances(start) == {each: distance(start, each) for each in board.hexes}


@pytest.mark.parametrize("seed", range(20))
def test_steps_by_relaxing(seed: int) -> None:
    """Steps a second time: every pair of neighbours pulls the longer way down until nothing changes."""
    random = Random(seed)
    cells = [from_offset(column, row) for column in range(6) for row in range(5)]
    walls = random.sample(cells[1:], 8)
    thin = [(start, random.choice(neighbours(start))) for start in random.choices(cells, k=8)]
    board = Board(cells, walls, thin)
    start = cells[0]

    parted = set(thin) | {(b, a) for a, b in thin}
    steps = {start: 0}
    changed = True
    while changed:
        changed = False
        for here in [each for each in cells if each in steps]:
            for there in set(neighbours(here)) & set(cells) - set(walls):
                if (here, there) not in parted and steps.get(there, 99) > steps[here] + 1:
                    steps[there], changed = steps[here] + 1, True

    assert board.distances(start) == steps
    for reach in range(6):
        assert set(Board(cells, walls, thin).within(start, reach)) == {
            each for each, count in steps.items() if count <= reach
        }
    for goal in cells:
        assert Board(cells, walls, thin).distance(start, goal) == steps.get(goal)
