"""Both backends against enumeration: objective, proof, canonical solution, all optima, thresholds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.solve.brute import named, solutions
from tests.solve.strategies import problems
from tsolve.budget import Budget, allow
from tsolve.solve import all_optima, solve, validation
from tsolve.solve.problem import Problem, upper_bound

BACKENDS = ["exact", "cpsat"]


@settings(max_examples=250)
@given(problems())
def test_both_backends_prove_the_canonical_optimum(problem: Problem) -> None:
    found = solutions(problem)
    best = max((objective for objective, _ in found), default=None)
    for backend in BACKENDS:
        outcome = solve(problem, backend)
        assert outcome.backend == backend
        if best is None:
            assert (outcome.status, outcome.solution, outcome.bound) == ("infeasible", None, ())
            continue
        first = next(counts for objective, counts in found if objective == best)
        assert (outcome.status, outcome.bound) == ("optimal", best)
        assert outcome.solution is not None
        assert outcome.solution.counts == named(problem, first)
        assert outcome.solution == validation(problem, outcome.solution.counts)


@settings(max_examples=150)
@given(problems())
def test_all_optima_come_in_canonical_order_and_can_be_cut_short(problem: Problem) -> None:
    found = solutions(problem)
    for best in sorted({objective for objective, _ in found}, reverse=True)[:2]:
        expected = [named(problem, counts) for objective, counts in found if objective == best]
        for backend in BACKENDS:
            for limit in (1, 2, len(expected) + 1):
                listed = all_optima(problem, best, limit, backend)
                assert [solution.counts for solution in listed] == expected[:limit]
                assert all(solution.objective == best for solution in listed)


@settings(max_examples=150)
@given(problems())
def test_only_what_beats_at_least_counts(problem: Problem) -> None:
    found = solutions(problem)
    if not problem.objective:
        return
    known = sorted({objective for objective, _ in found})[-2:]
    # The two best objectives, and thresholds around them at the first and at the last level.
    around = [(value[0] + step, *value[1:]) for value in known for step in (-9, 0, 9)]
    around += [(*value[:-1], value[-1] + step) for value in known for step in (-9, -1, 1, 9)]
    for threshold in around or [(0,) * len(problem.objective)]:
        better = [(objective, counts) for objective, counts in found if objective > threshold]
        for backend in BACKENDS:
            outcome = solve(problem, backend, at_least=threshold)
            if not better:
                assert (outcome.status, outcome.solution, outcome.bound) == ("infeasible", None, threshold)
                continue
            best = max(objective for objective, _ in better)
            first = next(counts for objective, counts in better if objective == best)
            assert (outcome.status, outcome.bound) == ("optimal", best)
            assert outcome.solution is not None
            assert outcome.solution.counts == named(problem, first)


@settings(max_examples=200)
@given(problems())
def test_the_quick_bound_holds_at_every_level(problem: Problem) -> None:
    bound = upper_bound(problem)
    assert len(bound) == len(problem.objective)
    for objective, _ in solutions(problem):
        assert all(value <= limit for value, limit in zip(objective, bound, strict=True))


@settings(max_examples=40)
@given(problems())
def test_no_time_means_undecided_with_a_bound_that_holds(problem: Problem) -> None:
    best = max((objective for objective, _ in solutions(problem)), default=None)
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
