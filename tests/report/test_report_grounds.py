"""Rulings with their marks: decisive, applied, not examined."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tests.report.answers import LEGAL, check
from tsolve.model.answers import Cited, CitedPlaces, ReadingAnswer
from tsolve.report.encoding import Run, as_json
from tsolve.report.page import Page
from tsolve.report.rulings import show_rulings
from tsolve.report.verdict import Verdict

TITLE = " ".join(["A rule with a title that is so long that no line holds all of it"] * 2)
READING = ReadingAnswer("tide", "late", "When does the tide turn?", overridden=False)


def cited(ruling: str, decisive: bool | None, title: str = "Sums") -> Cited:
    return Cited(ruling, title, (CitedPlaces("book", ("Sums",)),), decisive)


def lines(*citations: Cited, width: int = 80, readings: tuple[ReadingAnswer, ...] = ()) -> list[str]:
    page = Page(width)
    show_rulings(page, readings, citations, ())
    return str(page).splitlines()


def test_marks_stand_before_the_rulings() -> None:
    found = lines(cited("HB-1", True), cited("HB-2", False), cited("HB-3", None))

    assert found[0] == "Rulings"
    assert found[1] == "  * decisive: without it, or with another reading, the verdict changes; ? not"
    assert [line[:9] for line in found[3:]] == ["  * HB-1 ", "    HB-2 ", "  ? HB-3 "]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_long_ruling_hangs_behind_its_mark(width: int) -> None:
    found = lines(cited("HB-1", True, TITLE), cited("HB-2", False, TITLE), width=width)
    first = next(number for number, line in enumerate(found) if "HB-1" in line)
    second = next(number for number, line in enumerate(found) if "HB-2" in line)

    assert found[first].startswith("  * HB-1")
    assert found[second].startswith("    HB-2")
    hanging = (*found[first + 1 : second], *found[second + 1 :])
    assert hanging
    assert all(line.startswith("      ") for line in hanging)
    assert all(len(line) <= width for line in found)


def test_where_nothing_is_decisive_that_is_said() -> None:
    assert lines(cited("HB-1", False))[1].startswith("  none is decisive")
    unsure = lines(cited("HB-1", False), cited("HB-2", None))[1]
    assert unsure == "  none of those examined is decisive; ? not examined"


def test_an_answer_that_was_not_weighed_has_no_marks() -> None:
    assert lines(cited("HB-1", None)) == ["Rulings", "  HB-1 Sums: Sums: book"]


def test_an_interpretation_has_its_mark_where_it_is_asked() -> None:
    found = lines(cited("key.tide", True), cited("HB-1", False), readings=(READING,))

    assert found[1].startswith("  * tide = late: When does the tide turn?")


def test_json_has_the_mark_of_each_citation() -> None:
    marks = (True, False, None)
    answer = replace(check(LEGAL), citations=tuple(cited(f"HB-{mark}", mark) for mark in marks))
    (found,) = json.loads(as_json(Run("check", 0, (answer,)), (Verdict("holds", 0),)))["answers"]

    assert [each["decisive"] for each in found["citations"]] == [True, False, None]
