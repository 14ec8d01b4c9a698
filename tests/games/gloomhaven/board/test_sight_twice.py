"""Sight on random boards, against a second method that is written plainly.

`TSOLVE_LONG_SWEEPS=1` looks at ten times as many.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.games.gloomhaven.board.plain import Place, Walls, corner_points, inside
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex, from_offset, neighbours, offset, within
from tsolve.games.gloomhaven.sight import Border, Sight

LONGER = 10 if os.environ.get("TSOLVE_LONG_SWEEPS") else 1
CORNERED = 400 * LONGER
BORDERS: tuple[Border, ...] = ("free", "free", "blocked")


def boards(
    seed: int, count: int, size: int, most: int, sight: Sight
) -> Iterator[tuple[Board, Walls, Random]]:
    """Random boards of at most this size, with at most so many walls of each kind.

    Of the hexes off the map some are blank and some drawn as walls, which is all the same.
    """
    random = Random(seed)
    for _ in range(count):
        left, top = random.randint(-5, 4), random.randint(-5, 4)
        columns, rows = random.randint(2, size), random.randint(2, size)
        cells = [from_offset(left + c, top + r) for c in range(columns) for r in range(rows)]
        off = random.sample(cells, min(random.randint(0, most), len(cells) - 2))
        floor = set(cells) - set(off)
        shut = random.sample(sorted(floor), min(random.choice([0, 0, 1, 2]), len(floor) - 2))
        thin = [
            (start, random.choice(neighbours(start)))
            for start in random.choices(cells, k=random.choice([0, random.randint(0, most)]))
        ]
        blank = {each for each in off if random.random() < 0.5}
        border: Border = random.choice(BORDERS)
        plain = Walls.of(
            map(offset, floor), map(offset, shut), ((offset(a), offset(b)) for a, b in thin), border
        )
        walls = set(off) - blank
        yield Board(floor, walls, thin, sight, shut=shut, border=border), plain, random


def pair(board: Board, random: Random) -> tuple[Hex, Hex, Place, Place]:
    a, b = random.choices(sorted(board.hexes), k=2)
    return a, b, offset(a), offset(b)


@pytest.mark.parametrize("seed", range(3))
def test_corners(seed: int) -> None:
    """Some hundreds of boards, or thousands, and two pairs on each."""
    counted: Counter[bool] = Counter()
    for board, plain, random in boards(seed, CORNERED, 8, 25, "corners"):
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
                assert not plain.block(line)
                assert board.sight_line(b, a) == (line[1], line[0])
            counted[expected] += 1
    assert min(counted.values()) > CORNERED // 3


def test_from_and_to_hexes_off_the_map() -> None:
    """Nobody stands there, and nobody sees anything from there or of it."""
    for board, _, random in boards(24, 100, 4, 6, "corners"):
        around = [each for each in within(min(board.hexes), 6) if each not in board.hexes]
        a, b = random.choice(around), random.choice(sorted(board.hexes))

        assert not board.sees(a, b)
        assert board.sight_line(b, a) is None
        assert board.sees(a, a)


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
            if not plain.block((start, end))
        }
        assert lengths[line] == min(lengths.values())
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("sight", ["corners", "any_points"])
def test_the_same_on_a_board_that_is_spread_far_out(sight: Sight) -> None:
    """One hex a million columns away, and the walls are not kept as bits: nothing else may change."""
    counted: Counter[bool] = Counter()
    for board, _, random in boards(21, 300, 8, 25, sight):
        hexes = [*board.hexes, *board.shut, Hex(10**6, -(10**6))]
        walls = board.walls - board.shut
        spread = Board(hexes, walls, board.thin_walls, sight, shut=board.shut, border=board.border)
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
        plain = Walls.of(set(cells) - set(walls), (), (), "free")
        expected = plain.corners_see(a, b) if sight == "corners" else plain.points_see(a, b)

        assert board.sees(from_offset(*a), from_offset(*b)) == expected, (walls, a, b)
        counted[expected] += 1
    assert min(counted.values()) > 3


def test_any_points() -> None:
    """Small boards, for the second method tries every kind of line."""
    counted: Counter[tuple[bool, bool]] = Counter()
    for board, plain, random in boards(11, 120 * LONGER, 4, 5, "any_points"):
        a, b, one, other = pair(board, random)
        expected = plain.points_see(one, other)

        assert board.sees(a, b) == board.sees(b, a) == expected, (plain, one, other)
        line = board.sight_line(a, b)
        if line is not None:
            assert inside(one, line[0])
            assert inside(other, line[1])
            assert not plain.block(line)
        counted[plain.corners_see(one, other), expected] += 1

    assert counted[True, False] == 0  # who sees from corner to corner sees from point to point
    assert counted[True, True] > 20
    assert counted[False, False] > 10


def test_any_points_against_a_grid_of_points() -> None:
    """Halves of a unit: what these points see is seen. What else is seen the test above knows."""
    counted: Counter[bool] = Counter()
    for board, plain, random in boards(12, 25, 4, 6, "any_points"):
        a, b, one, other = pair(board, random)
        if plain.grid_sees(one, other, 2):
            assert board.sees(a, b), (plain, one, other)
        counted[board.sees(a, b)] += 1
    assert min(counted.values()) > 3
