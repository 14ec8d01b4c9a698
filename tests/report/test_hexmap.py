"""A map of hexes in plain characters. Every drawing here was made by hand: a hex is four columns wide and
two lines high, and one of an odd column begins a line lower.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.harbour import BESIDE_EVEN, BESIDE_ODD, HARBOUR
from tsolve.model.hexmaps import Between, HexCell, HexMap, Mark, MarkKind, Meaning, Note, steps_between
from tsolve.report.page import Page
from tsolve.report.text.layout import lay_out
from tsolve.report.text.terminal import lay_out as lay_out_in_colour


def drawn(shown: HexMap, width: int = 80, fine: bool = True) -> list[str]:
    page = Page()
    page.map(shown)
    return lay_out(page, width, fine).splitlines()


def open_hexes(columns: range, rows: range) -> tuple[HexCell, ...]:
    return tuple(HexCell(column, row) for column in columns for row in rows)


def test_of_a_map_that_is_too_wide_only_what_has_been_seen_is_drawn() -> None:
    """Twenty columns are 80 signs wide, and the edge one more."""
    cells = [HexCell(column, 0, unseen=column > 1) for column in range(20)]
    wide = HexMap((*cells[:19], HexCell(19, 0, label="Ab", unseen=True)), legend=(Meaning("Ab", "Abbot"),))
    lines = drawn(wide)
    assert lines[:5] == ["    0   1", "   ___", "0 /   \\___", "  \\___/   \\", "      \\___/"]
    assert "--room NAME draws another" in " ".join(lines)
    assert "Abbot" not in " ".join(lines)
    assert "Abbot" in " ".join(drawn(wide, 100))


def test_a_part_of_a_map() -> None:
    wall = Between((0, 0), (0, 1))
    cells = (HexCell(0, 0, "shut"), HexCell(0, 1, unseen=True), HexCell(0, 2, "danger", unseen=True))
    whole = HexMap(cells, (wall,), legend=(Meaning("shut", "door"), Meaning("danger", "trap")))
    assert whole.seen == HexMap(cells[:1], legend=(Meaning("shut", "door"),))
    part = whole.part({(0, 0), (0, 1)})
    assert (part.thin_walls, [cell.unseen for cell in part.cells]) == ((wall,), [False, False])
    assert part.seen is part


def one(*marks: Mark, label: str = "", look: str = "open") -> list[str]:
    """The three lines of a single hex in column and row 0, without its coordinates and its legend."""
    cell = HexCell(0, 0, look, label, marks)  # type: ignore[arg-type]
    return [line[2:7].rstrip() for line in drawn(HexMap((cell,)))[1:4]]


HARBOUR_DRAWN = r"""
    0   1   2   3   4   5   6   7   8
   ___     ___     ___     ___     ___
0 /###\___/###\___/###\___/###\___/###\
  \___/###\___/###\___/###\___/###\___/
1 /###\___/   \___/   \___/   \___/###\
  \___/   \___/   \___/   \___/   \___/
2 /###\___/   \___/   \___/   \___/###\
  \___/   \___/B1*\___/   \___/   \___/
3 /###\___/   \___/ 1 \___/   \___/###\
  \___/   \___/B2 \___/(2)\___/   \___/
4 /###\___/ ^ \___/ ^ \___/Tu!\___/###\
  \___/   \___/Fe \___/   \___/   \___/
5 /###\___/   \___/   \___/   \___/###\
  \___/   \___/   \___/   \___/   \___/
6 /###\___/###\___/###\___/###\___/###\
  \___/###\___/###\___/###\___/###\___/
      \___/   \___/   \___/   \___/
""".strip("\n").splitlines()


@pytest.mark.parametrize("width", [80, 100])
def test_a_map_with_what_is_said_beside_it(width: int) -> None:
    told = drawn(HARBOUR, width)

    assert [line[:39].rstrip() for line in told] == HARBOUR_DRAWN
    beside = [line[43:] for line in told]
    assert beside[1:6] == [
        "Boat 1: three hexes, then a rope",
        "",
        "focus  Tug, not the Ferry",
        "         reefs  steps  away",
        "  Tug        0      2     3",
    ]
    key = " ".join(line for line in beside[-6:] if line)
    assert key.endswith(
        "B1 Boat 1, B2 Boat 2, Fe Ferry, Tu Tug, * acts, ! focus, 1 (2) path and end, ### wall, ^ reef"
    )


def test_where_there_is_no_room_beside_it_all_stands_below() -> None:
    told = drawn(HARBOUR, 66)  # 39 + 4 leave 23 columns, and 24 are needed

    assert told[: len(HARBOUR_DRAWN)] == HARBOUR_DRAWN
    assert told[len(HARBOUR_DRAWN) :][:4] == [
        "B1 Boat 1, B2 Boat 2, Fe Ferry, Tu Tug, * acts, ! focus,",
        "1 (2) path and end, ### wall, ^ reef",
        "",
        "Boat 1: three hexes, then a rope",
    ]
    assert any(line[43:].startswith("Boat 1") for line in drawn(HARBOUR, 67))
    for columns in (12, 13):  # of which twelve leave room at eighty
        asked = drawn(HexMap(open_hexes(range(columns), range(9)), headline="Who?"))
        assert any(line.endswith(" Who?") for line in asked) is (columns == 12)


def test_what_is_not_on_the_map_is_not_drawn() -> None:
    cells = (HexCell(0, 0), HexCell(2, 1, "wall"))

    assert (
        [line.rstrip() for line in drawn(HexMap(cells))]
        == r"""
    0   1   2
   ___             ### wall
0 /   \
  \___/    ___
1         /###\
          \___/
""".strip("\n").splitlines()
    )


GLYPHS = {
    "open": "   ",
    "wall": "###",
    "blocked": " o ",
    "danger": " ^ ",
    "harm": ' " ',
    "slow": " ~ ",
    "door": "[ ]",
    "shut": "[#]",
    "switch": " _ ",
    "goal": " @ ",
    "prize": " $ ",
}


@pytest.mark.parametrize(("look", "inside"), GLYPHS.items())
def test_every_look_has_its_glyph(look: str, inside: str) -> None:
    assert one(look=look) == [" ___", f"/{inside}\\", r"\___/"]


@pytest.mark.parametrize(
    ("label", "marks", "look", "inside", "below"),
    [
        ("A", [], "open", " A ", "___"),
        ("Br", [("acts", "")], "open", "Br*", "___"),
        ("Bru", [("focus", "")], "open", "Bru", "_!_"),
        ("Br", [("focus", ""), ("target", "")], "open", "Br!", "_<_"),
        ("Br", [], "danger", "Br ", "_^_"),
        ("Br", [("path", "1")], "open", "Br ", "_1_"),
        ("Br", [("acts", ""), ("end", "0")], "open", "Br*", "(0)"),
        ("", [("path", "3")], "open", " 3 ", "___"),
        ("", [("path", "1")], "danger", "^1 ", "___"),
        ("", [("end", "2")], "slow", "(2)", "_~_"),
        ("", [("choice", "a"), ("path", "1")], "open", "(a)", "_1_"),
        ("", [("end", "12")], "open", "12)", "___"),
        ("", [("reach", "")], "open", " + ", "___"),
        ("", [("reach", "")], "danger", "^+ ", "___"),
        ("", [("reach", ""), ("path", "1")], "open", " 1 ", "_+_"),
    ],
)
def test_what_does_not_fit_inside_stands_on_the_lower_edge(
    label: str, marks: list[tuple[MarkKind, str]], look: str, inside: str, below: str
) -> None:
    given = [Mark(kind, text) for kind, text in marks]

    assert one(*given, label=label, look=look)[1:] == [f"/{inside}\\", f"\\{below}/"]


# The hex in the middle of a column of three, and its neighbours to both sides: in an even column those beside
# it in its own row stand lower, in an odd one higher.
@pytest.mark.parametrize(
    ("middle", "neighbour", "line", "begin", "told"),
    [
        ((2, 1), (2, 0), 3, 11, "==="),
        ((2, 1), (2, 2), 5, 11, "==="),
        ((2, 1), (1, 0), 4, 10, "="),
        ((2, 1), (3, 0), 4, 14, "="),
        ((2, 1), (1, 1), 5, 10, "="),
        ((2, 1), (3, 1), 5, 14, "="),
        ((1, 1), (1, 0), 4, 7, "==="),
        ((1, 1), (1, 2), 6, 7, "==="),
        ((1, 1), (0, 1), 5, 6, "="),
        ((1, 1), (2, 1), 5, 10, "="),
        ((1, 1), (0, 2), 6, 6, "="),
        ((1, 1), (2, 2), 6, 10, "="),
    ],
)
def test_a_thin_wall_stands_on_the_edge_that_two_hexes_share(
    middle: tuple[int, int], neighbour: tuple[int, int], line: int, begin: int, told: str
) -> None:
    bare = HexMap(open_hexes(range(4), range(3)))
    plain = [text[:20].ljust(20) for text in drawn(bare)]
    plain[line] = plain[line][:begin] + told + plain[line][begin + len(told) :]
    for wall in (Between(middle, neighbour), Between(neighbour, middle)):
        walled = drawn(HexMap(bare.cells, (wall,)))
        assert [text[:20].ljust(20) for text in walled[:9]] == plain[:9]
        assert "= thin wall" in "\n".join(walled)


def test_sight_is_drawn_with_dots_where_nothing_stands() -> None:
    cells = [HexCell(0, 0, label="A"), *open_hexes(range(1), range(1, 3)), HexCell(0, 3, label="B")]
    cells += [*open_hexes(range(1, 3), range(4))]
    shown = HexMap(tuple(cells), sight=(Between((0, 0), (0, 3)), Between((0, 3), (2, 0))))

    # Straight down: on each edge and in each hex between. From (0,3), in line 8, to (2,0), in line 2, the way
    # has four steps, so a dot stands at each eighth of 8 columns and 6 lines, unless an edge is there; a half
    # goes to the lower line: line 7.25 and column 5, 6.5 and 6, 5.75 and 7, 5 and 8, 4.25 and 9, 3.5 and 10,
    # 2.75 and 11.
    assert (
        [line.rstrip() for line in drawn(shown)[:11]]
        == r"""
    0   1   2
   ___     ___     · sight
0 / A \___/   \
  \_·_/   \·__/
1 / · \__·/   \
  \_·_/ · \___/
2 / · \·__/   \
  \_··/   \___/
3 / B \___/   \
  \___/   \___/
      \___/
""".strip("\n").splitlines()
    )


def test_a_wide_map_is_cut_into_strips() -> None:
    cells = tuple(HexCell(column, 0, label=f"{column:02}") for column in range(30))
    told = drawn(HexMap(cells, (Between((14, 0), (15, 0)),)))  # 19 columns have room: two strips of 15

    assert [line for line in told if line.startswith("columns")] == ["columns 0 to 14", "columns 15 to 29"]
    assert told[1].split() == [str(each) for each in range(15)]
    assert max(map(len, told)) <= 80
    assert sum(line.count("=") for line in told) == 3  # on both sides of the cut, and in the legend


def test_the_map_says_that_it_is_too_large() -> None:
    far = HexMap((HexCell(0, 0), HexCell(10**9, 10**9)))

    assert drawn(far) == ["1000000001 columns and 1000000001 rows are too many to be drawn"]


def test_only_ascii_where_the_stream_has_no_more() -> None:
    shown = HexMap(
        (HexCell(0, 0, label="Łж"), HexCell(0, 1), HexCell(0, 2, label="B")),
        sight=(Between((0, 0), (0, 2)),),
        legend=(Meaning("Łж", "Archer"),),
    )
    told = "\n".join(drawn(shown, fine=False))

    assert told.isascii()
    assert all(part in told for part in ("/L? \\", "L? Archer", ". sight"))


@pytest.mark.parametrize("name", ["\x1b[31m", "\u202eab", "a\nb", "::error::x", "字字字", "e\u0301\u0301x"])
def test_a_hostile_name_keeps_to_its_hex(name: str) -> None:
    shown = HexMap(
        (HexCell(0, 0, label=name), HexCell(1, 0, marks=(Mark("path", name), Mark("end", name)))),
        legend=(Meaning(name, name),),
        headline=name,
        notes=(Note(name, name, (name,), (name, name), ((name, name),)),),
    )
    told = "\n".join(drawn(shown))

    assert set(told).isdisjoint("\x1b\u202e")
    assert not any(line.startswith("::") for line in told.splitlines())


def test_colours_say_nothing_that_the_characters_do_not() -> None:
    page = Page()
    page.map(HARBOUR)

    plain = lay_out(page)
    assert lay_out_in_colour(page, colour=False) == plain
    assert "\x1b[31mTu!" in lay_out_in_colour(page)


places = st.sets(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=40)


def _names(found: set[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """A name of two letters for each, of which none is on a map or in a legend by itself."""
    return {place: f"{chr(65 + n // 26)}{chr(65 + n % 26)}" for n, place in enumerate(sorted(found))}


@given(places, st.integers(40, 110))
def test_any_map_shows_each_name_once_and_neighbours_share_an_edge(
    found: set[tuple[int, int]], width: int
) -> None:
    """Sight from the first to the last covers neither."""
    names = _names(found)
    cells = tuple(HexCell(*place, label=name) for place, name in names.items())
    told = drawn(HexMap(cells, sight=(Between(min(found), max(found)),)), width)

    assert all(len(line) <= width for line in told)
    whole = "\n".join(told)
    assert all(whole.count(name) == 1 for name in names.values())
    if "columns" in whole:
        return
    at = {
        place: (line, text.index(name) + 1)
        for place, name in names.items()
        for line, text in enumerate(told)
        if name in text
    }
    for place, (line, middle) in at.items():
        for across, down in BESIDE_ODD if place[0] % 2 else BESIDE_EVEN:
            neighbour = at.get((place[0] + across, place[1] + down))
            if neighbour is None:
                continue
            assert steps_between(place, (place[0] + across, place[1] + down)) == 1
            below, right = neighbour[0] - line, neighbour[1] - middle
            assert (abs(below), abs(right)) == ((2, 0) if not across else (1, 4))
            half = (line + (below + 1) // 2 if across else line + max(below - 1, -1), middle + right // 2)
            edge = told[half[0]][half[1]]
            assert edge == ("_" if not across else "/" if (below > 0) == (right > 0) else "\\")


@given(places)
def test_steps_between_hexes_are_those_of_a_search(found: set[tuple[int, int]]) -> None:
    """By neighbours from the table, over all hexes round about."""
    for one_, other in pairwise(sorted(found)):
        reached, seen, steps = {one_}, {one_}, 0
        while other not in seen:
            steps += 1
            reached = {
                (column + across, row + down)
                for column, row in reached
                for across, down in (BESIDE_ODD if column % 2 else BESIDE_EVEN)
            } - seen
            seen |= reached
        assert steps_between(one_, other) == steps
