"""Both backends against enumeration: objective, proof, canonical solution, all optima, thresholds, ranges
of totals; and Ctrl-C belongs to Python while CP-SAT works, and afterwards.
"""

from __future__ import annotations

import os
import signal
import threading
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from tests.solve.small_problems import finish, problems, solutions
from tests.sweeping import seeds
from tsolve.budget import Budget, allow
from tsolve.solve import all_optima, cpsat, evaluate, solve
from tsolve.solve.cpsat import optima_cpsat
from tsolve.solve.packing import saturation
from tsolve.solve.problem import (
    Choice,
    Clamp,
    Linear,
    Option,
    Pick,
    Problem,
    Test,
    Total,
    all_ranges,
    upper_bound,
)

BACKENDS = ["exact", "cpsat"]


@settings(max_examples=len(seeds(80, 250)))
@given(problems())
def test_both_backends_prove_the_canonical_optimum(problem: Problem) -> None:
    found = solutions(problem)
    best = max((objective for objective, *_ in found), default=None)
    for backend in BACKENDS:
        outcome = solve(problem, backend)
        assert outcome.backend == backend
        if best is None:
            assert (outcome.status, outcome.solution, outcome.bound) == ("infeasible", None, ())
            continue
        first = next(counts for objective, counts, _ in found if objective == best)
        assert (outcome.status, outcome.bound) == ("optimal", best)
        assert outcome.solution is not None
        assert outcome.solution.counts == first
        assert outcome.solution == evaluate(problem, outcome.solution.counts)


@settings(max_examples=len(seeds(50, 150)))
@given(problems())
def test_all_optima_come_in_canonical_order_and_can_be_cut_short(problem: Problem) -> None:
    found = solutions(problem)
    for best in sorted({objective for objective, *_ in found}, reverse=True)[:2]:
        expected = [counts for objective, counts, _ in found if objective == best]
        for backend in BACKENDS:
            for limit in (1, 2, len(expected) + 1):
                listed = all_optima(problem, best, limit, backend)
                assert [solution.counts for solution in listed] == expected[:limit]
                assert all(solution.objective == best for solution in listed)


@settings(max_examples=len(seeds(50, 150)))
@given(problems())
def test_only_what_beats_at_least_counts(problem: Problem) -> None:
    found = solutions(problem)
    if not problem.objective:
        return
    known = sorted({objective for objective, *_ in found})[-2:]
    # The two best objectives, and thresholds around them at the first and at the last level.
    around = [(value[0] + step, *value[1:]) for value in known for step in (-9, 0, 9)]
    around += [(*value[:-1], value[-1] + step) for value in known for step in (-9, -1, 1, 9)]
    for threshold in around or [(0,) * len(problem.objective)]:
        better = [each for each in found if each[0] > threshold]
        for backend in BACKENDS:
            outcome = solve(problem, backend, at_least=threshold)
            if not better:
                assert (outcome.status, outcome.solution, outcome.bound) == ("infeasible", None, threshold)
                continue
            best = max(objective for objective, *_ in better)
            first = next(counts for objective, counts, _ in better if objective == best)
            assert (outcome.status, outcome.bound) == ("optimal", best)
            assert outcome.solution is not None
            assert outcome.solution.counts == first


@settings(max_examples=len(seeds(60, 200)))
@given(problems())
def test_the_quick_bound_holds_at_every_level(problem: Problem) -> None:
    bound = upper_bound(problem)
    assert len(bound) == len(problem.objective)
    for objective, *_ in solutions(problem):
        assert all(value <= limit for value, limit in zip(objective, bound, strict=True))


@settings(max_examples=40)
@given(problems())
def test_no_time_means_undecided_with_a_bound_that_holds(problem: Problem) -> None:
    best = max((objective for objective, *_ in solutions(problem)), default=None)
    for backend in BACKENDS:
        with allow(Budget(seconds=0)):
            outcome = solve(problem, backend)
        if outcome.status == "infeasible":  # seen without searching
            assert best is None
        elif outcome.status == "optimal":  # nothing to choose: no search either
            assert outcome.bound == best
        else:
            assert outcome.solution is None
            assert best is None or outcome.bound >= best


@pytest.mark.parametrize("backend", BACKENDS)
def test_thresholds_and_optima_must_fit_the_objective(backend: str) -> None:
    problem = Problem("empty")
    with pytest.raises(ValueError, match="at_least has 1 values, the objective 0"):
        solve(problem, backend, at_least=(1,))
    with pytest.raises(ValueError, match="cannot list"):
        all_optima(problem, (1,), 5, backend)
    with pytest.raises(ValueError, match="cannot list 0"):
        all_optima(problem, (), 0, backend)


def worth(problem: Problem, totals: dict[str, int]) -> tuple[int, ...] | None:
    for total in problem.totals:
        if total.low is not None and totals[total.id] < total.low:
            return None
        if total.high is not None and totals[total.id] > total.high:
            return None
    values = finish(problem, totals)
    return None if values is None else tuple(values[id_] for id_ in problem.objective)


@settings(max_examples=len(seeds(50, 150)))
@given(problems())
def test_what_is_beyond_the_points_of_saturation_changes_nothing(problem: Problem) -> None:
    ranges = all_ranges(problem)
    enough = saturation(problem, ranges)
    spans = {total.id: range(ranges[total.id][0], ranges[total.id][1] + 1) for total in problem.totals}
    for total in problem.totals:
        low, high = enough[total.id]
        others = [id_ for id_ in spans if id_ != total.id]
        for rest in product(*(spans[id_] for id_ in others)):
            fixed = dict(zip(others, rest, strict=True))
            for alike in (
                [value for value in spans[total.id] if value <= low],
                [value for value in spans[total.id] if value >= high],
            ):
                assert len({worth(problem, {**fixed, total.id: value}) for value in alike}) <= 1


def test_saturation_by_hand() -> None:
    # penalty = max(0, 3 - light): from light 3 on there is none. Armed or not is decided at 2 equipped.
    # Attack runs from 0 to 9 and counts without end; nobody reads the gold.
    options = (Option("a", {}, {"attack": 9, "light": 5, "equipped": 4, "gold": 1}), Option("b"))
    problem = Problem(
        "p",
        choices=(Choice("c", 1, options),),
        totals=(Total("attack"), Total("light"), Total("equipped"), Total("gold")),
        terms=(
            Linear("dark", ((-1, "light"),), constant=3),
            Clamp("penalty", "dark", low=0),
            Linear("raw", ((1, "attack"), (-2, "penalty"))),
            Pick("value", Test("equipped", at_least=2), "raw", 0),
        ),
        objective=("value",),
    )
    enough = saturation(problem, all_ranges(problem))
    infinite = float("inf")
    assert enough["light"] == (-infinite, 3)
    assert enough["equipped"] == (1, 2)
    assert enough["attack"] == (-infinite, infinite)
    assert enough["gold"] == (infinite, -infinite)
    # raw at most 9 - 2 * 0, the penalty lying in 0..3; at least 0 - 2 * 3
    assert all_ranges(problem)["raw"] == (-6, 9)
    assert upper_bound(problem) == (9,)


BISHOP = Choice(
    "bishop",
    1,
    (
        Option("as it is", adds={"magic": 2}),
        Option("sword", adds={"magic": 5, "light": 1}),
        Option("sword, silent", adds={"silenced": 1}),
        Option("spear", adds={"magic": 2, "attack": 2}),
        Option("spear, silent", adds={"silenced": 1}),
    ),
)
MILITIA = Choice(
    "militia", 1, (Option("as it is", adds={"attack": 1}), Option("silent", adds={"silenced": 1}))
)
REPLACED = Problem(
    "haunt",
    choices=(BISHOP, MILITIA),
    totals=(
        Total("attack", prefer="more"),
        Total("magic", prefer="more"),
        Total("light", prefer="more"),
        Total("silenced", low=1, high=1),
    ),
    terms=(
        Linear("shortage", ((-1, "light"),), 1),
        Clamp("penalty", "shortage", low=0),
        Linear("both", ((1, "attack"), (1, "magic"))),
        Linear("darkened", ((1, "both"), (-2, "penalty"))),
        Clamp("value", "darkened", low=0),
        Linear("over", ((1, "value"),), -4),
        Pick("won", Test("over", at_least=0), 1, 0),
        Clamp("short", "over", high=0),
        Pick("margin", Test("won", at_least=1), "over", 0),
        Pick("shortfall", Test("won", at_least=1), 0, "short"),
    ),
    objective=("margin", "shortfall"),
)


@pytest.mark.parametrize("backend", ["exact", "cpsat"])
@pytest.mark.parametrize("at_least", [None, (1, -1), (0, 0)])
def test_the_sword_wins_by_one(backend: str, at_least: tuple[int, ...] | None) -> None:
    """One of the two is silent. The Bishop with the sword: 5 and Light 1, so 5 - 4 = 1; all else is less."""
    found = solve(REPLACED, backend, at_least)  # type: ignore[arg-type]
    assert found.solution is not None
    assert found.solution.objective == (1, 0)
    assert found.solution.counts == {"bishop": {"sword": 1}, "militia": {"silent": 1}}
    assert solve(REPLACED, "cpsat", (1, 0)).solution is None


PROBLEM = Problem(
    "p",
    choices=(Choice("hero", 2, (Option("strikes", {}, {"attack": 2}), Option("rests", {}, {}))),),
    totals=(Total("attack"),),
    terms=(Linear("value", ((1, "attack"),)),),
    objective=("value",),
)


def test_an_interrupt_is_one() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert solve(PROBLEM, backend="cpsat").solution is not None
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert len(optima_cpsat(PROBLEM, (4,), 5)) == 1
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_leave_signals_alone() -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(solve(PROBLEM, backend="cpsat").solution))
    thread.start()
    thread.join()
    assert found[0] is not None


class SearchUntilStopped:
    """CP-SAT with a search that takes for ever: it begins only once it is told to stop."""

    def __init__(self) -> None:
        self.real: Any = REAL()
        self.stopped = threading.Event()

    def __getattr__(self, name: str) -> object:
        return getattr(self.real, name)

    def stop_search(self) -> None:
        self.stopped.set()

    def solve(self, proto: object) -> object:
        assert self.stopped.wait(30), "nobody has stopped the search"
        return self.real.solve(proto)


REAL = cpsat.helper.SolveWrapper


def test_an_interrupt_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat.helper, "SolveWrapper", SearchUntilStopped)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solve(PROBLEM, backend="cpsat")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_a_budget_that_is_stopped_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat.helper, "SolveWrapper", SearchUntilStopped)
    budget = Budget()
    timer = threading.Timer(0.2, budget.stop)
    timer.start()
    with allow(budget):
        solve(PROBLEM, backend="cpsat")
    timer.join()
