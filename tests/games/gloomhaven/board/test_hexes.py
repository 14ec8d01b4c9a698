"""Hexes, their coordinates, and the images of a pattern."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

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
