"""Hexes, their coordinates, and steps on a map: around walls, never through them. (GH-1.4, GH-4.1,
GH-12.11)
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.games.gloomhaven.plain.drawing import drawn_board
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import (
    DIRECTIONS,
    Hex,
    distance,
    from_offset,
    images,
    neighbours,
    offset,
    shifted,
    within,
)


@pytest.mark.parametrize("column", range(-3, 4))
@pytest.mark.parametrize("row", range(-2, 3))
def test_neighbours_as_people_write_them(column: int, row: int) -> None:
    """(c, r ± 1); beside an even column (c ± 1, r - 1) and (c ± 1, r), beside an odd one one row further."""
    low = row - 1 if column % 2 == 0 else row
    beside = {(c, r) for c in (column - 1, column + 1) for r in (low, low + 1)}
    expected = beside | {(column, row - 1), (column, row + 1)}

    assert {offset(each) for each in neighbours(from_offset(column, row))} == expected
    assert offset(from_offset(column, row)) == (column, row)


def test_axial_coordinates_by_hand() -> None:
    """p = r - floor(c / 2): 4 - 2, 4 - 2, 0 - (-1)."""
    assert from_offset(4, 4) == Hex(4, 2)
    assert from_offset(5, 4) == Hex(5, 2)
    assert from_offset(-1, 0) == Hex(-1, 1)


def test_directions_go_once_around() -> None:
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    for before, after in zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True):
        assert distance(before, after) == 1


def test_distance_is_the_number_of_steps() -> None:
    """Counted by walking: the ring at each distance is what the one before reaches first."""
    start = from_offset(3, 2)
    reached, ring = {start}, {start}
    for steps in range(6):
        assert {distance(start, each) for each in ring} == {steps}
        assert set(within(start, steps)) == reached
        assert len(list(within(start, steps))) == 3 * steps * (steps + 1) + 1
        ring = {each for hex_ in ring for each in neighbours(hex_)} - reached
        reached |= ring
    assert list(within(start, -1)) == []


ORIGIN, EAST, NEXT = Hex(0, 0), DIRECTIONS[0], DIRECTIONS[1]


@pytest.mark.parametrize(
    ("pattern", "count"),
    [
        ([ORIGIN], 1),
        ([ORIGIN, *DIRECTIONS], 1),  # the whole ring looks the same from everywhere
        ([EAST], 6),
        ([Hex(2, 1)], 12),  # as the knight's move of chess: six rotations, and a mirror image of each
        ([EAST, DIRECTIONS[3]], 3),  # a line through the origin, one for each pair of opposite directions
        ([EAST, Hex(2, 0)], 6),  # a line away from the origin
        ([ORIGIN, EAST, Hex(1, 1)], 12),  # first step in six directions, then a turn to either side
        # Three hexes around a corner of the origin: it has six. Or: such triangles point to two sides only,
        # so there are two up to translation; each has three hexes that can be the origin; 2 * 3 = 6.
        ([ORIGIN, EAST, NEXT], 6),
        # Two hexes beside each other in front of the origin, and one in front of both.
        ([EAST, NEXT, Hex(1, 1)], 6),
        ([], 1),
    ],
)
def test_images_counted_by_hand(pattern: list[Hex], count: int) -> None:
    found = images(pattern)

    assert len(found) == len(set(found)) == count
    assert tuple(sorted(pattern)) in found
    assert all(list(image) == sorted(image) for image in found)


def test_two_triangles_up_to_translation() -> None:
    """They differ by where their middle lies: to the right or to the left of two hexes in a column."""
    shapes = {
        tuple(sorted(shifted(each, Hex(-image[0].q, -image[0].p)) for each in image))
        for image in images([ORIGIN, EAST, NEXT])
    }

    assert shapes == {((0, 0), (0, 1), (1, 0)), ((0, 0), (1, -1), (1, 0))}


def test_images_keep_distances() -> None:
    """An image of a pattern has the same distances from the origin and between its hexes."""
    random = Random(7)
    for _ in range(100):
        pattern = random.sample(list(within(ORIGIN, 3)), 4)
        lengths = sorted(distance(a, b) for a, b in product([ORIGIN, *pattern], repeat=2))
        for image in images(pattern):
            assert sorted(distance(a, b) for a, b in product([ORIGIN, *image], repeat=2)) == lengths
        assert 12 % len(images(pattern)) == 0  # the symmetries of the pattern are a group
        assert all(images(image) == images(pattern) for image in images(pattern))


def test_steps_go_around_walls() -> None:
    """Down the first column to its end, under the wall and up again: 2 + 2 + 2."""
    board, at = drawn_board(
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
