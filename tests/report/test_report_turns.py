"""Kinds of turn compared by one goal, as text."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.model.answers import Plan, SolveAnswer, TurnWorth
from tsolve.model.plays import Exact, LineAnswer, StepAnswer
from tsolve.model.solved import Candidate
from tsolve.report.page import Page
from tsolve.report.solution import show_all, show_best, show_best_briefly, show_candidates, show_solution
from tsolve.report.sums import Tables
from tsolve.report.text.layout import lay_out

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
    page = Page()
    show_solution(page, solution, Tables(page, {}))
    return lay_out(page, 100)


def test_the_best_turn_comes_first_and_signs_are_kept() -> None:
    text = shown(SOLVED)

    assert text.startswith(
        "Best turn: sea, by 2*gain+lost\n"
        "  sea           -3: sail (gain -1, lost 1)\n"
        "  shore         -3.5 (-7/2): wait (gain -1.75 (-7/4), lost 0)\n"
    )
    assert "  goal          2*gain+lost -3, gain -1, lost 1\n" in text
    assert "Next best\n  shore: wait  Ashore.\n" in text


def test_what_is_counted_down_may_be_gained() -> None:
    """One more healed than taken: fewer than none are lost."""
    gained = (Exact("-3", -3.0), Exact("-5", -5.0), Exact("1/2", 0.5))
    better = replace(SOLVED, objective=(-1, -2, 3), turns=(replace(SOLVED.turns[0], worth=gained),))

    assert "(gain -5, lost -0.5 (-1/2))" in shown(better)
    assert "2*gain+lost -1, gain -2, lost -3\n" in shown(better)


def test_a_goal_of_one_level_has_no_brackets() -> None:
    short = tuple(replace(turn, worth=turn.worth[:1]) for turn in SOLVED.turns)

    assert "  sea           -3: sail\n" in shown(replace(SOLVED, goal=GOAL[:1], turns=short))


def test_the_short_form_says_which_turn() -> None:
    page = Page()
    show_best_briefly(page, SOLVED)

    assert lay_out(page) == "go to sea; set sail\n"


def test_the_short_form_names_the_turn_once() -> None:
    page = Page()
    begun = replace(SOLVED.turns[0], action="set sail")
    show_best_briefly(page, replace(SOLVED, turns=(begun,)))

    assert lay_out(page) == "set sail\n"


def test_in_brief_kinds_of_turn_are_a_table_and_steps_that_only_go_on_are_left_out() -> None:
    page = Page()
    line = replace(LINE, steps=(*LINE.steps, StepAnswer(2, "end the turn", goes_on=True)))
    show_best(page, replace(SOLVED, best=(replace(SOLVED.best[0], line=line),)), {})

    assert lay_out(page).splitlines() == [
        "  best       At sea. Proved.",
        "   1  set sail",
        "   turn" + 15 * " " + "worth",
        "   sea    sail" + 11 * " " + "-3",
        "   shore  wait  -3.5 (-7/2)",
    ]


def _candidates(count: int) -> tuple[Candidate, ...]:
    """Each worth one less than the one before."""
    return tuple(
        Candidate(
            "shore", f"buy {n}", f"You buy {n}.", ("worth",), (Exact(str(9 - n), 9.0 - n),), "optimal", ()
        )
        for n in range(1, count + 1)
    )


def test_of_many_candidates_six_are_told_in_brief() -> None:
    def told(count: int, everything: bool = False) -> list[str]:
        page = Page()
        show_candidates(page, _candidates(count), everything)
        return [" ".join(line.split()) for line in lay_out(page).splitlines()]

    assert told(1) == []
    assert told(8)[:2] == ["brings worth", "buy 1 You buy 1. 8"]
    assert told(8)[-1] == "2 more (-v)"
    assert told(7)[-1] == "buy 7 You buy 7. 2"
    assert told(8, everything=True)[-1] == "buy 8 You buy 8. 1"


def test_all_plays_stand_below_the_best_one_with_their_steps() -> None:
    page = Page()
    other = Plan("sea: drift", GOAL, (-3, -1, -1), LineAnswer((StepAnswer(1, "drift"),), "Adrift."))
    show_all(page, replace(SOLVED, best=(*SOLVED.best, other)))

    assert lay_out(page).splitlines() == ["Equally good, 2: sea: drift", "  Adrift.", "   1  drift"]
