"""Line of sight on boards drawn by hand. (GH-5.1 to GH-5.5)

In the comments a point is (x, y), with x = 3c and y = 2r, or 2r + 1 in odd columns, for the centre of hex (c,
r); its corners lie at (x ± 2, y) and (x ± 1, y ± 1).
"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.board.drawn import drawn
from tsolve.games.gloomhaven.board import Board, surroundings
from tsolve.games.gloomhaven.hexes import Hex, distance, from_offset, within
from tsolve.games.gloomhaven.sight import Border, Sight

SIGHTS: list[Sight] = ["corners", "any_points"]
BORDERS: list[Border] = ["free", "blocked"]
A, B = from_offset(0, 1), from_offset(1, 1)


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_wall_hex_in_between_in_a_column(sight: Sight) -> None:
    """All segments between the two cross the height of the wall's middle, none further left than its left
    corner, none further right than its right one; and touching these blocks. (GH-5.2)
    """
    board, at = drawn(
        """
.   a   .
  .   .
.   #   .
  .   .
.   b   .
""",
        sight=sight,
    )

    assert not board.sees(at["a"], at["b"])
    assert board.sight_line(at["a"], at["b"]) is None
    assert board.sees(at["a"], from_offset(4, 2))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("off", [" ", "#"])
def test_a_line_may_run_along_the_border_of_the_map(sight: Sight, off: str) -> None:
    """Blank or drawn as a wall, (0, 1) lies around the map. Its right corner is (2, 2): upright at x = 2 the
    line from (2, 0) to (2, 4) touches it, and is inside (1, 0) and (1, 1) otherwise. Further left a line
    crosses (0, 1), and further right there is nothing of a. So it all hangs on whether touching blocks.
    """
    picture = f"""
a   .
  .
{off}   .
  .
b   .
"""
    board, at = drawn(picture, sight=sight)
    assert board.sight_line(at["a"], at["b"]) == ((2, 0), (2, 4))

    board, at = drawn(picture, sight=sight, border="blocked")
    assert not board.sees(at["a"], at["b"])


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("off", [" ", "#"])
def test_what_lies_around_the_map_blocks(sight: Sight, border: Border, off: str) -> None:
    """Between a and b are (1, 0) and (1, 1), off the map. The edge that they share, from (2, 2) to (4, 2),
    joins a corner of a with one of b: it lies inside of both together. Every other line crosses one of them.
    """
    board, at = drawn(
        f"""
.   .
  {off}
a   b
  {off}
.   .
""",
        sight=sight,
        border=border,
    )

    assert not board.sees(at["a"], at["b"])
    assert board.sight_line(at["a"], at["b"]) is None


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("off", [" ", "#"])
def test_a_hole_in_the_map_is_a_wall(sight: Sight, off: str) -> None:
    """All around (2, 1) is floor, so its corners (4, 2) and (8, 2) must not be touched. Upright lines at x =
    4 and x = 8 touch them, and nothing of a and b is further out.
    """
    board, at = drawn(
        f"""
.   a   .
  .   .
.   {off}   .
  .   .
.   b   .
""",
        sight=sight,
    )

    assert not board.sees(at["a"], at["b"])


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
    """The walls touch all corners of a but (4, 4) and (5, 5). To the right a segment must leave a above (8,
    4), a corner of the lower wall. No corner of b is higher than y = 4, so from (4, 4) no segment to b does,
    and from (5, 5) even less. But from the middle of the edge between the walls, (15/2, 7/2), to b's corner
    (14, 4) a segment passes x = 8 at 3 7/13 and x = 10 at 3 9/13, above the lower wall's corners (8, 4) and
    (10, 4).
    """
    picture = """
.   .   .   .
  .   .   .
.   #   .   .
  .   .   .
.   a   .   .
  .   #   b
.   .   .   .
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
    """Walls touch a's corner (5, 5) and b's corner (7, 7). From (4, 6) to (8, 6) the middle of the gap is
    free, and no other two corners are nearer.
    """
    board, at = drawn(
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
    board, at = drawn(picture, sight=sight)
    assert board.sight_line(at["a"], at["b"]) == ((5, 3), (8, 4))

    board, at = drawn(picture, sight=sight, border="blocked")
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
