"""Rule coverage as text, as JSON and as a page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import product

import pytest
from msgspec.structs import replace

from tsolve.errors import escape
from tsolve.model.coverage import CoverageAnswer, Covered, Share
from tsolve.model.regress import RegressAnswer
from tsolve.report.html.coverage import as_html
from tsolve.report.page import Page
from tsolve.report.regress import (
    annotate_coverage,
    as_json,
    common_folder,
    hundredths,
    show_coverage,
    show_shortfall,
)
from tsolve.report.text.layout import lay_out

NASTY = "p/<b>\"&'\x1b[31m</script>.yaml"

ANSWER = CoverageAnswer(
    "harbour",
    3,
    ("base", ""),
    (
        Share("base", "rule", 3, 1, 1, 2),
        Share("base", "reading", 2, 1, 0, 1),
        Share("", "card", 1, 0, 1, 0),
    ),
    (
        Covered("rule", "HB-1", "Boats row", "base", "exercised", ("p/a.yaml", "p/b.yaml")),
        Covered("rule", "HB-2", "Boats are boats", "base", "stated", ("p/a.yaml",), True),
        Covered("rule", "HB-3", "Anchors & <chains>", "base", "missing"),
        Covered("reading", "tide=high", "It is high.", "base", "exercised", (NASTY,)),
        Covered("reading", "tide=low", "It is low.", "base", "missing"),
        Covered("card", "oar", "Oar", "", "stated", ("p/b.yaml",)),
    ),
)
"""3 of 6: one rule and one reading exercised, one rule stated, which counts; the stated card does not."""


def told(width: int = 80, verbose: bool = False) -> str:
    page = Page()
    show_coverage(page, ANSWER, verbose)
    return lay_out(page, width)


def test_the_whole_is_counted_over_all_boxes() -> None:
    assert ANSWER.percent == 50
    assert told().splitlines()[0] == "Rule coverage of harbour: 50 % by 3 puzzles"
    for width, verbose in product((80, 120), (False, True)):
        assert max(map(len, told(width, verbose).splitlines())) <= width
    assert [hundredths(share) for share in (99.96, 100, 0)] == ["99.9 %", "100 %", "0 %"]


def test_what_is_missing_is_listed_and_what_is_only_stated_apart() -> None:
    text = told()
    missing, stated = text.split("No puzzle exercises")[1].split("Named by puzzles, but")

    assert "HB-3  Anchors & <chains>" in missing
    assert "tide=low" in missing
    assert "oar (stated only)" in missing
    assert "HB-1" not in missing
    assert "HB-2" not in missing
    assert "HB-2 Boats are boats" in stated


def test_everything_is_listed_with_its_puzzles_where_that_is_asked_for() -> None:
    text = told(120, verbose=True)

    assert re.search(r"HB-1 +2  a, b", text)
    assert re.search(r"HB-2  stated +1  a", text)
    assert re.search(r"HB-3  missing", text)
    assert "\x1b" not in text


@pytest.mark.parametrize(("asked", "short"), [(None, False), (50, False), (50.1, True), (0, False)])
def test_less_than_is_asked_for_is_said(asked: float | None, short: bool) -> None:
    page = Page()
    show_shortfall(page, ANSWER, asked)

    assert ANSWER.falls_short(asked) is short
    assert lay_out(page) == ("50 % covered, 50.1 % asked for\n" if short else "")


def test_actions_show_an_error_with_what_is_missing() -> None:
    (short,) = annotate_coverage(ANSWER, 100)
    (enough,) = annotate_coverage(ANSWER, None)

    assert short == "::error title=rule coverage::50 %25 covered, 100 %25 asked for: HB-3, tide=low, oar"
    assert enough.startswith("::notice title=rule coverage::50 %25")


@pytest.mark.parametrize(
    ("files", "folder"),
    [
        (["p/q/a.yaml", "p/q/b.yaml"], "p/q/"),
        (["p/q/a.yaml", "p/r/a.yaml"], "p/"),
        (["p/ab.yaml", "p/ac.yaml"], "p/"),
        (["a.yaml", "p/b.yaml"], ""),
        (["/x/a.yaml", "b.yaml"], ""),
        ([], ""),
    ],
)
def test_the_folder_that_all_files_are_in(files: list[str], folder: str) -> None:
    assert common_folder(files) == folder


class Elements(HTMLParser):
    """Checks that elements are closed in their order, and collects what the page holds."""

    VOID = ("meta", "input", "circle")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.seen if name == tag]


def parsed(answer: CoverageAnswer = ANSWER) -> Elements:
    page = Elements()
    page.feed(as_html(answer, lambda file: f"../{file}"))
    page.close()
    assert not page.open
    return page


def test_the_page_is_whole_and_asks_for_nothing_from_outside() -> None:
    page = parsed()

    assert not page.all("link")
    assert not page.all("img")
    assert all("src" not in script for script in page.all("script"))
    assert not [found for found in as_html(ANSWER, str).split() if "http:" in found or "https:" in found]
    assert "0 of 0" in "".join(parsed(CoverageAnswer("harbour", 0, (), (), ())).text)


def test_every_thing_is_a_row_with_links_to_its_puzzles() -> None:
    page = parsed()
    rows = {row["id"] for _, row in page.seen if row.get("class") == "row"}
    links = {link["href"] for link in page.all("a")}

    assert rows == {f"{item.kind}-{item.id}" for item in ANSWER.items}
    assert {"../p/a.yaml", "../p/b.yaml", f"../{NASTY}"} <= links


def test_names_cannot_become_markup() -> None:
    text = as_html(ANSWER, lambda file: f"../{file}")
    page = parsed()

    assert len(page.all("b")) == len(ANSWER.shares)  # the percentages, and no name
    assert not page.all("chains")
    assert "Anchors & <chains>" in "".join(page.text)
    assert text.count("</script>") == 2
    assert "\x1b[31m" not in "".join(page.text)
    assert escape("\x1b") in text


def test_all_puzzles_are_there_where_only_some_are_written_out() -> None:
    many = tuple(f"p/{number}.yaml" for number in range(30))
    item = Covered("rule", "HB-1", "Boats row", "base", "exercised", many)
    page = parsed(CoverageAnswer("harbour", 30, ("base",), (Share("base", "rule", 1, 1, 0, 1),), (item,)))

    (more,) = [found["data-more"] for found in page.all("li") if "data-more" in found]
    data = json.loads(next(text for text in page.text if text.startswith("[[")))
    written = [link["href"] for link in page.all("a") if (link["href"] or "").startswith("../p/")]
    later = [data[int(number)][1] for number in (more or "").split()]
    assert sorted([*written, *later]) == sorted(f"../{file}" for file in many)


RIVER = CoverageAnswer(
    "river",
    1,
    ("base",),
    (Share("base", "rule", 2, 2, 0, 2),),
    (
        Covered("rule", "HB-1", "Boats row", "base", "exercised", ("p/c.yaml",)),
        Covered("rule", "RV-1", "Rivers flow", "base", "exercised", ("p/c.yaml",)),
    ),
)
BOTH = replace(ANSWER, further=(RIVER,))
"""Half of the harbour, all of the river."""


def test_each_of_several_games_is_told_by_itself() -> None:
    page = Page()
    show_coverage(page, BOTH)
    show_shortfall(page, BOTH, 60)

    assert [line for line in lay_out(page).splitlines() if line.startswith("Rule coverage")] == [
        "Rule coverage of harbour: 50 % by 3 puzzles",
        "Rule coverage of river: 100 % by 1 puzzle",
    ]
    assert lay_out(page).endswith("\nharbour: 50 % covered, 60 % asked for\n")
    suites = [RegressAnswer((), coverage=BOTH, fail_under=asked) for asked in (None, 50, 60)]
    assert [suite.verdict for suite in suites] == ["holds", "holds", "fails"]
    short, enough = annotate_coverage(BOTH, 60)
    assert short.startswith("::error title=rule coverage::harbour: 50 %25 covered")
    assert enough.startswith("::notice title=rule coverage::river: 100 %25 covered")
    found = json.loads(as_json(BOTH))
    assert (found["schema_version"], found["further"][0]["game"]) == (1, "river")
    assert found["items"][0]["puzzles"] == ["p/a.yaml", "p/b.yaml"]
    assert [share["total"] for share in found["shares"]] == [3, 2, 1]


def test_a_page_of_several_games_has_a_place_for_each_thing() -> None:
    page = parsed(BOTH)
    places = [str(row["id"]) for _, row in page.seen if "id" in row]
    goals = [str(link["href"]) for link in page.all("a") if str(link["href"]).startswith("#")]

    assert len(places) == len(set(places))
    assert {"rule-HB-1", "river-rule-HB-1", "river-rule-RV-1", "base-rule", "river-base-rule"} <= set(places)
    assert {goal.removeprefix("#") for goal in goals} <= set(places)
    assert "river: base" in page.text
