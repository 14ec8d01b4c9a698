"""Solves an optimisation problem with either of two backends: finds the best solution, or all best ones,
since a ruling may say who chooses among these. Knows no game.

The backends share no model and give the same canonical solution, so each checks the other. Both use the same
code only to rewrite a problem without loads (`exact`).
"""

from __future__ import annotations

import contextlib
from typing import Literal

from tsolve.budget import SpentError
from tsolve.errors import TooLargeError
from tsolve.solve.exact import optima_exact, solve_exact, unloaded
from tsolve.solve.problem import (
    Carry as Carry,
)
from tsolve.solve.problem import (
    Choice as Choice,
)
from tsolve.solve.problem import (
    Clamp as Clamp,
)
from tsolve.solve.problem import (
    Divide as Divide,
)
from tsolve.solve.problem import (
    Implication as Implication,
)
from tsolve.solve.problem import (
    Linear as Linear,
)
from tsolve.solve.problem import (
    Load as Load,
)
from tsolve.solve.problem import (
    Loaded as Loaded,
)
from tsolve.solve.problem import (
    Option as Option,
)
from tsolve.solve.problem import (
    Outcome as Outcome,
)
from tsolve.solve.problem import (
    Pick as Pick,
)
from tsolve.solve.problem import (
    Problem as Problem,
)
from tsolve.solve.problem import (
    Resource as Resource,
)
from tsolve.solve.problem import (
    Solution as Solution,
)
from tsolve.solve.problem import (
    Term as Term,
)
from tsolve.solve.problem import (
    Test as Test,
)
from tsolve.solve.problem import (
    Total as Total,
)
from tsolve.solve.problem import (
    relevant,
    total_ranges,
)
from tsolve.solve.problem import (
    upper_bound as upper_bound,
)
from tsolve.solve.validation import check as check
from tsolve.solve.validation import check_size
from tsolve.solve.validation import evaluate as evaluate

Backend = Literal["auto", "exact", "cpsat"]
"""The same as in `tsolve.model.plays`, which this package does not import."""

EXACT_WORK = 30_000
"""The exact backend is tried first up to this many estimated steps: some 15 ms at most, usually 1 ms."""
EXACT_STATES = 20_000
"""Most states of one layer before such a try is given up because the estimate was too low."""


def solve(
    problem: Problem,
    backend: Backend = "auto",
    at_least: tuple[int, ...] | None = None,
) -> Outcome:
    """The best solution of `problem`, with a proof.

    Of several solutions with the best objective, the canonical one is returned: its counts, listed in the
    order of choices and options, are lexicographically greatest. A choice that may carry loads is compared
    copy by copy, as in `Solution.carried`: the earliest option first, then as few as possible of each load in
    order. So no copy carries a load that makes no difference. (CP-SAT does not ensure this for problems
    beyond its `CANONICAL_SIZE`.) With `at_least`, only solutions with a strictly greater objective count;
    when there are none, the outcome is "infeasible". When the budget is used up, the outcome is "undecided",
    with the best solution that CP-SAT has so far.

    Raises:
        ValueError: when the problem does not make sense (see `check`) or `at_least` has the wrong length.
    """
    check(problem)
    if at_least is not None and len(at_least) != len(problem.objective):
        raise ValueError(f"at_least has {len(at_least)} values, the objective {len(problem.objective)}")
    return solve_stated(problem, backend, at_least)


def solve_stated(
    problem: Problem, backend: Backend = "auto", at_least: tuple[int, ...] | None = None
) -> Outcome:
    """`solve` for a problem that tsolve itself stated. Only tests check that such a problem makes sense, to
    save time. Raises BeyondBoundsError when it is too large.
    """
    check_size(problem)
    try:
        return _solved(problem, backend, at_least)
    except SpentError:
        return Outcome("undecided", None, upper_bound(problem), "exact" if backend == "exact" else "cpsat")


def _solved(problem: Problem, backend: Backend, at_least: tuple[int, ...] | None) -> Outcome:
    if backend == "exact":
        return solve_exact(problem, at_least)
    if backend == "auto" and estimated_work(problem) <= EXACT_WORK:
        outcome = solve_exact(problem, at_least, EXACT_STATES)
        if outcome.status != "undecided":
            return outcome
    from tsolve.solve.cpsat import solve_cpsat  # late: loading the solver takes longer than most answers

    return solve_cpsat(problem, at_least)


def estimated_work(problem: Problem) -> int:
    """Roughly how many steps the exact backend takes: states of each layer times options, added up over the
    copies.

    The number of states is bounded by the ways to choose, and by the ways to fill resources and the totals
    that must match exactly. Of the room for loads, only that of one copy matters at a time.
    """
    ranges = total_ranges(problem)
    apart = unloaded(problem)
    problem = apart.plain
    room = 1 + apart.widest()
    for resource in problem.resources:
        if resource.id in apart.rooms:
            continue
        produced = -sum(
            choice.copies * min((option.uses.get(resource.id, 0) for option in choice.options), default=0)
            for choice in problem.choices
        )
        room *= max(0, resource.capacity + max(0, produced)) + 1
    needed = relevant(problem)
    for total in problem.totals:
        if total.prefer == "exact" and total.id in needed:
            low, high = ranges[total.id]
            room *= high - low + 1
    work, states = 0, 1
    for choice in reversed(problem.choices):
        for copy in range(choice.copies):
            work += states * len(choice.options)
            states = min(-(-states * len(choice.options) // (copy + 1)), room)
    return work


def all_optima(
    problem: Problem, best: tuple[int, ...], limit: int, backend: Backend = "auto"
) -> list[Solution]:
    """The first `limit` solutions, in canonical order, whose objective is exactly `best`.

    Copies of one choice are interchangeable, so solutions differ in their counts, or in the loads of the
    sorted copies. `best` is usually the optimum that `solve` proved.

    Raises:
        ValueError: when the problem does not make sense, `best` has the wrong length, or `limit` is below 1.
    """
    check(problem)
    if len(best) != len(problem.objective) or limit < 1:
        raise ValueError(f"cannot list {limit} solutions with objective {best}")
    if backend == "exact":
        return optima_exact(problem, best, limit)
    if backend == "auto" and estimated_work(problem) <= EXACT_WORK:
        with contextlib.suppress(TooLargeError):
            return optima_exact(problem, best, limit, EXACT_STATES)
    from tsolve.solve.cpsat import optima_cpsat

    return optima_cpsat(problem, best, limit)
