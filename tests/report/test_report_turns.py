"""Kinds of turn compared by one goal, as text."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.model.answers import LineAnswer, Plan, SolveAnswer, StepAnswer, TurnWorth
from tsolve.model.policies import Exact
from tsolve.report.calculation import Tables
from tsolve.report.page import Page
from tsolve.report.solution import show_best_briefly, show_solution

GOAL = ("2*gain+lost", "gain", "lost")
LINE = LineAnswer((StepAnswer(1, "set sail", ()),), "At sea.")
SOLVED = SolveAnswer(
    status="optimal",
    goal=GOAL,
    objective=(-3, -1, -1),
    bound=(-3, -1, -1),
    backend="exact",
    best=(Plan("sea: sail", GOAL, (-3, -1, -1), LINE),),
    others=(Plan("shore: wait", GOAL, (-4, -2, 0), LineAnswer((), "Ashore.")),),
    counted_down=("lost",),
    turns=(
        TurnWorth(
            "sea", "go to sea", "sail", (Exact("-3", -3.0), Exact("-1", -1.0), Exact("-1", -1.0)), "optimal"
        ),
        TurnWorth(
            "shore", "stay", "wait", (Exact("-7/2", -3.5), Exact("-7/4", -1.75), Exact("0", 0.0)), "optimal"
        ),
    ),
)


def shown(solution: SolveAnswer) -> str:
    page = Page(100)
    show_solution(page, solution, Tables(page, {}))
    return str(page)


def test_the_best_turn_comes_first_and_signs_are_kept() -> None:
    text = shown(SOLVED)

    assert text.startswith(
        "Best turn: sea, by 2*gain+lost\n"
        "  sea           -3: sail (gain -1, lost 1)\n"
        "  shore         -7/2 (-3.5): wait (gain -7/4 (-1.75), lost 0)\n"
    )
    assert "  goal          2*gain+lost -3, gain -1, lost 1\n" in text
    assert "Next best\n  shore: wait  Ashore.\n" in text


def test_what_is_counted_down_may_be_gained() -> None:
    """One more healed than taken: fewer than none are lost."""
    gained = (Exact("-3", -3.0), Exact("-5", -5.0), Exact("1/2", 0.5))
    better = replace(SOLVED, objective=(-1, -2, 3), turns=(replace(SOLVED.turns[0], worth=gained),))

    assert "(gain -5, lost -1/2 (-0.5))" in shown(better)
    assert "2*gain+lost -1, gain -2, lost -3\n" in shown(better)


def test_a_goal_of_one_level_has_no_brackets() -> None:
    short = tuple(replace(turn, worth=turn.worth[:1]) for turn in SOLVED.turns)

    assert "  sea           -3: sail\n" in shown(replace(SOLVED, goal=GOAL[:1], turns=short))


def test_the_short_form_says_which_turn() -> None:
    page = Page(80)
    show_best_briefly(page, SOLVED)

    assert str(page) == "go to sea\nset sail\n"


def test_the_short_form_names_the_turn_once() -> None:
    page = Page(80)
    begun = replace(SOLVED.turns[0], action="set sail")
    show_best_briefly(page, replace(SOLVED, turns=(begun,)))

    assert str(page) == "set sail\n"
