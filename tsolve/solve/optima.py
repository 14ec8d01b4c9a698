"""All best solutions, not only the canonical one: a ruling may say who chooses among them."""

from __future__ import annotations

import contextlib

from tsolve.errors import TooLargeError
from tsolve.solve.backends import EXACT_STATES, EXACT_WORK, Backend, estimated_work
from tsolve.solve.exact import optima_exact
from tsolve.solve.problem import Problem, Solution
from tsolve.solve.validation import check


def all_optima(
    problem: Problem, best: tuple[int, ...], limit: int, backend: Backend = "auto"
) -> list[Solution]:
    """The first `limit` solutions, in canonical order, whose objective is exactly `best`.

    Copies of one choice are interchangeable, so solutions differ in their counts, or in what is carried by
    whom when the copies are sorted. `best` is usually the
    optimum that `solve` proved.

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
