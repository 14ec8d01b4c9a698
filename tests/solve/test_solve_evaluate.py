"""The arithmetic of totals and terms, and what makes counts inadmissible: the judge of both backends."""

from __future__ import annotations

import pytest

from tsolve.solve import validation
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
    solution = validation(PROBLEM, {"squire": {"polearm": 1, "bare": 1}})
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


def test_halves_round_down_below_zero_too() -> None:
    # attack -1 + 2 + 2 = 3; raw 3 - 4 = -1; half of -1 is -1, rounded down; nobody is equipped, so that
    # counts
    solution = validation(PROBLEM, {"squire": {"bare": 2}})
    assert (solution.values["raw"], solution.values["half"], solution.objective) == (-1, -1, (0, -1))


@pytest.mark.parametrize(
    ("of", "low", "high", "value"),
    [(7, 0, 5, 5), (-2, 0, 5, 0), (3, 0, 5, 3), (7, None, 5, 5), (7, 0, None, 7), (-2, None, 5, -2)],
)
def test_clamp(of: int, low: int | None, high: int | None, value: int) -> None:
    problem = Problem(
        "p", totals=(Total("t", start=of),), terms=(Clamp("c", "t", low, high),), objective=("c",)
    )
    assert validation(problem, {}).objective == (value,)


@pytest.mark.parametrize(
    ("test", "value"),
    [
        (Test("t", at_least=4), 10),
        (Test("t", at_least=5), -10),
        (Test("t", at_most=4), 10),
        (Test("t", at_most=3), -10),
    ],
)
def test_thresholds_include_their_number(test: Test, value: int) -> None:
    problem = Problem("p", totals=(Total("t", start=4),), terms=(Pick("x", test, 10, -10),), objective=("x",))
    assert validation(problem, {}).objective == (value,)


def test_production_and_use_are_balanced_at_the_end() -> None:
    # 3 produced and 2 used leave -1 used in all: within a capacity of 0, beyond one of -2.
    choice = Choice("c", 2, (Option("mint", {"gold": -3}), Option("buy", {"gold": 2})))
    counts = {"c": {"mint": 1, "buy": 1}}
    assert validation(Problem("p", (Resource("gold", 0),), (choice,)), counts).objective == ()
    with pytest.raises(ValueError, match="resource 'gold': -1 used, -2 there"):
        validation(Problem("p", (Resource("gold", -2),), (choice,)), counts)


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
        validation(PROBLEM, counts)


@pytest.mark.parametrize(("limits", "fine"), [((4, 4), True), ((5, None), False), ((None, 3), False)])
def test_limits_of_totals_are_kept(limits: tuple[int | None, int | None], fine: bool) -> None:
    problem = Problem("p", totals=(Total("t", start=4, low=limits[0], high=limits[1]),))
    if fine:
        assert validation(problem, {}).values == {"t": 4}
    else:
        with pytest.raises(ValueError, match="total 't': 4 is outside"):
            validation(problem, {})


def test_implications_are_kept() -> None:
    rule = Implication(when=Test("none", at_least=1), then=Test("attack", at_most=0))
    idle = Choice("disease", 1, (Option("attack", {}, {"attack": -1}), Option("none", {}, {"none": 1})))
    problem = Problem("p", choices=(idle,), totals=(Total("attack", 1), Total("none")), constraints=(rule,))
    assert validation(problem, {"disease": {"attack": 1}}).values == {"attack": 0, "none": 0}
    with pytest.raises(ValueError, match="implication broken"):
        validation(problem, {"disease": {"none": 1}})
