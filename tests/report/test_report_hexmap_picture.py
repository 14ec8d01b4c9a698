"""A map of hexes as a picture, alone and on a page for a browser: whole, small, and safe from any name."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.harbour import ALL_LOOKS, HARBOUR, LINES
from tsolve.model.hexmaps import Between, HexCell, HexMap, Mark, Meaning, Note
from tsolve.model.plays import PositionAnswer
from tsolve.report.html.blocks import Blocks
from tsolve.report.html.markup import Rules
from tsolve.report.page import Page
from tsolve.report.pictures import as_picture, table_as_picture

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "desc", "style", "rect", "text", "path", "g", "circle"}
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def picture(shown: HexMap, title: str = "Morning turn") -> str:
    return table_as_picture(PositionAnswer("harbour", "first", (), (), title, "The Harbour", shown))


def texts(drawn: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


def paths(drawn: str, kind: str) -> list[str]:
    """The paths of a class on the map itself: the key and what is said stand behind it."""
    whole = ElementTree.fromstring(drawn)
    board = next(each for each in whole.iter(f"{SVG}g") if each.get("class") == "hexes")
    return [each.get("d", "") for each in board.iter(f"{SVG}path") if each.get("class") == kind]


def corners(drawn: str, looks: tuple[str, ...] = ("open",)) -> list[frozenset[tuple[float, float]]]:
    """The corners of every hex: where its path begins, and each further one from the one before."""
    found = []
    for look in looks:
        for path in paths(drawn, look):
            for told in filter(None, path.split("z")):
                x, y, *turns = map(float, _NUMBER.findall(told))
                places = [(x, y)]
                for across, down in zip(turns[::2], turns[1::2], strict=True):
                    x, y = x + across, y + down
                    places.append((x, y))
                found.append(frozenset(places))
    return found


def test_who_is_there_what_is_said_and_what_it_means() -> None:
    told = texts(picture(HARBOUR))

    assert told[0] == "Morning turn"
    for label in ("B1*", "Tu!", "Boat 1: three hexes, then a rope", "Tug, not the Ferry", "steps"):
        assert told.count(label) == 1
    for meaning in ("Boat 1", "Boat 2", "acts", "end", "wall", "reef"):
        assert told.count(meaning) == 1
    assert told.count("Tug") == told.count("Ferry") == 2  # in the table and in the key
    assert told.count("focus") == told.count("path") == 2  # beside the map and in the key
    assert "target" not in told
    root = ElementTree.fromstring(picture(HARBOUR))
    assert root.findtext(f"{SVG}title") == "Morning turn"
    described = root.findtext(f"{SVG}desc") or ""
    assert described.startswith("Boat 1: three hexes, then a rope; focus Tug, not the Ferry;")
    assert "Tug (6,4)" in described


def test_the_way_is_an_arrow_from_each_hex_to_the_next() -> None:
    drawn = picture(HARBOUR)

    (way,), (tips,) = paths(drawn, "way"), paths(drawn, "tip")
    assert way.count("M") == tips.count("M") == 2  # (3,2) to (4,3) to (5,3)
    assert len(paths(drawn, "acts")) == len(paths(drawn, "focus")) == 1


def test_thin_walls_and_sight_are_lines() -> None:
    drawn = picture(LINES)

    assert len(paths(drawn, "thin")) == 2
    (sight,) = paths(drawn, "sight")
    x, y, to_x, to_y = map(float, _NUMBER.findall(sight))
    assert (x, y < to_y) == (to_x, True)  # straight down
    assert ".sight{stroke:#b3261e;stroke-width:2;stroke-dasharray:" in drawn
    walls = [
        {(float(x), float(y)), (float(to_x), float(to_y))}
        for path in paths(drawn, "thin")
        for x, y, to_x, to_y in [_NUMBER.findall(path)]
    ]
    hexes = corners(drawn)
    assert all(sum(wall <= each for each in hexes) == 2 for wall in walls)


def test_every_look_and_mark_is_told_in_the_key() -> None:
    told = texts(picture(ALL_LOOKS))

    looks = ("wall", "blocked", "danger", "harm", "slow", "door", "shut", "switch", "goal", "coin")
    marks = ("acts", "focus", "target", "within reach", "path", "end", "ends to choose from")
    assert all(told.count(word) == 1 for word in (*looks, *marks, "thin wall", "sight", "Abbot"))


def test_it_is_small_and_needs_nothing_else() -> None:
    drawn = picture(HARBOUR)  # 63 hexes

    assert len(drawn.encode()) < 12_000
    for foreign in ("href", "url(", "@import", "<script", "<image"):
        assert foreign not in drawn
    assert ".page{fill:#fff}" in drawn
    root = ElementTree.fromstring(drawn)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= TAGS


def test_a_picture_of_an_answer_has_the_map_too() -> None:
    page = Page()
    page.verdict("confirmed", "Ann rows.", "good")
    table = PositionAnswer("harbour", "first", (), map=HARBOUR)

    assert "Tu!" in texts(as_picture(page, table, {}))


@pytest.mark.parametrize("columns", [12, 40, 250])
def test_a_wide_map_is_made_smaller_and_a_huge_one_is_not_drawn(columns: int) -> None:
    drawn = picture(HexMap(tuple(HexCell(column, 0) for column in range(columns))))

    assert ("too many to be drawn" in drawn) is (columns == 250)
    assert ("scale(" in drawn) is (columns == 40)
    assert ElementTree.fromstring(drawn).get("width") == "640"


HOSTILE = (
    "<script>alert(1)</script>",
    "\"'&<>]]>",
    "\x00\x0b\x1b[31m",
    "\ud800",
    "\uffff\ufffe",
    "\u202eevil",
    "--><!--",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_out(name: str) -> None:
    marks = tuple(Mark(kind, name) for kind in ("acts", "focus", "target", "path", "end", "choice", "reach"))
    shown = HexMap(
        (HexCell(0, 0, label=name, marks=marks), HexCell(0, 1, "danger", marks=marks)),
        sight=(Between((0, 0), (0, 1)),),
        legend=(Meaning(name, name), Meaning("danger", name)),
        headline=name,
        notes=(Note(name, name, (name,), (name, name), ((name, name), (name,))),),
    )

    root = ElementTree.fromstring(picture(shown, name).encode("utf-8"))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= TAGS
    page = Page()
    page.map(shown)
    told = Blocks(Rules((), ())).all(page.blocks)
    ElementTree.fromstring(told.encode("utf-8"))  # well-formed
    assert "<script" not in told


def test_a_huge_map_is_not_drawn_on_a_page_either() -> None:
    page = Page()
    page.map(HexMap((HexCell(0, 0), HexCell(10**9, 0))))

    assert "1000000001 columns and 1 rows are too many" in Blocks(Rules((), ())).all(page.blocks)


def test_on_a_page_it_stands_above_what_is_said() -> None:
    page = Page()
    page.map(HARBOUR)
    told = Blocks(Rules((), ())).all(page.blocks)

    root = ElementTree.fromstring(told)
    assert [each.tag for each in root] == ["svg", "p", "dl", "div", "p", "dl"]
    svg = root[0]
    assert svg.findtext("title") == "Boat 1: three hexes, then a rope"
    assert "B1*" in [each.text for each in svg.iter("text")]


_BESIDE_EVEN = ((0, -1), (0, 1), (-1, -1), (1, -1), (-1, 0), (1, 0))
_BESIDE_ODD = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, 1))


@given(st.sets(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=2, max_size=25))
def test_neighbours_share_two_corners_and_others_at_most_one(found: set[tuple[int, int]]) -> None:
    places = sorted(found)
    hexes = corners(picture(HexMap(tuple(HexCell(*place) for place in places))))

    assert len(hexes) == len(places)
    assert all(len(each) == 6 for each in hexes)
    for (one, its), (other, others) in pairwise(zip(places, hexes, strict=True)):
        table = _BESIDE_ODD if one[0] % 2 else _BESIDE_EVEN
        are_neighbours = (other[0] - one[0], other[1] - one[1]) in table
        assert (len(its & others) == 2) is are_neighbours
