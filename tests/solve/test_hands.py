"""Hands of Heroes, Weapons and food: what the rooms above ask most, and what they rely on."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from tsolve.budget import Budget, allow
from tsolve.solve import EXACT_WORK, all_optima, estimated_work, evaluate, solve
from tsolve.solve.exact import solve_exact
from tsolve.solve.problem import (
    Choice,
    Clamp,
    Divide,
    Linear,
    Option,
    Outcome,
    Pick,
    Problem,
    Resource,
    Test,
    Total,
    upper_bound,
)

BACKENDS = ["exact", "cpsat"]


def hand(heroes: int, weapons: int, rations: int, seed: int) -> Problem:
    """Heroes who take a Weapon, if need be after eating, in the dark, with Disease, losing one card."""
    random = Random(seed)
    arms = [(f"weapon{n}", random.randint(2, 8), random.randint(1, 6)) for n in range(weapons)]
    choices = []
    for n in range(heroes):
        strength, attack, magic = random.randint(1, 7), random.randint(0, 4), random.choice([0, 0, 2])
        options = []
        for weapon, weight, bonus in arms:
            eaten = max(0, (weight - strength + 1) // 2)
            if eaten <= 2:
                adds = {"attack": attack + bonus, "magic": magic, "equipped": 1}
                options.append(Option(f"{weapon}+{eaten}", {weapon: 1, "food": eaten}, adds))
                options.append(
                    Option(f"{weapon}+{eaten} lost", {weapon: 1, "food": eaten}, {**adds, "lost": 1})
                )
        options.append(Option("bare", {}, {"attack": attack, "magic": magic}))
        options.append(Option("bare lost", {}, {"attack": attack, "magic": magic, "lost": 1}))
        choices.append(Choice(f"hero{n}", 1, tuple(options)))
    sick = (Option("attack", {}, {"attack": -1}), Option("magic", {}, {"magic": -1}))
    health = random.randint(3 * heroes, 6 * heroes)
    return Problem(
        f"hand {heroes}x{weapons}x{rations} {seed}",
        (*(Resource(weapon, 1) for weapon, _, _ in arms), Resource("food", rations)),
        (*choices, Choice("disease", 1 + heroes // 4, sick)),
        (
            Total("attack", prefer="more"),
            Total("magic", low=0, prefer="more"),
            Total("equipped", prefer="more"),
            Total("lost", low=1, prefer="less"),
        ),
        (
            Linear("raw", ((1, "attack"), (2, "magic")), constant=-2),
            Clamp("whole", "raw", low=0),
            Divide("half", "whole"),
            Pick("value", Test("equipped", at_least=2), "whole", "half"),
            Pick("win", Test("value", at_least=health), 1, 0),
            Linear("kept", ((-1, "lost"),)),
            Linear("margin", ((1, "value"),), constant=-health),
        ),
        objective=("win", "kept", "margin"),
    )


@pytest.mark.parametrize("seed", range(6))
def test_backends_agree_on_whole_hands(seed: int) -> None:
    problem = hand(3 + seed % 3, 2 + seed % 4, 2, seed)
    exact, cpsat = solve(problem, "exact"), solve(problem, "cpsat")
    assert exact.status == "optimal"
    assert (exact.solution, exact.bound) == (cpsat.solution, cpsat.bound)
    assert all_optima(problem, exact.bound, 50, "exact") == all_optima(problem, exact.bound, 50, "cpsat")


def test_large_hands_are_solved_with_proof_and_reproducibly() -> None:
    problem = hand(20, 20, 12, 1)
    first, second = solve(problem), solve(problem)
    assert (first.backend, first.status) == ("cpsat", "optimal")
    assert first == second
    assert first.solution is not None
    assert first.solution == evaluate(problem, first.solution.counts)
    assert first.solution.objective == first.bound <= upper_bound(problem)


@pytest.mark.parametrize("backend", BACKENDS)
def test_time_that_runs_out_leaves_a_valid_bound(backend: str) -> None:
    problem = hand(20, 20, 12, 2)
    best = solve(problem, "cpsat").bound
    with allow(Budget(steps=500)):
        outcome = solve(problem, backend)
    assert outcome.status == "undecided"
    assert best <= outcome.bound <= upper_bound(problem)
    if outcome.solution is not None:
        assert outcome.solution == evaluate(problem, outcome.solution.counts)
        assert outcome.solution.objective <= best


def test_the_exact_backend_gives_up_when_there_are_too_many_states() -> None:
    problem = hand(6, 6, 4, 0)
    outcome = solve_exact(problem, max_states=100)
    assert (outcome.status, outcome.solution) == ("undecided", None)
    assert outcome.bound == upper_bound(problem) >= solve(problem, "cpsat").bound


def test_a_rosy_estimate_falls_back_to_cpsat() -> None:
    # No resources: the estimate sees few states. But every choice moves its power of two to x or to y, so all
    # sums differ and none beats another. x + y is 2^16 - 1 in the end, whatever is chosen.
    choices = tuple(
        Choice(f"c{n}", 1, (Option("a", {}, {"x": 2**n}), Option("b", {}, {"y": 2**n}))) for n in range(16)
    )
    totals = (Total("x", prefer="more"), Total("y", prefer="more"))
    problem = Problem("p", (), choices, totals, (Linear("z", ((1, "x"), (1, "y"))),), objective=("z",))
    assert estimated_work(problem) <= EXACT_WORK
    outcome = solve(problem)
    assert (outcome.backend, outcome.status, outcome.bound) == ("cpsat", "optimal", (65_535,))
    assert outcome.solution is not None
    assert outcome.solution.values["x"] == 65_535  # canonical: the first option everywhere
    listed = all_optima(problem, (65_535,), 3)
    # after all on x come the last choice on y (2^15), then the one before it (2^14)
    assert [solution.values["y"] for solution in listed] == [0, 2**15, 2**14]


def test_loose_weights_are_solved_stage_by_stage() -> None:
    # Two objectives of up to 10^9 each do not fit one weighted sum of 2^50: x comes first, then y.
    big = 5 * 10**8
    choice = Choice(
        "c", 2, (Option("y", {}, {"y": big}), Option("x", {}, {"x": big}), Option("xy", {}, {"x": 7, "y": 1}))
    )
    problem = Problem("p", (), (choice,), (Total("x"), Total("y")), objective=("x", "y"))
    limited = Problem("q", (), (choice,), (Total("x", high=big + 7), Total("y")), objective=("x", "y"))
    for backend in BACKENDS:
        # freely: x twice, 10^9; with x at most big + 7: x once and xy once, which leaves y = 1
        assert solve(problem, backend).bound == (2 * big, 0)
        assert solve(limited, backend).bound == (big + 7, 1)
        assert solve(limited, backend, at_least=(big + 7, 0)).bound == (big + 7, 1)
        nothing = solve(limited, backend, at_least=(big + 7, 1))
        assert nothing == Outcome("infeasible", None, (big + 7, 1), backend, nothing.states)


def test_nothing_loads_the_solver_before_it_is_needed() -> None:
    program = """
import sys
from tsolve.solve import Choice, Option, Problem, Total, all_optima, solve
choice = Choice("c", 2, (Option("a", {}, {"t": 1}), Option("b")))
problem = Problem("p", choices=(choice,), totals=(Total("t"),), objective=("t",))
assert solve(problem).bound == solve(problem, "exact").bound == (2,)
assert len(all_optima(problem, (2,), 5)) == 1
assert not [name for name in sys.modules if name.partition(".")[0] in ("ortools", "numpy", "pandas")]
assert solve(problem, "cpsat").bound == (2,)
assert "ortools" in sys.modules
assert not [name for name in sys.modules if name.partition(".")[0] in ("numpy", "pandas")]
"""
    subprocess.run([sys.executable, "-c", program], check=True)
