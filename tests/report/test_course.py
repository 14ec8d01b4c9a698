"""The likeliest course of several boats, boat by boat, with what it brings on average."""

from __future__ import annotations

from fractions import Fraction

from tsolve.model.answers import LevelMeaning, Plan, SolveAnswer
from tsolve.model.plays import Between, LineAnswer, StepAnswer, exact
from tsolve.report.course import bounds_told, show_course, turns_of
from tsolve.report.page import Page
from tsolve.report.solution import best_in_short
from tsolve.report.text.layout import lay_out

TEXTS = ("Ketch: row to (3,2)", "draw Calm", "Ketch: land fish", "Gig: row to (0,1)", "Ketch: turn back")
STEPS = (
    *(StepAnswer(number, text) for number, text in enumerate(TEXTS, 1)),
    StepAnswer(6, "skip", goes_on=True),
)
BETWEEN = (
    Between("boats", exact(2), exact(2)),
    Between("fish", exact(Fraction(4, 5)), exact(Fraction(5, 2))),
)
PLAN = Plan("two boats", ("boats", "fish"), (2, 1), LineAnswer(STEPS, "Two boats come home."))
SOLVED = SolveAnswer(
    *("undecided", PLAN.goal, PLAN.objective, (), "search", (PLAN,)),
    between=BETWEEN,
    levels=(LevelMeaning("fish", "fish landed"),),
)


def test_steps_stand_with_who_takes_them() -> None:
    assert [*turns_of(STEPS)] == [
        ("Ketch", ["row to (3,2)", "draw Calm", "land fish"]),
        ("Gig", ["row to (0,1)"]),
        ("Ketch", ["turn back"]),
    ]


def test_what_comes_before_anybody_acts_has_no_name() -> None:
    assert [*turns_of([StepAnswer(1, "draw Calm"), StepAnswer(2, "Gig: wait")])] == [
        ("", ["draw Calm"]),
        ("Gig", ["wait"]),
    ]


def test_a_level_that_is_known_has_one_number() -> None:
    assert bounds_told(BETWEEN) == "boats 2; fish at least 0.8 (4/5), at most 2.5 (5/2)"


def test_the_course_on_a_page() -> None:
    page = Page()
    show_course(page, SOLVED)
    assert lay_out(page, 80).splitlines() == [
        "? best so far If the likeliest cards come: Two boats come home. Not proved.",
        "   Ketch  row to (3,2); draw Calm; land fish",
        "   Gig    row to (0,1)",
        "   Ketch  turn back",
        "   On average boats 2; fish at least 0.8 (4/5), at most 2.5 (5/2).",
        "   fish: fish landed.",
    ]


def test_the_course_in_a_sentence() -> None:
    assert best_in_short(SOLVED) == (
        "Two boats come home. On average boats 2; fish at least 0.8 (4/5), at most 2.5 (5/2). Not proved."
    )
