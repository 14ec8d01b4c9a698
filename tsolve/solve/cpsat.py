"""The CP-SAT backend: proved answers even for large problems. The only file that imports ortools.

It is imported late, and calls the compiled layer `cp_model_helper` directly: the usual layer `cp_model`
imports pandas and takes four times as long to load.
"""

from __future__ import annotations

import math
import threading
from typing import Any

from tsolve.budget import STEP_SECONDS, SpentError, current
from tsolve.process import interrupts_held_back
from tsolve.solve.encoding import Level, Model
from tsolve.solve.problem import Outcome, Problem, Solution, all_ranges
from tsolve.solve.validation import check_reach

with interrupts_held_back():  # else Ctrl-C here would look like a broken installation
    from ortools.sat.python import cp_model_helper as helper

Objective = tuple[int, ...]

WEIGHT_LIMIT = 2**50
"""Largest range of one weighted sum: the solver reports it as a double, which is exact up to 2**53."""
TOGETHER_LIMIT = 2**40
"""Largest range of one sum of the objective and the first levels of the canonical order (tried first)."""
TOGETHER_EFFORT = 0.02
"""Deterministic seconds for that try: it usually halves the time, but sometimes it takes very long."""
CANONICAL_EFFORT = 1.0
"""Deterministic seconds for each stage that only makes a proven answer canonical."""

LISTENING = 0.1
"""How often, in seconds, a running search checks the budget."""

Status = helper.CpSolverStatus


def solve_cpsat(problem: Problem, at_least: Objective | None = None) -> Outcome:
    """The best solution with objective greater than `at_least`, of a problem that makes sense.

    When the budget is used up, the outcome is undecided; SpentError is raised if not even the model is
    complete. The solution is the canonical one, unless there are more than `CANONICAL_SIZE` ways to take
    options, or effort or time runs out after the proof; then it is still reproducible (one worker, fixed
    seed). Raises BeyondBoundsError when a value could be too large for a stage.
    """
    ranges = all_ranges(problem)
    check_reach(ranges)
    optimistic = tuple(ranges[id_][1] for id_ in problem.objective)
    if at_least is not None and optimistic <= at_least:
        return Outcome("infeasible", None, at_least, "cpsat")
    search = _Search(problem, at_least)
    objectives, order = search.model.objectives, search.model.canonical_levels()
    status = Status.OPTIMAL
    stages = _stages(objectives, WEIGHT_LIMIT)
    together = _stages([*objectives, *order], TOGETHER_LIMIT)[:1]
    if together and len(together[0]) > len(objectives):
        status = search.run(together[0], TOGETHER_EFFORT)
        if status == Status.OPTIMAL:
            stages, order = [], order[len(together[0]) - len(objectives) :]
    stages += _stages(order, WEIGHT_LIMIT)
    if not stages and search.best is None:
        stages = [[]]  # nothing to maximise, but is there a solution at all?
    while stages and status != Status.INFEASIBLE:
        answered = search.best is not None and search.settled >= len(objectives)
        status = search.run(stages.pop(0), CANONICAL_EFFORT if answered else None)
        if status != Status.OPTIMAL:
            break
    if status == Status.INFEASIBLE:
        if search.best is not None:
            raise RuntimeError(f"problem {problem.id!r}: CP-SAT contradicts its own solution")
        return Outcome("infeasible", None, at_least or (), "cpsat")
    bound = min(search.upper_bound, optimistic)
    if search.best is not None and search.best.objective == bound:
        return Outcome("optimal", search.best, bound, "cpsat")
    return Outcome("undecided", search.best, bound, "cpsat")


class _Search:
    """Maximises and fixes one stage of levels after the other.

    Attributes:
        settled: how many levels are fixed.
        upper_bound: proven: no solution has a lexicographically greater objective.
        best: the best solution so far that beats `at_least`.
    """

    def __init__(self, problem: Problem, at_least: Objective | None) -> None:
        self.model = Model(problem, helper.CpModelProto())
        self.settled = 0
        self.upper_bound = tuple([level.high for level in self.model.objectives])
        self.best: Solution | None = None
        self._at_least = at_least

    def run(self, stage: list[Level], effort: float | None) -> Status:
        """Maximise the levels of the stage lexicographically and fix them at the maximum, if the budget and
        `effort` (deterministic seconds) allow.
        """
        settled, model, at_least = self.settled, self.model, self._at_least
        depth = len(model.objectives)
        parameters = _parameters()
        if effort is not None:
            parameters.max_deterministic_time = effort
        if not _limit(parameters):
            return Status.UNKNOWN
        goal = None
        if at_least is not None and settled < depth and self.upper_bound[:settled] == at_least[:settled]:
            goal = _least(stage, at_least[settled:])
        constant = model.maximise(stage, _weights(stage), goal)
        response = _solved(model, parameters)
        if response.status not in (Status.OPTIMAL, Status.INFEASIBLE) and effort is None:
            current().fall_short()
        status: Status = response.status
        if status == Status.MODEL_INVALID:
            raise RuntimeError(f"problem {model.problem.id!r}: CP-SAT refuses the model")
        if status not in (Status.OPTIMAL, Status.FEASIBLE):
            return status
        values = list(response.solution)
        found = model.solution(values)
        if at_least is None or found.objective > at_least:
            self.best = found
        model.hint(values)
        reached = _bound(stage, response.best_objective_bound if constant is None else constant)
        later = [level.high for level in model.objectives[settled + len(stage) :]]
        self.upper_bound = min(self.upper_bound, (*self.upper_bound[:settled], *reached, *later)[:depth])
        if status == Status.OPTIMAL:
            for level in stage:
                model.settle(level, values)
            self.settled += len(stage)
        return status


def optima_cpsat(problem: Problem, best: Objective, limit: int) -> list[Solution]:
    """The first `limit` solutions, in canonical order, whose objective is `best`."""
    model = Model(problem, helper.CpModelProto())
    for level, value in zip(model.objectives, best, strict=True):
        if not level.low <= value <= level.high:
            return []
        model.require(level.affine, value, value)
    parameters = _parameters()
    parameters.enumerate_all_solutions = True
    parameters.keep_all_feasible_solutions_in_presolve = True
    found = _collect(model, parameters, limit + 1)
    if len(found) > limit:
        # More than asked for: find the first ones. If the search decides the counts in order, greatest value
        # first, it meets the solutions in canonical order, since what it learns on the way follows from
        # earlier decisions alone. Not with presolve, which replaces variables.
        _decide_in_order(model)
        parameters.search_branching = helper.SatParameters.SearchBranching.FIXED_SEARCH
        parameters.cp_model_presolve = False
        found = _collect(model, parameters, limit)
    return [model.solution(values) for values in sorted(found, reverse=True)]


def _decide_in_order(model: Model) -> None:
    strategy = model.proto.search_strategy.add()
    for variables in model.counts:
        for variable in variables:
            expression = strategy.exprs.add()
            expression.vars.append(variable)
            expression.coeffs.append(1)
    kinds = helper.DecisionStrategyProto
    strategy.variable_selection_strategy = kinds.VariableSelectionStrategy.CHOOSE_FIRST
    strategy.domain_reduction_strategy = kinds.DomainReductionStrategy.SELECT_MAX_VALUE


def _collect(model: Model, parameters: helper.SatParameters, limit: int) -> set[tuple[int, ...]]:
    """The counts of the first `limit` solutions that the search meets. Raises SpentError."""
    collector = _Collector(sum(map(len, model.counts)), limit)
    if not _limit(parameters):
        raise SpentError
    response = _solved(model, parameters, collector)
    if response.status != Status.OPTIMAL and len(collector.found) < limit:
        raise SpentError
    return collector.found


def _solved(model: Model, parameters: helper.SatParameters, collector: _Collector | None = None) -> Any:
    """Run CP-SAT in its own thread, so that this one gets Ctrl-C: an exception stops the search and is passed
    on; a budget that is used up or stopped ends it, too.

    Left alone, CP-SAT would catch Ctrl-C and end its search without telling the caller.
    """
    solver = helper.SolveWrapper()
    parameters.catch_sigint_signal = False
    solver.set_parameters(parameters)
    if collector is not None:
        solver.add_solution_callback(collector)
    responses: list[Any] = []

    def search() -> None:
        responses.append(solver.solve(model.proto))  # type: ignore[no-untyped-call]

    thread = threading.Thread(target=search)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LISTENING)
            if current().is_over():
                solver.stop_search()
    finally:
        solver.stop_search()
        thread.join()
    if collector is not None:
        solver.clear_solution_callback(collector)
    (response,) = responses
    current().count(round(response.deterministic_time / STEP_SECONDS))
    return response


def _limit(parameters: helper.SatParameters) -> bool:
    """Limit CP-SAT to the rest of the budget; return whether anything is left."""
    budget = current()
    seconds, steps = budget.left(), budget.steps_left()
    if seconds is not None:
        parameters.max_time_in_seconds = seconds
    if steps is not None:
        effort = min(parameters.max_deterministic_time, steps * STEP_SECONDS)
        parameters.max_deterministic_time = effort
    is_over = seconds == 0 or steps == 0
    if is_over:
        budget.fall_short()
    return not is_over


class _Collector(helper.SolutionCallback):
    """Keeps the counts of each different solution, and stops the search when there are enough."""

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


def _stages(levels: list[Level], limit: int) -> list[list[Level]]:
    """The levels in groups, in order, each with no more than `limit` combinations of values."""
    stages: list[list[Level]] = []
    size = 1
    for level in levels:
        span = level.high - level.low + 1
        if not stages or size * span > limit:
            stages.append([])
            size = 1
        stages[-1].append(level)
        size *= span
    return stages


def _weights(stage: list[Level]) -> list[int]:
    """A weight for each level: one step of it outweighs any difference in all later levels together."""
    weights: list[int] = []
    weight = 1
    for level in reversed(stage):
        weights.append(weight)
        weight *= level.high - level.low + 1
    return weights[::-1]


def _least(stage: list[Level], goal: Objective) -> int:
    """The least weighted sum of a stage that may still beat `goal`, which gives the values to beat from this
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
    # A tie on these levels is enough only if more objectives follow.
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


def _parameters() -> helper.SatParameters:
    """One worker and a fixed seed: reproducible, and faster at this size than several (measured).

    Also measured, on assignments with up to 40 choosers and 70 resources: probing, repeated presolve,
    symmetries, the search for overlapping constraints and cuts cost more than they save. The linear
    relaxation must contain everything, conditional constraints too (level 2), from the start (not lazily), or
    the largest instances never finish. Presolve must not replace variables by others: with that, ortools 9.15
    calls some feasible problems infeasible.
    """
    parameters = helper.SatParameters()
    parameters.num_workers = 1
    parameters.random_seed = 1
    parameters.cp_model_probing_level = 0
    parameters.max_presolve_iterations = 1
    parameters.find_big_linear_overlap = False
    parameters.symmetry_level = 0
    parameters.cut_level = 0
    parameters.presolve_substitution_level = 0
    parameters.linearization_level = 2
    parameters.add_lp_constraints_lazily = False
    return parameters
