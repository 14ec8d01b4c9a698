"""Pictures of a table and of an answer: well-formed whatever is written in a file, small, and readable."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tsolve.model.comparisons import Dependence
from tsolve.model.plays import BoardRow, Calculation, Lot, Place, PositionAnswer, Zone
from tsolve.model.trace import Entry
from tsolve.report.page import Page
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


def test_the_target_is_framed_and_a_hero_has_what_it_carries() -> None:
    drawn = as_picture(answer(), TABLE, {})

    assert len(boxes(drawn, "target")) == 1
    assert {"Cutter", "Crew 3", "Ann", "Arm 2", "with Oar", "2 x Rope"} <= set(texts(drawn))


def test_a_table_alone_has_its_piles() -> None:
    told = texts(table_as_picture(TABLE))

    assert told[0] == "Morning turn"
    assert "Hold: Net, then ?" in told


def test_it_has_its_own_ground_and_needs_nothing_else() -> None:
    drawn = as_picture(answer(), TABLE, {})

    assert boxes(drawn, "page")[0]["width"] == "640"
    assert ".page{fill:#fff}" in drawn
    for foreign in ("href", "url(", "@import", "<script", "<image"):
        assert foreign not in drawn


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
    long = "Very Long Name " * 40
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
