"""Sight on random boards, against a second method that is written plainly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.games.gloomhaven.board.plain import Place, Walls, corner_points, inside
from tsolve.games.gloomhaven.board.board import Board
from tsolve.games.gloomhaven.board.hexes import Hex, from_offset, neighbours, offset, within
from tsolve.games.gloomhaven.board.sight import Sight


def boards(
    seed: int, count: int, size: int, most: int, sight: Sight
) -> Iterator[tuple[Board, Walls, Random]]:
    """Random boards of at most this size, with at most so many walls of each kind."""
    random = Random(seed)
    for _ in range(count):
        left, top = random.randint(-5, 4), random.randint(-5, 4)
        columns, rows = random.randint(2, size), random.randint(2, size)
        cells = [from_offset(left + c, top + r) for c in range(columns) for r in range(rows)]
        walls = random.sample(cells, min(random.randint(0, most), len(cells) - 2))
        thin = [
            (start, random.choice(neighbours(start)))
            for start in random.choices(cells, k=random.choice([0, random.randint(0, most)]))
        ]
        plain = Walls(tuple(map(offset, walls)), tuple((offset(a), offset(b)) for a, b in thin))
        yield Board(cells, walls, thin, sight), plain, random


def pair(board: Board, random: Random) -> tuple[Hex, Hex, Place, Place]:
    a, b = random.choices(sorted(board.hexes), k=2)
    return a, b, offset(a), offset(b)


@pytest.mark.parametrize("seed", range(3))
def test_corners(seed: int) -> None:
    """3 * 1000 boards, two pairs on each."""
    counted: Counter[bool] = Counter()
    for board, plain, random in boards(seed, 1000, 8, 25, "corners"):
        for _ in range(2):
            a, b, one, other = pair(board, random)
            expected = plain.corners_see(one, other)

            assert board.sees(a, b) == expected, (plain, one, other)
            assert board.sees(b, a) == expected  # (GH-5.5)
            line = board.sight_line(a, b)
            assert (line is not None) == expected
            if line is not None:
                assert inside(one, line[0])
                assert inside(other, line[1])
                assert not plain.touch(line)
                assert board.sight_line(b, a) == (line[1], line[0])
            counted[expected] += 1
    assert min(counted.values()) > 500


def test_from_and_to_hexes_off_the_map() -> None:
    """Nobody stands there, but a picture may ask: walls block all the same."""
    for board, plain, random in boards(24, 100, 4, 6, "corners"):
        around = [each for each in within(min(board.hexes), 6) if each not in board.walls]
        a, b = random.sample(around, k=2)

        assert board.sees(a, b) == plain.corners_see(offset(a), offset(b)), (plain, a, b)


def test_the_shortest_segment_is_shown() -> None:
    """On paper a unit of y is as long as the root of three units of x, so squares of lengths are x² + 3y²."""
    seen = 0
    for board, plain, random in boards(23, 60, 6, 8, "corners"):
        a, b, one, other = pair(board, random)
        line = board.sight_line(a, b)
        if a == b or line is None:
            continue
        lengths = {
            (start, end): (end[0] - start[0]) ** 2 + 3 * (end[1] - start[1]) ** 2
            for start, end in product(corner_points(one), corner_points(other))
            if not plain.touch((start, end))
        }
        assert lengths[line] == min(lengths.values())
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("sight", ["corners", "any_points"])
def test_the_same_on_a_board_that_is_spread_far_out(sight: Sight) -> None:
    """One hex a million columns away, and the walls are not kept as bits: nothing else may change."""
    counted: Counter[bool] = Counter()
    for board, _, random in boards(21, 300, 8, 25, sight):
        spread = Board([*board.hexes, Hex(10**6, -(10**6))], board.walls, board.thin_walls, sight)
        for _ in range(3):
            a, b, *_ = pair(board, random)
            assert board.sees(a, b) == spread.sees(a, b), (board.walls, board.thin_walls, a, b)
            counted[board.sees(a, b)] += 1
    assert min(counted.values()) > 50


@pytest.mark.parametrize(("sight", "count"), [("corners", 100), ("any_points", 16)])
def test_hexes_far_apart(sight: Sight, count: int) -> None:
    """13 to 30 columns away from each other: further than masks reach."""
    random = Random(22)
    counted: Counter[bool] = Counter()
    for _ in range(count):
        cells = [(column, row) for column in range(random.randint(14, 31)) for row in range(3)]
        walls = random.sample(cells[3:-3], random.randint(1, 5))
        board = Board(
            [from_offset(*each) for each in cells], [from_offset(*each) for each in walls], sight=sight
        )
        a, b = random.choice(cells[:3]), random.choice(cells[-3:])
        plain = Walls(tuple(walls), ())
        expected = plain.corners_see(a, b) if sight == "corners" else plain.points_see(a, b)

        assert board.sees(from_offset(*a), from_offset(*b)) == expected, (walls, a, b)
        counted[expected] += 1
    assert min(counted.values()) > 3


def test_any_points() -> None:
    """Small boards, for the second method tries every kind of line."""
    counted: Counter[tuple[bool, bool]] = Counter()
    for board, plain, random in boards(11, 200, 4, 5, "any_points"):
        a, b, one, other = pair(board, random)
        expected = plain.points_see(one, other)

        assert board.sees(a, b) == board.sees(b, a) == expected, (plain, one, other)
        line = board.sight_line(a, b)
        if line is not None:
            assert inside(one, line[0])
            assert inside(other, line[1])
            assert not plain.touch(line)
        counted[plain.corners_see(one, other), expected] += 1

    assert counted[True, False] == 0  # who sees from corner to corner sees from point to point
    assert counted[True, True] > 20
    assert counted[False, False] > 20


def test_any_points_against_a_grid_of_points() -> None:
    """Halves of a unit: what these points see is seen. What else is seen the test above knows."""
    counted: Counter[bool] = Counter()
    for board, plain, random in boards(12, 25, 4, 6, "any_points"):
        a, b, one, other = pair(board, random)
        if plain.grid_sees(one, other, 2):
            assert board.sees(a, b), (plain, one, other)
        counted[board.sees(a, b)] += 1
    assert min(counted.values()) > 3
