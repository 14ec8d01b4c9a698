"""Problems that make no sense are refused, each with the reason."""

from __future__ import annotations

import pytest

from tsolve.errors import UndecidedError
from tsolve.solve import solve, solve_stated
from tsolve.solve.problem import (
    Choice,
    Clamp,
    Divide,
    Implication,
    Linear,
    Option,
    Pick,
    Problem,
    Resource,
    Test,
    Total,
)
from tsolve.solve.validation import MAX_COPIES, MAX_NUMBER, MAX_OPTIONS, MAX_PARTS, check

T = (Total("t"),)
ONE = (Option("o"),)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Problem("p", (Resource("r", 1), Resource("r", 2))), "resource 'r' appears twice"),
        (Problem("p", choices=(Choice("c", 1, ONE), Choice("c", 1, ONE))), "choice 'c' appears twice"),
        (Problem("p", totals=(*T, *T)), "total 't' appears twice"),
        (Problem("p", choices=(Choice("c", 1, (*ONE, *ONE)),)), "option 'o' appears twice"),
        (Problem("p", choices=(Choice("c", 1, ()),)), "choice 'c' has no options"),
        (Problem("p", choices=(Choice("c", -1, ONE),)), "-1 copies"),
        (Problem("p", choices=(Choice("c", 1, (Option("o", {"x": 1}),)),)), "unknown resource 'x'"),
        (Problem("p", choices=(Choice("c", 1, (Option("o", {}, {"x": 1}),)),)), "unknown total 'x'"),
        (Problem("p", totals=T, terms=(Divide("t", "t"),)), "term 't': the id is already taken"),
        (
            Problem("p", totals=T, terms=(Divide("a", "b"), Divide("b", "t"))),
            "term 'a': unknown total or term 'b'",
        ),
        (Problem("p", totals=T, terms=(Divide("a", "t", 0),)), "term 'a': it divides by 0"),
        (Problem("p", totals=T, terms=(Linear("a", ((1, "x"),)),)), "term 'a': unknown total or term 'x'"),
        (Problem("p", totals=T, terms=(Clamp("a", "x"),)), "term 'a': unknown total or term 'x'"),
        (Problem("p", totals=T, terms=(Clamp("a", "t", 3, 2),)), "low 3 is above high 2"),
        (Problem("p", totals=(Total("t", low=1, high=0),)), "low 1 is above high 0"),
        (Problem("p", totals=T, terms=(Pick("a", Test("t"), 1, 0),)), "exactly one of at_least and at_most"),
        (Problem("p", totals=T, terms=(Pick("a", Test("t", 1, 2), 1, 0),)), "exactly one of at_least"),
        (
            Problem("p", totals=T, terms=(Pick("a", Test("t", 1), "x", 0),)),
            "term 'a': unknown total or term 'x'",
        ),
        (Problem("p", constraints=(Implication(Test("x", 1), Test("x", 1)),)), "unknown total or term 'x'"),
        (Problem("p", objective=("x",)), "objective: unknown total or term 'x'"),
    ],
)
def test_nonsense_is_refused_with_its_reason(problem: Problem, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check(problem)
    with pytest.raises(ValueError, match=message):
        solve(problem)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Problem("p", (Resource("r", MAX_NUMBER + 1),)), "is beyond"),
        (Problem("p", totals=tuple(Total(f"t{n}") for n in range(MAX_PARTS + 1))), "1001 resources, totals"),
        (
            Problem("p", choices=(Choice("c", 1, tuple(Option(str(n)) for n in range(MAX_OPTIONS + 1))),)),
            "more than 20000 options",
        ),
        (Problem("p", choices=(Choice("c", MAX_COPIES + 1, ONE),)), "1001 copies"),
        (
            # 10^9 times 10^9 is beyond what either backend promises to hold
            Problem("p", totals=(Total("t", MAX_NUMBER),), terms=(Linear("a", ((MAX_NUMBER, "t"),)),)),
            "'a' could reach 1000000000000000000",
        ),
    ],
)
def test_what_is_too_large_stays_undecided(problem: Problem, message: str) -> None:
    with pytest.raises(UndecidedError, match=message):
        check(problem)
    with pytest.raises(UndecidedError, match=message):
        solve(problem)


def test_what_the_planner_states_is_checked_in_every_test() -> None:
    with pytest.raises(ValueError, match="choice 'c' has no options"):
        solve_stated(Problem("p", choices=(Choice("c", 1, ()),)))


def test_a_choice_without_copies_needs_no_options() -> None:
    assert solve(Problem("p", choices=(Choice("c", 0, ()),))).status == "optimal"
