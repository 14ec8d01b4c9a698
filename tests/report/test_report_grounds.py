"""What an answer rests on: the rules that decide, open points, sources."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tests.report.answers import LEGAL, check
from tsolve.model.answers import Cited, CitedPlaces, ReadingAnswer
from tsolve.report.formats import Run, as_json
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.rulings import show_grounds
from tsolve.report.text.layout import lay_out

WHOLE = Detail(verbose=True, explain=True, sources=True)

EXPLAIN = Detail(explain=True)
TITLE = " ".join(["A rule with a title that is so long that no line holds all of it"] * 2)
READING = ReadingAnswer("tide", "late", "When does the tide turn?", overridden=False)


def cited(ruling: str, decisive: bool | None, title: str = "Sums") -> Cited:
    return Cited(ruling, title, (CitedPlaces("book", ("Sums",)),), decisive)


def lines(
    *citations: Cited,
    width: int = 80,
    readings: tuple[ReadingAnswer, ...] = (),
    detail: Detail = EXPLAIN,
) -> list[str]:
    page = Page()
    show_grounds(page, detail, readings, citations, ())
    return lay_out(page, width).splitlines()


def test_the_brief_answer_tells_no_grounds() -> None:
    assert lines(cited("HB-1", True), readings=(READING,), detail=BRIEF) == []


def test_rules_that_decide_come_first() -> None:
    assert lines(cited("HB-2", False), cited("HB-1", True), cited("HB-3", None)) == [
        "Without any one of these the verdict changes",
        "  HB-1  Sums",
        "",
        "Also used",
        "  HB-2  Sums",
        "  HB-3  Sums",
        "  Whether these decide was not examined: HB-3",
    ]


def test_a_rule_is_told_in_words_where_it_has_some() -> None:
    told = replace(cited("HB-1", True), text="Add up what you have.")
    assert lines(told)[1] == "  HB-1  Add up what you have."


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_too_long(width: int) -> None:
    found = lines(cited("HB-1", True, TITLE), cited("HB-2", False, TITLE), width=width, detail=WHOLE)

    assert all(len(line) <= width for line in found)


def test_where_no_rule_decides_that_is_said() -> None:
    said = "  No single rule decides: without any one of them the verdict stays."
    assert said in lines(cited("HB-1", False))
    assert said not in lines(cited("HB-1", None))


def test_an_open_point_is_told_with_its_reading() -> None:
    found = lines(cited("key.tide", True), cited("HB-1", False), readings=(READING,))

    assert "  tide = late: When does the tide turn?" in found
    assert not any("key.tide" in line for line in found)


def test_sources_say_where_each_is_written() -> None:
    found = lines(cited("key.tide", True, "Tide"), cited("HB-1", None), detail=Detail(sources=True))

    assert found == ["Where it is written", "  tide Tide: Sums: book", "  HB-1 Sums: Sums: book"]


def test_json_has_the_mark_of_each_citation() -> None:
    marks = (True, False, None)
    answer = replace(check(LEGAL), citations=tuple(cited(f"HB-{mark}", mark) for mark in marks))
    (found,) = json.loads(as_json(Run("check", 0, (answer,))))["answers"]

    assert [each["decisive"] for each in found["citations"]] == [True, False, None]
