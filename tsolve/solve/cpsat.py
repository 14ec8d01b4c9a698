"""The CP-SAT backend: the answer with a proof, also for large problems. The only file that imports ortools.

It is itself imported late. It drives the compiled layer `cp_model_helper` directly: `cp_model` around it
imports pandas and takes four times as long to load.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import NamedTuple

from ortools.sat.python import cp_model_helper as helper

from tsolve.solve.bounds import upper_bound
from tsolve.solve.encoding import Level, Model
from tsolve.solve.problem import Outcome, Problem, Solution

Objective = tuple[int, ...]

WEIGHT_LIMIT = 2**50
"""Largest range of the objective of one stage: the solver reports it as a double, which is exact up to
2**53.
"""


def solve_cpsat(
    problem: Problem, at_least: Objective | None = None, time_limit: float | None = None
) -> Outcome:
    """The best solution with objective greater than `at_least`; `problem` must have passed `check`.

    `time_limit` is in seconds. The solution is the canonical one unless there are more than
    `CANONICAL_SIZE` ways to take options or time runs out after the proof; it is then only reproducible
    (one worker, fixed seed).
    """
    nothing = Outcome("infeasible", None, at_least or (), "cpsat")
    optimistic = upper_bound(problem)
    if at_least is not None and optimistic <= at_least:
        return nothing
    deadline = None if time_limit is None else time.perf_counter() + time_limit
    model = Model(problem, helper.CpModelProto())
    depth = len(problem.objective)
    best: Solution | None = None
    proven: Objective = ()
    for stage in _stages([*model.objectives, *model.canonical_levels()]):
        goal = None
        if at_least is not None and len(proven) < depth and proven == at_least[: len(proven)]:
            goal = _least(stage, at_least[len(proven) :])
        answer = _maximise(model, stage, goal, deadline)
        if answer.status == helper.CpSolverStatus.INFEASIBLE:
            return nothing
        proven = (*proven, *answer.bound)[:depth]
        if answer.values is not None:
            best = model.solution(answer.values)
        if answer.values is None or answer.status != helper.CpSolverStatus.OPTIMAL:
            break
        for level in stage:
            model.settle(level, answer.values)
        model.hint(answer.values)
    bound = (*proven, *(level.high for level in model.objectives[len(proven) :]))
    if best is not None and best.objective == bound:
        return Outcome("optimal", best, bound, "cpsat")
    if best is not None and at_least is not None and best.objective <= at_least:
        best = None
    return Outcome("undecided", best, min(bound, optimistic), "cpsat")


def optima_cpsat(problem: Problem, best: Objective, limit: int) -> list[Solution]:
    """The first `limit` solutions, in canonical order, whose objective is `best`."""
    model = Model(problem, helper.CpModelProto())
    for level, value in zip(model.objectives, best, strict=True):
        if not level.low <= value <= level.high:
            return []
        model.require(level.affine, value, value)
    # Deciding the counts in order, greatest value first, meets the solutions in canonical order: whatever
    # is learnt on the way follows from the model and from earlier decisions alone.
    strategy = model.proto.search_strategy.add()
    for variables in model.counts:
        for variable in variables:
            expression = strategy.exprs.add()
            expression.vars.append(variable)
            expression.coeffs.append(1)
    kinds = helper.DecisionStrategyProto
    strategy.variable_selection_strategy = kinds.VariableSelectionStrategy.CHOOSE_FIRST
    strategy.domain_reduction_strategy = kinds.DomainReductionStrategy.SELECT_MAX_VALUE
    parameters = _parameters()
    parameters.search_branching = helper.SatParameters.SearchBranching.FIXED_SEARCH
    parameters.enumerate_all_solutions = True
    parameters.keep_all_feasible_solutions_in_presolve = True
    collector = _Collector(sum(map(len, model.counts)), limit)
    solver = helper.SolveWrapper()
    solver.set_parameters(parameters)
    solver.add_solution_callback(collector)
    solver.solve(model.proto)  # type: ignore[no-untyped-call]
    solver.clear_solution_callback(collector)
    return [model.solution(values) for values in sorted(collector.found, reverse=True)]


class _Collector(helper.SolutionCallback):
    """Keeps the distinct counts of the solutions met, and stops the search when there are enough."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__()
        self._size = size
        self._limit = limit
        self.found: set[tuple[int, ...]] = set()

    def OnSolutionCallback(self) -> None:  # noqa: N802 - the solver calls it by this name
        if len(self.found) < self._limit:
            self.found.add(tuple([self.SolutionIntegerValue(index) for index in range(self._size)]))
        if len(self.found) >= self._limit:
            self.StopSearch()


class _Answer(NamedTuple):
    status: helper.CpSolverStatus
    values: Sequence[int] | None  # of the variables; None when no solution was met
    bound: Objective  # the levels of the stage cannot be lexicographically greater


def _stages(levels: list[Level]) -> list[list[Level]]:
    """The levels in groups that one weighted sum can hold, in order; at least one group."""
    stages: list[list[Level]] = [[]]
    size = 1
    for level in levels:
        span = level.high - level.low + 1
        if stages[-1] and size * span > WEIGHT_LIMIT:
            stages.append([])
            size = 1
        stages[-1].append(level)
        size *= span
    return stages


def _weights(stage: list[Level]) -> list[int]:
    """Per level, a weight that no difference in all later levels together can make up for."""
    weights: list[int] = []
    weight = 1
    for level in reversed(stage):
        weights.append(weight)
        weight *= level.high - level.low + 1
    return weights[::-1]


def _least(stage: list[Level], goal: Objective) -> int:
    """The least weighted sum of a stage that may still beat `goal`, the values at the objectives from this
    stage on.
    """
    weights = _weights(stage)
    rest = sum(weight * level.low for weight, level in zip(weights, stage, strict=True))
    for weight, level, value in zip(weights, stage, goal, strict=False):
        if value < level.low:
            return rest
        if value > level.high:
            return rest + weight * (level.high - level.low + 1)
        rest += weight * (value - level.low)
    last = min(len(stage), len(goal)) - 1
    # Equal on these levels is enough only when there are more objectives to come.
    return rest if len(stage) < len(goal) else rest + weights[last]


def _bound(stage: list[Level], bound: float) -> Objective:
    """The lexicographically greatest values of the levels whose weighted sum is at most `bound`."""
    weights = _weights(stage)
    rest = math.floor(bound + 1e-6) - sum(
        weight * level.low for weight, level in zip(weights, stage, strict=True)
    )
    values = []
    for weight, level in zip(weights, stage, strict=True):
        digit, rest = divmod(rest, weight)
        values.append(level.low + digit)
    return tuple(values)


def _maximise(model: Model, stage: list[Level], goal: int | None, deadline: float | None) -> _Answer:
    """Maximise the levels of a stage lexicographically, their weighted sum being at least `goal`."""
    highest = tuple(level.high for level in stage)
    parameters = _parameters()
    if deadline is not None:
        left = deadline - time.perf_counter()
        if left <= 0:
            return _Answer(helper.CpSolverStatus.UNKNOWN, None, highest)
        parameters.max_time_in_seconds = left
    constant = model.maximise(stage, _weights(stage), goal)
    solver = helper.SolveWrapper()
    solver.set_parameters(parameters)
    response = solver.solve(model.proto)  # type: ignore[no-untyped-call]
    if response.status == helper.CpSolverStatus.MODEL_INVALID:
        raise RuntimeError(f"problem {model.problem.id!r}: CP-SAT refuses the model")
    if response.status not in (helper.CpSolverStatus.OPTIMAL, helper.CpSolverStatus.FEASIBLE):
        return _Answer(response.status, None, highest)
    bound = _bound(stage, response.best_objective_bound if constant is None else constant)
    return _Answer(response.status, list(response.solution), min(bound, highest))


def _parameters() -> helper.SatParameters:
    """One worker and a fixed seed: reproducible, and faster at this size than several (measured).

    Also measured, on assignments of up to 40 heroes, 40 weapons and 30 rations. Probing, repeated presolve,
    symmetries, the search for overlapping constraints and cuts cost more than they save. The linear
    relaxation must have everything in it, switched constraints too (level 2), from the start (not lazily),
    or the largest instances never finish.
    """
    parameters = helper.SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = 1
    parameters.cp_model_probing_level = 0
    parameters.max_presolve_iterations = 1
    parameters.find_big_linear_overlap = False
    parameters.symmetry_level = 0
    parameters.cut_level = 0
    parameters.linearization_level = 2
    parameters.add_lp_constraints_lazily = False
    return parameters
