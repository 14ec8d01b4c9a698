"""Line of sight on boards drawn by hand. (GH-5.1 to GH-5.5)

In the comments a point is (x, y), with x = 3c and y = 2r, or 2r + 1 in odd columns, for the centre of hex (c,
r); its corners lie at (x ± 2, y) and (x ± 1, y ± 1).
"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.board.drawn import drawn
from tsolve.games.gloomhaven.board.board import Board
from tsolve.games.gloomhaven.board.hexes import Hex, from_offset, within
from tsolve.games.gloomhaven.board.sight import Sight

SIGHTS: list[Sight] = ["corners", "any_points"]
A, B = from_offset(0, 1), from_offset(1, 1)


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_wall_hex_in_between_in_a_column(sight: Sight) -> None:
    """All segments between the two cross the height of the wall's middle, none further left than its left
    corner, none further right than its right one; and touching these blocks. (GH-5.2)
    """
    board, at = drawn(
        """
a   .
  .
#   .
  .
b   .
""",
        sight=sight,
    )

    assert not board.sees(at["a"], at["b"])
    assert board.sight_line(at["a"], at["b"]) is None
    assert board.sees(at["a"], from_offset(2, 2))


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_hex_off_the_map_does_not_block(sight: Sight) -> None:
    board, at = drawn(
        """
a   .
  .

  .
b   .
""",
        sight=sight,
    )

    assert board.sees(at["a"], at["b"])


@pytest.mark.parametrize("sight", SIGHTS)
def test_neighbours_see_each_other_between_two_walls(sight: Sight) -> None:
    """Both corners that they share lie on a wall. The centre of a is (0, 2), that of b (3, 3): from (-2, 2)
    to (5, 3) a segment passes x = 1 at 2 3/7, above the lower wall's corner (1, 3), and x = 2 at 2 4/7, below
    the upper wall's corner (2, 2).
    """
    board, at = drawn(
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
    board, at = drawn(picture, (A, B), sight=sight)

    assert (at["a"], at["b"]) == (A, B)
    assert not board.sees(A, B)
    assert board.distance(A, B) is None  # (GH-1.4, GH-4.2)


@pytest.mark.parametrize("sight", SIGHTS)
def test_sight_around_the_end_of_a_wall_line(sight: Sight) -> None:
    """A wall line from (2, 2) to (1, 3) parts a from b, so they are two steps apart. But from a's corner (-1,
    3) to b's corner (4, 4) a segment passes x = 1 at 3 2/5, below its end.
    """
    board, at = drawn(
        """
.   .
  .
a   .
  b
.   .
""",
        (A, B),
        sight=sight,
    )

    assert board.distance(at["a"], at["b"]) == 2
    assert board.sees(at["a"], at["b"])


def test_a_shared_corner_is_enough() -> None:
    """Around the edge between a and b there is only one wall, so one corner of it is on no wall. (GH-5.3)"""
    board, at = drawn(
        """
#   .
  .
a   .
  b
#   .
"""
    )

    assert board.sight_line(at["a"], at["b"]) == ((2, 2), (2, 2))


def test_any_points_see_more_than_corners() -> None:
    """The walls touch all corners of a but (-2, 2) and (-1, 3). To the right a segment must leave a above (2,
    2), a corner of the lower wall. No corner of b is higher than y = 2, so from (-2, 2) no segment to b does,
    and from (-1, 3) even less. But from the middle of the edge between the walls, (3/2, 3/2), to b's corner
    (8, 2) a segment passes x = 2 at 1 7/13 and x = 4 at 1 9/13, above the lower wall's corners (2, 2) and (4,
    2).
    """
    picture = """
#   .   .
  .   .
a   .   .
  #   b
.   .   .
"""
    board, at = drawn(picture)
    assert not board.sees(at["a"], at["b"])

    board, at = drawn(picture, sight="any_points")
    assert board.sees(at["a"], at["b"])


@pytest.mark.parametrize("sight", SIGHTS)
def test_wall_lines_close_a_gap(sight: Sight) -> None:
    """All hexes of the middle column are walls but one, whose left edges are wall lines, from (5, 5) over (4,
    4) to (5, 3). What crosses the column at all crosses between its walls, and so meets these lines.
    """
    gap = from_offset(2, 2)
    board, at = drawn(
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
    """Walls touch a's corner (5, 3) and b's corner (7, 5). From (4, 4) to (8, 4) the middle of the gap is
    free, and no other two corners are nearer.
    """
    board, at = drawn(
        """
.   #   .
  .   .
.   #   .
  a   .
.   .   .
  .   b
.   #   .
  .   .
.   #   .
""",
        sight=sight,
    )

    assert board.sees(at["a"], at["b"])
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
