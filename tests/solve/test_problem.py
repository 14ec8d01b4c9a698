"""The arithmetic of totals and terms, what makes counts inadmissible, and problems that make no sense."""

from __future__ import annotations

import pytest

from tsolve.errors import UndecidedError
from tsolve.solve import evaluate, solve, solve_stated
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

SQUIRE = Choice(
    "squire",
    2,
    (
        Option("polearm", {"polearm": 1, "rations": 1}, {"attack": 8, "equipped": 1}),
        Option("bare", {}, {"attack": 2}),
    ),
)
PROBLEM = Problem(
    "p",
    resources=(Resource("polearm", 1), Resource("rations", 1)),
    choices=(SQUIRE,),
    totals=(Total("attack", start=-1), Total("equipped"), Total("light", start=1)),
    terms=(
        Linear("dark", ((-1, "light"),), constant=3),
        Clamp("penalty", "dark", low=0),
        Linear("raw", ((1, "attack"), (-2, "penalty"))),
        Divide("half", "raw"),
        Pick("value", Test("equipped", at_least=1), "raw", "half"),
        Pick("win", Test("value", at_least=5), 1, 0),
    ),
    objective=("win", "value"),
)


def test_totals_and_terms_by_hand() -> None:
    solution = evaluate(PROBLEM, {"squire": {"polearm": 1, "bare": 1}})
    # attack -1 + 8 + 2 = 9; dark 3 - 1 = 2; raw 9 - 2 * 2 = 5, not halved, for one is equipped; 5 >= 5 wins
    assert solution.values == {
        "attack": 9,
        "equipped": 1,
        "light": 1,
        "dark": 2,
        "penalty": 2,
        "raw": 5,
        "half": 2,
        "value": 5,
        "win": 1,
    }
    assert solution.objective == (1, 5)
    assert solution.counts == {"squire": {"polearm": 1, "bare": 1}}


def test_production_and_use_are_balanced_at_the_end() -> None:
    # 3 produced and 2 used leave -1 used in all: within a capacity of 0, beyond one of -2.
    choice = Choice("c", 2, (Option("mint", {"gold": -3}), Option("buy", {"gold": 2})))
    counts = {"c": {"mint": 1, "buy": 1}}
    assert evaluate(Problem("p", (Resource("gold", 0),), (choice,)), counts).objective == ()
    with pytest.raises(ValueError, match="resource 'gold': -1 used, -2 there"):
        evaluate(Problem("p", (Resource("gold", -2),), (choice,)), counts)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ({}, "does not use exactly 2 copies"),
        ({"squire": {"bare": 1}}, "does not use exactly 2 copies"),
        ({"squire": {"bare": 3, "polearm": -1}}, "does not use exactly 2 copies"),
        ({"squire": {"spear": 2}}, "unknown option 'spear'"),
        ({"squire": {"bare": 2}, "knight": {}}, "unknown choice 'knight'"),
        ({"squire": {"polearm": 2}}, "resource 'polearm': 2 used, 1 there"),
    ],
)
def test_inadmissible_counts_are_refused(counts: dict[str, dict[str, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate(PROBLEM, counts)


@pytest.mark.parametrize(("limits", "fine"), [((4, 4), True), ((5, None), False), ((None, 3), False)])
def test_limits_of_totals_are_kept(limits: tuple[int | None, int | None], fine: bool) -> None:
    problem = Problem("p", totals=(Total("t", start=4, low=limits[0], high=limits[1]),))
    if fine:
        assert evaluate(problem, {}).values == {"t": 4}
    else:
        with pytest.raises(ValueError, match="total 't': 4 is outside"):
            evaluate(problem, {})


def test_implications_are_kept() -> None:
    rule = Implication(when=Test("none", at_least=1), then=Test("attack", at_most=0))
    idle = Choice("disease", 1, (Option("attack", {}, {"attack": -1}), Option("none", {}, {"none": 1})))
    problem = Problem("p", choices=(idle,), totals=(Total("attack", 1), Total("none")), constraints=(rule,))
    assert evaluate(problem, {"disease": {"attack": 1}}).values == {"attack": 0, "none": 0}
    with pytest.raises(ValueError, match="implication broken"):
        evaluate(problem, {"disease": {"none": 1}})


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
            "unknown total or term 'b'",
        ),
        (Problem("p", totals=T, terms=(Divide("a", "t", 0),)), "term 'a': it divides by 0"),
        (Problem("p", totals=T, terms=(Linear("a", ((1, "x"),)),)), "term 'a': unknown total or term 'x'"),
        (Problem("p", totals=T, terms=(Clamp("a", "x"),)), "term 'a': unknown total or term 'x'"),
        (Problem("p", totals=T, terms=(Clamp("a", "t", 3, 2),)), "low 3 is above high 2"),
        (Problem("p", totals=(Total("t", low=1, high=0),)), "low 1 is above high 0"),
        (Problem("p", totals=T, terms=(Pick("a", Test("t"), 1, 0),)), "exactly one of at_least and at_most"),
        (Problem("p", totals=T, terms=(Pick("a", Test("t", 1, 2), 1, 0),)), "exactly one of at_least"),
        (Problem("p", totals=T, terms=(Pick("a", Test("t", 1), "x", 0),)), "unknown total or term 'x'"),
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


def test_a_choice_needs_options_where_it_has_copies() -> None:
    assert solve(Problem("p", choices=(Choice("c", 0, ()),))).status == "optimal"
    with pytest.raises(ValueError, match="choice 'c' has no options"):  # what a planner states, in tests only
        solve_stated(Problem("p", choices=(Choice("c", 1, ()),)))
