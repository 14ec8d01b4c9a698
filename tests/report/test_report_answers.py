"""Answers as text: every part is there, the numbers are those of the answer, and the verdict is right."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.report.answers import CALCULATION, ILLEGAL, LEGAL, SOLUTION, check
from tsolve.model.answers import CheckAnswer, ExpectationAnswer, LineAnswer, StepAnswer
from tsolve.model.lookups import CardRow, CardsAnswer
from tsolve.model.trace import Entry
from tsolve.report.calculation import Tables, show_calculation
from tsolve.report.check import show_check, show_failures
from tsolve.report.github import annotate
from tsolve.report.lines import show_line
from tsolve.report.lookups import show_cards
from tsolve.report.page import Page
from tsolve.report.verdict import exit_code, worst

HOLDS = ExpectationAnswer("best miles", True, "7", "7")
FAILS = ExpectationAnswer("best miles", False, "8", "7")
OPEN = ExpectationAnswer("line miles", False, "8", "undecided: who knows", undecided=True)
OF_LINE = ExpectationAnswer("line legal", True, "no", "no")
OF_CLAIMS = ExpectationAnswer("claims 1: claim 1", True, "refuted", "refuted")


def _text(answer: CheckAnswer, width: int = 80) -> str:
    page = Page(width)
    show_check(page, answer)
    return str(page)


def _undecided() -> CheckAnswer:
    return check(solution=replace(SOLUTION, status="undecided"))


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (check(), 0),
        (check(LEGAL, ("confirmed",), SOLUTION, (HOLDS,)), 0),
        (check(ILLEGAL), 1),
        (check(ILLEGAL, expectations=(HOLDS,)), 1),
        (check(ILLEGAL, expectations=(OF_LINE,)), 0),
        (check(claims=("confirmed", "refuted", "undecided")), 1),
        (check(claims=("confirmed", "undecided")), 3),
        (check(claims=("refuted",), expectations=(OF_CLAIMS,)), 0),
        (check(claims=("refuted",), expectations=(OF_LINE,)), 1),
        (check(expectations=(HOLDS, FAILS)), 1),
        (check(expectations=(HOLDS, OPEN)), 3),
        (check(expectations=(OPEN, FAILS)), 1),
        (check(ILLEGAL, expectations=(replace(OPEN, what="best miles"),)), 1),
        (check(claims=("refuted",), expectations=(OPEN,)), 1),
        (_undecided(), 3),
    ],
)
def test_verdict(answer: CheckAnswer, code: int) -> None:
    assert exit_code(answer) == code


def test_an_unproved_best_line_does_not_matter_to_a_file_that_asks_for_something_else() -> None:
    assert exit_code(replace(_undecided(), line=LEGAL)) == 0


def test_worst() -> None:
    assert worst([]) == 0
    assert worst([0, 3, 1]) == 1
    assert worst([1, 2, 3]) == 2
    assert worst([4, 2]) == 4


def test_every_part_is_shown() -> None:
    text = _text(check(LEGAL, ("confirmed", "refuted"), SOLUTION, (FAILS,)))
    for part in (
        "boats.yaml: refuted",
        "The Cutter is at anchor.",
        'refuted: "claim 2": because of the wind [HB-1]',
        "1 claim confirmed; 1 expectation of 1 fails",
        "Crew: Ann, Bob | Boats: Cutter",
        "Legal (2)",
        "Cutter; Ketch",
        "Not legal (2)",
        "sail Ketch; sail Cutter",
        "because there is no wind [HB-9, card.ketch]",
        "row Cutter -> Cutter rowed [HB-1]",
        "confirmed  claim 1",
        "refuted    claim 2",
        "fails      best miles: expected 8, found 7",
        "Best line: to the island (best of the lines that need no unknown",
        "miles 7, cargo 2",
        "the same: no line can do better",
        "12 optimisation problems solved (exact)",
        "2 lines are equally good",
        "Equally good, 2: around the island",
        "to the harbour",
        "note: the tide is not known",
        "note: no chart was given",
        "the helmsman chooses",
        "tide = ebb (chosen",
        'HB-3 Sums: book "Sums", "Example"; card text: list, shelf',
        "HB-4 Nothing below zero",
        "book: The rulebook, second edition",
        "list: A list, commit 012345678901\n",
        "note: a note",
    ):
        assert part in text, part


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_fit(width: int) -> None:
    text = _text(check(ILLEGAL, ("confirmed",), None, (FAILS,)), width)
    assert max(map(len, text.splitlines())) <= width


def test_an_illegal_step_says_why_and_what_instead() -> None:
    text = _text(check(ILLEGAL))
    assert "2. sail Ketch: NOT LEGAL (line 8)" in text
    assert "because there is no wind [HB-9, card.ketch]" in text
    assert "legal instead: row Ketch" in text


def test_calculation() -> None:
    page = Page(80)
    show_calculation(page, CALCULATION, {"HB-3": "Sums", "HB-4": "Nothing below zero"})
    rows = [line.split() for line in str(page).splitlines()]
    assert rows[1] == ["from", "sail", "oars", "value", "ruling"]
    assert rows[2] == ["Cutter", "+4", "HB-1,", "card.cutter"]
    assert rows[3] == ["Ketch,", "for", "Cutter", "+1", "card.ketch"]
    assert rows[4] == ["Lantern", "+3", "HB-2"]
    assert rows[5] == ["Reef", "(halve)", "3", "->", "1", "card.reef"]
    assert rows[6] == ["Sums", "+6", "HB-3"]
    assert rows[7] == ["Nothing", "below", "zero", "-2", "->", "0", "HB-4"]
    assert rows[9] == ["total", "6", "<", "9", "(Knots)"]


def test_numbers_stand_under_their_quantity() -> None:
    page = Page(80)
    show_calculation(page, CALCULATION, {})
    lines = str(page).splitlines()
    for line, quantity, number in ((2, "sail", "+4"), (4, "oars", "+3"), (9, "value", "6")):
        end = lines[1].index(quantity) + len(quantity)
        assert lines[line][:end].rstrip().endswith(number)
        assert lines[line][: end + 1].endswith(f"{number} ")


def test_the_verdict_comes_first() -> None:
    first, second = _text(check(ILLEGAL, ("refuted", "confirmed", "refuted"))).split("\n\n")[:2]
    assert first.splitlines() == [
        "boats.yaml: refuted",
        "  step 2 is not legal: sail Ketch: there is no wind [HB-9, card.ketch]",
        '  refuted: "claim 1"; "claim 3"',
        "  1 claim confirmed",
    ]
    assert second.startswith("Position")


def test_the_order_of_the_parts() -> None:
    text = _text(check(LEGAL, ("confirmed",), SOLUTION, (FAILS,)))
    asked = ("Position", "The line", "Claims", "Expectations", "Best line")
    rulings = ("Not legal", "Legal", "Interpretations", "Rulings", "Documents")
    places = [text.index(f"\n{part}") for part in asked + rulings]
    assert places == sorted(places)


def test_expectations_that_hold_are_listed_on_request() -> None:
    answer = check(expectations=(HOLDS, HOLDS))
    assert "2 expectations hold\n" in _text(answer)
    assert "best miles" not in _text(answer)
    page = Page(80)
    show_check(page, answer, verbose=True)
    assert str(page).count("holds      best miles: 7") == 2


def test_a_table_is_printed_once() -> None:
    other = replace(CALCULATION, total=7)
    with_line = replace(check(LEGAL, ("confirmed", "confirmed", "confirmed")), solution=SOLUTION)
    tables = (CALCULATION, other, other)
    claims = tuple(
        replace(claim, calculation=table) for claim, table in zip(with_line.claims, tables, strict=True)
    )
    text = _text(replace(with_line, claims=claims), 120)
    assert text.count("total ") == 2
    # HB-1 is a ruling of a row of the table, so the claims do not cite it again
    assert "confirmed  claim 1: because of the wind (calculation of the line)" in text
    assert "confirmed  claim 2: because of the wind\n" in text
    assert 'confirmed  claim 3: because of the wind (calculation under "claim 2")' in text
    assert "Speed against the Reef: calculation of the line\n" in text  # the best line's


def test_what_a_step_brings_about() -> None:
    events = (
        Entry("move", "Cutter", "", 0, 0, (), "out of the harbour"),
        Entry("pay", "Cutter", "gold", 5, 3, (), "the toll"),
        Entry("compare", "Ann", "speed", 1, 1, (), "the same speed"),
        Entry("draw", "Rope", "", 0, 0, (), "found"),
        Entry("end", "", "", 0, 0, (), "night falls"),
    )
    page = Page(120)
    show_line(page, LineAnswer((StepAnswer(1, "row Cutter", events),), ""), Tables(page, {}), "")
    (line,) = str(page).splitlines()
    told = "out of the harbour; the toll (gold 5 -> 3); Ann: the same speed; Rope found; night falls"
    assert line == f"  1. row Cutter -> {told}"


def test_only_failures() -> None:
    page = Page(80)
    show_failures(page, check(LEGAL, ("confirmed",), SOLUTION, (HOLDS,)))
    assert str(page) == ""
    show_failures(page, check(ILLEGAL, ("confirmed", "refuted"), SOLUTION, (HOLDS, FAILS)))
    text = str(page)
    assert "claim 2" in text
    assert "claim 1" not in text
    assert "expected 8, found 7" in text
    assert "found 7\n" in text
    assert "NOT LEGAL" in text


def test_annotations() -> None:
    answer = check(ILLEGAL, ("confirmed", "refuted", "undecided"), None, (FAILS,), "a,b:c.yaml")
    file = "file=a%2Cb%3Ac.yaml"
    step = "step 2, sail Ketch: there is no wind [HB-9, card.ketch]"
    assert list(annotate(answer)) == [
        f"::error {file},line=8,title=not legal::{step}",
        f"::error {file},title=claim refuted::claim 2: because of the wind",
        f"::warning {file},title=claim undecided::claim 3: because of the wind",
        f"::error {file},title=expectation fails::best miles: expected 8, found 7",
        "tsolve: a,b:c.yaml: refuted",
    ]


def test_an_undecided_expectation_is_told_as_such() -> None:
    answer = check(expectations=(HOLDS, OPEN, FAILS))

    assert next(iter(annotate(answer))) == (
        "::warning file=boats.yaml,title=expectation undecided::"
        "line miles: expected 8, found undecided: who knows"
    )
    text = _text(answer)
    assert "1 expectation of 3 fails; 1 expectation of 3 undecided" in text
    assert "undecided  line miles: expected 8, found undecided: who knows" in text
    assert "boats.yaml: undecided" in _text(check(expectations=(HOLDS, OPEN)))


def test_annotations_of_what_is_expected() -> None:
    answer = check(ILLEGAL, ("refuted",), None, (OF_LINE, OF_CLAIMS))
    assert list(annotate(answer)) == ["tsolve: boats.yaml: holds"]


def test_a_message_cannot_start_a_second_annotation() -> None:
    (line, _) = annotate(check(expectations=(ExpectationAnswer("x\n::error::y", False, "100%", "z"),)))
    assert "\n" not in line
    assert line.endswith("expected 100%25, found z")


def test_cards_with_the_columns_that_their_kind_uses() -> None:
    page = Page(80)
    rows = (
        CardRow("a", "Cutter", "boat", "Sails", {"miles": "4"}),
        CardRow("b", "Gull", "bird", "", {"wings": "2"}),
    )
    show_cards(page, CardsAnswer(rows))
    heads = [line.split() for line in str(page).splitlines() if line.startswith("name")]
    assert heads == [["name", "group", "miles"], ["name", "wings"]]
