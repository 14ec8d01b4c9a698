"""Checked turns as text: every part is there, the numbers are those of the answer, and the verdict is
right.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.report.made_up import CALCULATION, ILLEGAL, LEGAL, ROWS, SOLUTION, check
from tsolve.model.answers import CheckAnswer, Cited, CitedPlaces, ExpectationAnswer, ReadingAnswer
from tsolve.model.lookups import CardRow, CardsAnswer
from tsolve.model.plays import Calculation, LineAnswer, StepAnswer
from tsolve.model.trace import Entry
from tsolve.model.verdicts import worst
from tsolve.report.answers.check import show_check
from tsolve.report.formats import annotate
from tsolve.report.lines import show_line
from tsolve.report.lookups import show_cards
from tsolve.report.one_line import show_check_in_a_line
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.rulings import show_grounds
from tsolve.report.sums import Tables, show_calculation
from tsolve.report.text.layout import lay_out

WHOLE = Detail(verbose=True, explain=True, sources=True)

HOLDS = ExpectationAnswer("best miles", True, "7", "7")
FAILS = ExpectationAnswer("best miles", False, "8", "7")
OPEN = ExpectationAnswer("line miles", False, "8", "undecided: who knows", undecided=True)
OF_LINE = ExpectationAnswer("line legal", True, "no", "no", ("expect", "line", "legal"))
OF_CLAIMS = ExpectationAnswer("claims 1: claim 1", True, "refuted", "refuted", ("expect", "claims", 0))


def _text(answer: CheckAnswer, width: int = 80, detail: Detail = BRIEF) -> str:
    page = Page()
    show_check(page, answer, detail)
    return lay_out(page, width)


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
        (replace(_undecided(), line=LEGAL), 0),  # the file asks for something else
    ],
)
def test_verdict(answer: CheckAnswer, code: int) -> None:
    assert answer.exit_code == code


def test_worst() -> None:
    assert worst([]) == 0
    assert worst([0, 3, 1]) == 1
    assert worst([1, 2, 3]) == 2
    assert worst([4, 2]) == 4


def test_the_brief_answer_says_what_decides() -> None:
    # 4 and 1 are 5; of 9 Knots 4 are missing
    line = replace(LEGAL, calculation=Calculation("Speed", ROWS[:2], 5, 9, "Knots"))
    solution = replace(SOLUTION, best=tuple(replace(plan, line=line) for plan in SOLUTION.best))
    text = _text(check(line, ("confirmed", "refuted"), solution, (FAILS,)))

    assert text.splitlines() == [
        "✗ fails      1 of 1 expectation.                                      boats.yaml",
        "   best miles  expected 8  found 7",
        "✗ refuted    Claim 2: because of the wind.                                [HB-1]",
        "✓ legal      All 2 steps are legal. The Cutter is at anchor. 1 of 2 claims",
        "             confirmed.",
        "     Cutter 4 + Ketch 1 = 5     Knots 9: 4 missing",
        "  best       The turn that was played. Best without an unknown card or choice.",
        "   2 plays are equally good: you choose.",
        "   Next best: The Cutter is at anchor.",
        "   The tide is not known.",
        "   No chart was given.",
        "   A note.",
    ]


def test_all_layers_together_say_everything() -> None:
    text = _text(check(LEGAL, ("confirmed", "refuted"), SOLUTION, (FAILS,)), detail=WHOLE)
    for part in (
        "Crew: Ann, Bob | Boats: Cutter",
        "Legal (2)",
        "row Cutter; row Ketch",
        "Not legal (2)",
        "sail Ketch; sail Cutter",
        "there is no wind.",
        "row Cutter -> Cutter rowed",
        "confirmed  claim 1",
        "refuted    claim 2",
        "fails      best miles: expected 8, found 7",
        "Best play: to the island. Proved.",
        "miles 7, cargo 2",
        "12 cases solved exactly (backend exact)",
        "2 plays are equally good",
        "Equally good, 2: around the island",
        "to the harbour",
        "note: the tide is not known",
        "note: no chart was given",
        "the helmsman chooses",
        "tide = ebb (your choice)",
        'HB-3 Sums: book "Sums", "Example"; card text: list, shelf',
        "HB-4 Nothing below zero",
        "book: The rulebook, second edition",
        "list: A list, commit 012345678901\n",
        "A note.",
    ):
        assert part in text, part


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_fit(width: int) -> None:
    answer = check(ILLEGAL, ("confirmed",), None, (FAILS,))
    long = (cited("HB-1", True, TITLE), cited("HB-2", False, TITLE))
    for detail in (BRIEF, WHOLE):
        text = _text(replace(answer, citations=long), width, detail)
        assert max(map(len, text.splitlines())) <= width


def test_what_may_have_been_left_out_stands_by_the_claim() -> None:
    """Of 6 the claim has only 2: the row of Sums, which makes 6, is no single row that was left out."""
    answer = check(claims=("refuted",))
    row = Entry("add", "", "total", 6, 4, ("HB-7",), "Reef (two knots)")
    claim = replace(answer.claims[0], calculation=replace(CALCULATION, rows=(row,), total=4), left_out=(row,))
    text = _text(replace(answer, claims=(claim,)))

    assert "   Left out: Reef, -2 (two knots)." in text
    assert "Perhaps" not in text
    twice = replace(claim, left_out=(row, replace(row, note="Tide")))
    assert "   Perhaps left out: Reef, -2, or Tide, -2." in _text(replace(answer, claims=(twice,)))


def test_calculation() -> None:
    page = Page()
    show_calculation(page, CALCULATION, {"HB-3": "Sums", "HB-4": "Nothing below zero"})
    rows = [line.split() for line in lay_out(page).splitlines()]
    assert rows[1] == ["from", "sail", "oars", "total", "rules"]
    assert rows[2] == ["Cutter", "+4", "HB-1,", "card.cutter"]
    assert rows[3] == ["Ketch,", "for", "Cutter", "+1", "card.ketch"]
    assert rows[4] == ["Lantern", "+3", "HB-2"]
    assert rows[5] == ["Reef", "(halve)", "3", "->", "1", "card.reef"]
    assert rows[6] == ["Nothing", "below", "zero", "-2", "->", "0", "HB-4"]
    assert rows[7] == ["Sums", "+6", "HB-3"]
    assert rows[9] == ["total", "6", "<", "9", "(Knots)"]


def test_a_total_to_which_nothing_contributes_is_no_sum_of_other_rows() -> None:
    """The reef has 4 knots, and no sail is set against it: 0, not the 4 of the reef."""
    knots = Entry("race", "Reef", "knots", 0, 4, ("HB-7",), "")
    nothing = Calculation("Speed against Reef", (knots,), 0, 4, "knots")
    answer = check(claims=("refuted",))
    claim = replace(answer.claims[0], calculation=nothing)
    page = Page()
    show_calculation(page, nothing, {})

    assert "     Speed against Reef = 0     Knots 4: 4 missing" in _text(replace(answer, claims=(claim,)))
    assert lay_out(page).splitlines()[-1].split() == ["total", "0", "<", "4", "(knots)"]


def test_refuted_claims_with_one_reason_share_it_and_come_first() -> None:
    text = _text(check(None, ("refuted", "confirmed", "refuted")))

    assert text.splitlines() == [
        "✗ refuted    Claim 1; claim 3: because of the wind.           [HB-1]  boats.yaml",
        "✓ confirmed  Claim 2.                                                     [HB-1]",
        "   A note.",
    ]


def test_a_table_is_printed_once() -> None:
    other = replace(CALCULATION, total=7)
    with_line = replace(check(LEGAL, ("confirmed", "confirmed", "confirmed")), solution=SOLUTION)
    tables = (CALCULATION, other, other)
    claims = tuple(
        replace(claim, calculation=table) for claim, table in zip(with_line.claims, tables, strict=True)
    )
    text = _text(replace(with_line, claims=claims), 120, Detail(verbose=True))
    assert [line.split()[0] for line in text.splitlines() if line].count("total") == 2
    # HB-1 is a ruling of a row of the table, so the claims do not cite it again
    assert "confirmed  claim 1: because of the wind (calculation of the turn)" in text
    assert "confirmed  claim 2: because of the wind\n" in text
    assert 'confirmed  claim 3: because of the wind (calculation under "claim 2")' in text
    assert "Speed against the Reef: calculation of the turn\n" in text  # the best play's


def test_what_a_step_brings_about() -> None:
    events = (
        Entry("move", "Cutter", "", 0, 0, (), "out of the harbour"),
        Entry("pay", "Cutter", "gold", 5, 3, (), "the toll"),
        Entry("compare", "Ann", "speed", 1, 1, (), "the same speed"),
        Entry("draw", "Rope", "", 0, 0, (), "found"),
        Entry("end", "", "", 0, 0, (), "night falls"),
    )
    page = Page()
    show_line(page, LineAnswer((StepAnswer(1, "row Cutter", events),), ""), Tables(page, {}), "")
    (line,) = lay_out(page, 120).splitlines()
    told = "out of the harbour; the toll (gold 5 -> 3); Ann: the same speed; Rope found; night falls"
    assert line == f"  1. row Cutter -> {told}"


def test_quietly_every_answer_is_one_line() -> None:
    page = Page()
    show_check_in_a_line(page, check(LEGAL, ("confirmed",), SOLUTION, (HOLDS,)))
    show_check_in_a_line(page, check(ILLEGAL, ("confirmed", "refuted"), SOLUTION, (HOLDS, FAILS)))
    holds, fails = lay_out(page).splitlines()

    assert holds == "boats.yaml: as expected: The expectation holds."
    assert fails.startswith("boats.yaml: refuted: ")
    assert "expected 8, found 7" in fails
    assert "there is no wind" in fails
    assert "claim 2" in fails
    assert "claim 1" not in fails


def test_annotations_and_what_is_as_expected() -> None:
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
    expected = check(ILLEGAL, ("refuted",), None, (OF_LINE, OF_CLAIMS))
    assert list(annotate(expected)) == ["tsolve: boats.yaml: holds"]
    assert _text(expected).startswith("✓ as expected All 2 expectations hold.")
    assert "best miles" not in _text(check(expectations=(HOLDS, HOLDS)))
    whole = _text(check(expectations=(HOLDS, HOLDS)), detail=Detail(verbose=True))
    assert whole.count("holds      best miles: 7") == 2


def test_an_undecided_expectation_is_told_as_such() -> None:
    answer = check(expectations=(HOLDS, OPEN, FAILS))

    assert next(iter(annotate(answer))) == (
        "::warning file=boats.yaml,title=expectation undecided::"
        "line miles: expected 8, found undecided: who knows"
    )
    text = _text(answer)
    assert "✗ fails      1 of 3 expectations." in text
    assert "? undecided  1 of 3 expectations." in text
    assert "line miles  expected 8  found undecided: who knows" in text


def test_a_message_cannot_start_a_second_annotation() -> None:
    (line, _) = annotate(check(expectations=(ExpectationAnswer("x\n::error::y", False, "100%", "z"),)))
    assert "\n" not in line
    assert line.endswith("expected 100%25, found z")


def test_cards_with_the_columns_that_their_kind_uses() -> None:
    page = Page()
    rows = (
        CardRow("a", "Cutter", "boat", "Sails", {"miles": "4"}),
        CardRow("b", "Gull", "bird", "", {"wings": "2"}),
    )
    show_cards(page, CardsAnswer(rows))
    heads = [line.split() for line in lay_out(page).splitlines() if line.startswith("name")]
    assert heads == [["name", "group", "miles"], ["name", "wings"]]


def test_what_the_turn_and_the_best_play_have_in_common_is_told_once() -> None:
    """The same steps: nothing but that it is the best; other steps with the same sum: no second sum."""
    other = replace(LEGAL, steps=(StepAnswer(1, "row Cutter, then drop anchor"),))
    same = _text(check(LEGAL, solution=SOLUTION))
    apart = _text(check(LEGAL, solution=replace(SOLUTION, best=(replace(SOLUTION.best[0], line=other),))))

    assert "best       The turn that was played." in same
    assert "row Cutter, then drop anchor" in apart
    sums = [
        sum(line.strip().endswith("Knots 9: 3 missing") for line in t.splitlines()) for t in (same, apart)
    ]
    assert sums == [1, 1]


def test_a_claim_that_its_reason_repeats_is_told_once() -> None:
    answer = check(claims=("confirmed",))
    claim = replace(answer.claims[0], text="defeats Reef", reason="Reef is defeated: 6 against 4")
    text = _text(replace(answer, line=None, claims=(claim,)))

    assert "confirmed  Reef is defeated: 6 against 4." in text
    assert "defeats Reef" not in text


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
    in_words = replace(cited("HB-1", True), text="Add up what you have.")
    none = "  No single rule decides: without any one of them the verdict stays."
    assert (none in lines(cited("HB-1", False)), none in lines(cited("HB-1", None))) == (True, False)
    assert lines(in_words)[1] == "  HB-1  Add up what you have."


def test_an_open_point_is_told_with_its_reading() -> None:
    found = lines(cited("key.tide", True), cited("HB-1", False), readings=(READING,))

    assert "  tide = late: When does the tide turn?" in found
    assert not any("key.tide" in line for line in found)
    assert lines(cited("HB-1", True), readings=(READING,), detail=BRIEF) == []


def test_sources_say_where_each_is_written() -> None:
    found = lines(cited("key.tide", True, "Tide"), cited("HB-1", None), detail=Detail(sources=True))

    assert found == ["Where it is written", "  tide Tide: Sums: book", "  HB-1 Sums: Sums: book"]
