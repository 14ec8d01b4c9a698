"""Line of sight on boards drawn by hand, and on random ones against a second method. (GH-5.1 to GH-5.5)

In the comments a point is (x, y), with x = 3c and y = 2r, or 2r + 1 in odd columns, for the centre of hex (c,
r); its corners lie at (x ± 2, y) and (x ± 1, y ± 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.games.gloomhaven.plain.drawing import drawn_board
from tests.games.gloomhaven.plain.sight import Place, Walls, corner_points, inside
from tests.sweeping import seeds
from tsolve.games.gloomhaven.board import Board, surroundings
from tsolve.games.gloomhaven.hexes import Hex, distance, from_offset, neighbours, offset, within
from tsolve.games.gloomhaven.sight import Border, Sight

SIGHTS: list[Sight] = ["corners", "any_points"]
A, B = from_offset(0, 1), from_offset(1, 1)


def test_an_island_in_a_hole_is_enclosed() -> None:
    """From the hexes around the island one gets to the inner border of the ring, but not out of it."""
    ring = {each for each in within(Hex(0, 0), 3) if distance(each, Hex(0, 0)) == 3}
    outer, enclosed = surroundings(frozenset({*ring, Hex(0, 0)}))
    assert enclosed == set(within(Hex(0, 0), 2)) - {Hex(0, 0)}
    assert outer == {each for each in within(Hex(0, 0), 4) if distance(each, Hex(0, 0)) == 4}

    outer, enclosed = surroundings(frozenset({*ring, Hex(0, 0)} - {Hex(0, -3)}))
    assert not enclosed
    assert Hex(0, 1) in outer


@pytest.mark.parametrize("sight", SIGHTS)
def test_neighbours_see_each_other_between_two_walls(sight: Sight) -> None:
    """Both corners that they share lie on a wall. The centre of a is (0, 2), that of b (3, 3): from (-2, 2)
    to (5, 3) a segment passes x = 1 at 2 3/7, above the lower wall's corner (1, 3), and x = 2 at 2 4/7, below
    the upper wall's corner (2, 2).
    """
    board, at = drawn_board(
        """
.   .
  #
a   .
  b
#   .
""",
        sight=sight,
    )

    assert board.sees(at["a"], at["b"])


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_wall_line_between_the_same_neighbours_ends_that(sight: Sight) -> None:
    """The thin wall fills the gap; beside its ends stand walls."""
    picture = """
.   .
  #
a   .
  b
#   .
"""
    board, at = drawn_board(picture, (A, B), sight=sight)

    assert (at["a"], at["b"]) == (A, B)
    assert not board.sees(A, B)
    assert board.distance(A, B) is None  # (GH-1.4, GH-4.2)


@pytest.mark.parametrize("sight", SIGHTS)
def test_wall_lines_close_a_gap(sight: Sight) -> None:
    """All hexes of the middle column are walls but one, whose left edges are wall lines, from (5, 5) over (4,
    4) to (5, 3). What crosses the column at all crosses between its walls, and so meets these lines.
    """
    gap = from_offset(2, 2)
    board, at = drawn_board(
        """
.   #   .
  .   .
.   #   .
  a   .
.   g   .
  .   b
.   #   .
  .   .
.   #   .
""",
        (from_offset(1, 1), gap),
        (from_offset(1, 2), gap),
        sight=sight,
    )

    assert at["g"] == gap
    assert not board.sees(at["a"], at["b"])
    assert board.sees(gap, at["b"])


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_same_gap_without_lines(sight: Sight) -> None:
    """Walls touch a's corner (5, 5) and b's corner (7, 7). From (4, 6) to (8, 6) the middle of the gap is
    free, and no other two corners are nearer.
    """
    board, at = drawn_board(
        """
.   .   .
  .   .
.   #   .
  .   .
.   #   .
  a   .
.   .   .
  .   b
.   #   .
  .   .
.   #   .
  .   .
.   .   .
""",
        sight=sight,
    )

    assert board.sees(at["a"], at["b"])
    assert board.sight_line(at["a"], at["b"]) == ((4, 6), (8, 6))


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_same_gap_between_parts_of_the_border(sight: Sight) -> None:
    """These walls run to the end of the map, so they lie around it: from (5, 3) to (8, 4), through the gap at
    (6, 3 1/3), a line touches them at its start only. Lengths on paper, squared: 9 + 3, as from (4, 4) to (7,
    5). Where touching blocks, only (4, 4) and (8, 4) are left: 16.
    """
    picture = """
.   #   .
  .   .
.   #   .
  a   .
.   .   .
  .   b
.   #   .
  .   .
.   #   .
"""
    board, at = drawn_board(picture, sight=sight)
    assert board.sight_line(at["a"], at["b"]) == ((5, 3), (8, 4))

    board, at = drawn_board(picture, sight=sight, border="blocked")
    assert board.sight_line(at["a"], at["b"]) == ((4, 4), (8, 4))


@pytest.mark.parametrize("sight", SIGHTS)
def test_wall_hexes_see_and_are_seen_by_nobody_else(sight: Sight) -> None:
    """Every corner and every point of a wall hex lies on a wall. (GH-5.2)"""
    wall = Hex(1, 0)
    board = Board(within(Hex(0, 0), 2), [wall], sight=sight)

    assert board.sees(wall, wall)
    assert not any(board.sees(wall, each) or board.sees(each, wall) for each in board.hexes)


def test_figures_far_away_on_a_big_board() -> None:
    """A hundred columns of a hundred hexes; a wall through all of column 50 but its last hex."""
    cells = [from_offset(column, row) for column in range(100) for row in range(100)]
    walls = [from_offset(50, row) for row in range(99)]
    board = Board(cells, walls)

    assert not board.sees(from_offset(0, 0), from_offset(99, 0))
    assert board.sees(from_offset(0, 99), from_offset(99, 99))
    assert board.distance(from_offset(49, 0), from_offset(51, 0)) == 2 + 2 * 98


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


@pytest.mark.parametrize("seed", seeds(3, 100))
def test_corners(seed: int) -> None:
    """Two pairs on each board."""
    counted: Counter[bool] = Counter()
    for board, plain, random in boards(seed, 150, 8, 25, "corners"):
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
    assert min(counted.values()) > 50


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
    for board, _, random in boards(21, 150, 8, 25, sight):
        hexes = [*board.hexes, *board.shut, Hex(10**6, -(10**6))]
        walls = board.walls - board.shut
        spread = Board(hexes, walls, board.thin_walls, sight, shut=board.shut, border=board.border)
        for _ in range(3):
            a, b, *_ = pair(board, random)
            assert board.sees(a, b) == spread.sees(a, b), (board.walls, board.thin_walls, a, b)
            counted[board.sees(a, b)] += 1
    assert min(counted.values()) > 25


@pytest.mark.parametrize(("sight", "count"), [("corners", 40), ("any_points", 8)])
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
    assert min(counted.values()) > 1


@pytest.mark.parametrize("seed", seeds(1, 30))
def test_any_points(seed: int) -> None:
    """Small boards, for the second method tries every kind of line."""
    counted: Counter[tuple[bool, bool]] = Counter()
    for board, plain, random in boards(11 + seed, 40, 4, 5, "any_points"):
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
    assert counted[True, True] > 5
    assert counted[False, False] > 0


def test_any_points_against_a_grid_of_points() -> None:
    """Halves of a unit: what these points see is seen. What else is seen the test above knows."""
    counted: Counter[bool] = Counter()
    for board, plain, random in boards(12, 12, 4, 6, "any_points"):
        a, b, one, other = pair(board, random)
        if plain.grid_sees(one, other, 2):
            assert board.sees(a, b), (plain, one, other)
        counted[board.sees(a, b)] += 1
    assert min(counted.values()) > 1
