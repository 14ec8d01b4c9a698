"""Pictures: of bars, and of a map of hexes, alone and on a page for a browser: whole, small, and safe from
any name.
"""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.report.harbour import ALL_LOOKS, BESIDE_EVEN, BESIDE_ODD, CREWS, HARBOUR, LINES
from tsolve.model.comparisons import Dependence
from tsolve.model.hexmaps import Between, HexCell, HexMap, Mark, Meaning, Note
from tsolve.model.plays import BoardRow, Calculation, Lot, Place, PositionAnswer, Zone
from tsolve.model.trace import Entry
from tsolve.report.html.blocks import Blocks
from tsolve.report.html.hex_styles import SHADES, SIDES, map_styles
from tsolve.report.html.markup import Rules
from tsolve.report.page import Branch, Page
from tsolve.report.pictures import agreement, as_picture, cut, fitted, table_as_picture
from tsolve.report.sums import Share, shares
from tsolve.report.words import measure

SVG = "{http://www.w3.org/2000/svg}"
TABLE = PositionAnswer(
    "harbour",
    "first",
    (
        Zone("Crew", (Lot("Ann", ("Arm 2",), carries=("Oar",)), Lot("Rope", count=2)), party=True),
        Zone("Hold", text="Net, then ?"),
    ),
    (BoardRow("", (Place("Quay", "Tide 1", "Cutter", ("Crew 3",), ("leaks",), target=True), Place("Pier"))),),
    "Morning turn",
    "The Harbour",
)
# 4 + 3 come to 7, of which mud takes 2: 5 against 3.
SUM = Calculation(
    "Pull",
    (
        Entry("add", "Club", "pull", 0, 4, ("HB-1",)),
        Entry("add", "Oar", "pull", 4, 7, ("HB-1",)),
        Entry("add", "Mud", "pull", 7, 5, ("HB-2",)),
    ),
    5,
    3,
    "weight",
)


def answer() -> Page:
    page = Page()
    page.verdict("confirmed", "Ann rows.", "good")
    page.verdict("refuted", "The Cutter stays.", "bad", "boats.yaml:3", ("HB-1",))
    page.text("Left out: Mud, -2.", 3)
    page.sum("Club 4 + Oar 3 - Mud 2 =", "5", "Weight 3: 2 to spare", SUM)
    return page


def texts(drawn: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


def boxes(drawn: str, kind: str) -> list[dict[str, str]]:
    found = ElementTree.fromstring(drawn).iter(f"{SVG}rect")
    return [each.attrib for each in found if each.get("class") == kind]


def test_an_answer_begins_with_its_weightiest_verdict_and_ends_with_the_printing() -> None:
    drawn = as_picture(answer(), TABLE, {}, "every reading agrees")
    told = texts(drawn)

    assert told[:3] == ["refuted", "The Cutter stays.", "Left out: Mud, -2."]
    assert told[-2:] == ["The Harbour, printing first · every reading agrees", "tsolve"]
    assert "Club 4 + Oar 3 - Mud 2 = 5. Weight 3: 2 to spare" in told
    root = ElementTree.fromstring(drawn)
    assert root.findtext(f"{SVG}title") == "refuted: The Cutter stays."
    assert root.findtext(f"{SVG}desc") == "Left out: Mud, -2. Club 4 + Oar 3 - Mud 2 = 5 Quay: Cutter"


def test_the_bar_shows_what_each_card_brings_and_what_is_lost() -> None:
    drawn = as_picture(answer(), TABLE, {})
    unit = 610 / 7  # 7 is the longest, between margins of 14 and a line of 2

    club, oar = boxes(drawn, "odd")[0], boxes(drawn, "even")[0]
    lost = boxes(drawn, "lost")[0]

    assert float(club["width"]) == pytest.approx(4 * unit, abs=0.1)
    assert float(oar["x"]) == pytest.approx(14 + 4 * unit, abs=0.1)
    assert float(lost["x"]) == pytest.approx(14 + 5 * unit, abs=0.1)
    assert float(lost["width"]) == pytest.approx(2 * unit, abs=0.1)
    assert {"Club", "Oar", "Mud 2", "5", "Weight 3"} <= set(texts(drawn))


def test_a_plan_shows_its_branches_with_their_chances() -> None:
    page = Page()
    page.verdict("best", "First hoist the sail, then by what comes.")
    page.tree(
        (
            Branch("3 in 4 (75 %)  north", "row on: The boat lands.", share=0.75),
            Branch("1 in 4 (25 %)  otherwise", "one of 2 more outcomes", hint="--all", share=0.25),
        )
    )
    drawn = as_picture(page, TABLE, {})

    # a bar of 120 is certain
    assert [float(each["width"]) for each in boxes(drawn, "odd")] == [90, 30]
    assert {"3 in 4 (75 %) north", "row on: The boat lands.", "one of 2 more outcomes"} <= set(texts(drawn))
    described = ElementTree.fromstring(drawn).findtext(f"{SVG}desc") or ""
    assert described.startswith("3 in 4 (75 %) north: row on: The boat lands; 1 in 4")
    assert "--all" not in drawn


def test_the_target_is_framed_and_a_hero_has_what_it_carries() -> None:
    drawn = as_picture(answer(), TABLE, {})

    assert len(boxes(drawn, "target")) == 1
    assert {"Cutter", "Crew 3", "Ann", "Arm 2", "with Oar", "2 x Rope"} <= set(texts(drawn))


def test_a_table_alone_has_its_piles() -> None:
    told = texts(table_as_picture(TABLE))

    assert told[0] == "Morning turn"
    assert "Hold: Net, then ?" in told


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
    hostile = PositionAnswer(
        name,
        name,
        (
            Zone(name, (Lot(name, (name,), carries=(name,)), Lot(name)), name, party=True),
            Zone(name, text=name),
        ),
        (BoardRow(name, (Place(name, name, name, (name,), (name,), target=True),)),),
        name,
        name,
    )
    page = Page()
    page.verdict(name, name, "bad")
    page.text(name, 3)
    page.sum(name, "1", name, Calculation(name, (Entry("add", name, name, 0, 1, ()),), 1, 1, name))

    for drawn in (as_picture(page, hostile, {}, name), table_as_picture(hostile)):
        root = ElementTree.fromstring(drawn.encode("utf-8"))
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
            *("svg", "title", "desc", "style", "rect", "text", "path"),
        }


def test_long_things_stay_small_and_inside() -> None:
    long = "Very Long Name " * 8
    lots = tuple(Lot(f"{long}{n}", (long, long), carries=(long,)) for n in range(60))
    places = tuple(Place(long, long[:20], long, (long,), (long,)) for _ in range(5))
    table = PositionAnswer(
        long, long, (Zone("Crew", lots, party=True), Zone("Hold", text=long)), (BoardRow("", places),), long
    )

    drawn = table_as_picture(table)

    assert len(drawn.encode()) < 12_000
    for each in ElementTree.fromstring(drawn).iter(f"{SVG}text"):
        if each.get("text-anchor") is None:
            assert float(each.get("x", "0")) + measure(each.text or "", 10) <= 640


def test_a_table_without_anything() -> None:
    assert texts(table_as_picture(PositionAnswer("harbour", "first", ()))) == [
        "The table",
        "harbour, printing first",
        "tsolve",
    ]


@pytest.mark.parametrize("total", [-3, 0])
def test_where_nothing_is_gained_there_is_no_bar(total: int) -> None:
    page = Page()
    rows = (Entry("add", "Mud", "pull", 0, total, ()),)
    page.sum(f"- Mud {-total} =", str(total), "", Calculation("Pull", rows, total, 3))

    assert boxes(as_picture(page, TABLE, {}), "odd") == []


def test_shares_of_one_label_stand_together() -> None:
    rows = (
        Entry("add", "Oar", "pull", 0, 2, ()),
        Entry("add", "Club", "pull", 2, 3, ()),
        Entry("add", "Oar", "pull", 3, 5, ()),
        Entry("halve", "Reef", "pull", 5, 2, ()),
    )

    assert shares(Calculation("Pull", rows, 2), {}) == [
        Share("Oar", 4),
        Share("Club", 1),
        Share("halved by Reef", -3),
    ]


def test_what_other_readings_make_of_it() -> None:
    assert agreement(None) == ""
    assert agreement(Dependence("it rows", (), not_examined=("tide",))) == ""
    assert agreement(Dependence("it rows", ())) == "the same verdict by every reading of a printing"


def test_texts_are_fitted() -> None:
    assert fitted("one two three", measure("one two", 12), 12, 3) == ["one two", "three"]
    assert fitted("one two three four", measure("one two", 12), 12, 1) == ["one tw…"]
    assert cut("Cutter", measure("Cutter", 12), 12) == "Cutter"
    assert fitted("x" * 30, measure("x" * 10, 12), 12, 3) == ["x" * 10] * 3
    assert fitted("", 10, 12, 2) == []


TAGS = {"svg", "title", "desc", "style", "rect", "text", "path", "g", "circle"}
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def picture(shown: HexMap, title: str = "Morning turn") -> str:
    return table_as_picture(PositionAnswer("harbour", "first", (), (), title, "The Harbour", shown))


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


def test_figures_are_told_apart_by_their_tokens() -> None:
    drawn = picture(CREWS)
    told = texts(drawn)
    sides = ("ours", "theirs", "strong")
    ours, theirs, strong = (boxes(drawn, f"token {side}")[0] for side in sides)

    assert float(ours["rx"]) == float(ours["height"]) / 2, "round"
    assert theirs["rx"] == strong["rx"] == "2", "square"
    fills = {side: re.findall(rf"\.{side}\{{fill:([^;]+)", drawn) for side in sides}
    assert len({tuple(fill) for fill in fills.values()}) == 3
    assert {"3/5", "4/4", "10/12", "P2!"} <= set(told)
    assert told.count("D") == 2  # on the figure and in the key
    for meaning in ("sailor", "pirate", "captain", "drunk"):
        assert told.count(meaning) == 1


def test_a_dark_page_has_a_dark_map() -> None:
    """Every colour of the map is another one there, and a hex is darker than what is written on it."""
    bright, dark = map_styles().split("@media screen and (prefers-color-scheme:dark)")

    for drawn in (*SHADES, *SIDES, "page", "state"):
        (one,), (other,) = (re.findall(rf"\.hexes \.{drawn}\{{fill:(#\w+)", each) for each in (bright, dark))
        assert one != other, drawn
    (ink,) = re.findall(r"\.hexes text\{fill:(#\w+)", dark)
    assert all(
        _brightness(fill) < _brightness(ink) / 2 for fill in re.findall(r"(?:open|wall)\{fill:(#\w+)", dark)
    )


def _brightness(colour: str) -> float:
    """The mean of its three channels, of one or two digits each."""
    digits = colour.removeprefix("#")
    size = len(digits) // 3
    return sum(int(digits[at : at + size] * (3 - size), 16) for at in range(0, len(digits), size)) / 3


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
    assert ".hexes .sight{stroke-width:2;stroke-dasharray:" in drawn
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
    with_map = as_picture(answer(), replace(TABLE, map=HARBOUR), {})  # 63 hexes
    assert "Tu!" in texts(with_map)
    for drawn in (as_picture(answer(), TABLE, {}), picture(HARBOUR), with_map):
        assert len(drawn.encode()) < 12_000
        assert boxes(drawn, "page")[0]["width"] == "640"
        assert ".page{fill:#fff}" in drawn
        for foreign in ("href", "url(", "@import", "<script", "<image"):
            assert foreign not in drawn


@pytest.mark.parametrize("columns", [12, 40, 250])
def test_a_wide_map_is_made_smaller_and_a_huge_one_is_not_drawn(columns: int) -> None:
    drawn = picture(HexMap(tuple(HexCell(column, 0) for column in range(columns))))

    assert ("too many to be drawn" in drawn) is (columns == 250)
    assert ("scale(" in drawn) is (columns == 40)
    assert ElementTree.fromstring(drawn).get("width") == "640"


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_out_of_a_map(name: str) -> None:
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


@given(st.sets(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=2, max_size=25))
def test_neighbours_share_two_corners_and_others_at_most_one(found: set[tuple[int, int]]) -> None:
    places = sorted(found)
    hexes = corners(picture(HexMap(tuple(HexCell(*place) for place in places))))

    assert len(hexes) == len(places)
    assert all(len(each) == 6 for each in hexes)
    for (one, its), (other, others) in pairwise(zip(places, hexes, strict=True)):
        table = BESIDE_ODD if one[0] % 2 else BESIDE_EVEN
        are_neighbours = (other[0] - one[0], other[1] - one[1]) in table
        assert (len(its & others) == 2) is are_neighbours
