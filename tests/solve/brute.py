"""Every solution of a small problem by plain enumeration, with arithmetic of its own: the judge of both
backends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product

from tsolve.solve.problem import Clamp, Divide, Linear, Pick, Problem, Test

Counts = tuple[tuple[int, ...], ...]
"""Per choice, how many copies take each option."""


def met(test: Test, values: Mapping[str, int]) -> bool:
    if test.at_least is None:
        return values[test.of] <= test.at_most
    return values[test.of] >= test.at_least


def finish(problem: Problem, totals: Mapping[str, int]) -> dict[str, int] | None:
    """All values that follow from the totals; None when an implication is broken."""
    values = dict(totals)
    for term in problem.terms:
        if isinstance(term, Linear):
            values[term.id] = sum((weight * values[id_] for weight, id_ in term.parts), term.constant)
        elif isinstance(term, Divide):
            values[term.id] = (values[term.of] - values[term.of] % term.by) // term.by
        elif isinstance(term, Clamp):
            bounds = sorted([values[term.of], *([term.low] if term.low is not None else [])])
            value = bounds[-1]
            values[term.id] = value if term.high is None or value < term.high else term.high
        elif isinstance(term, Pick):
            branch = term.then if met(term.when, values) else term.otherwise
            values[term.id] = branch if isinstance(branch, int) else values[branch]
    broken = any(met(rule.when, values) and not met(rule.then, values) for rule in problem.constraints)
    return None if broken else values


def ways(copies: int, options: int) -> Iterator[tuple[int, ...]]:
    """All counts of `copies` over `options`, the lexicographically greatest first."""
    for taken in combinations_with_replacement(range(options), copies):
        yield tuple(taken.count(option) for option in range(options))


def solutions(problem: Problem) -> list[tuple[tuple[int, ...], Counts]]:
    """Objective and counts of every solution, in canonical order."""
    found = []
    for counts in product(*(ways(choice.copies, len(choice.options)) for choice in problem.choices)):
        taken = [
            (count, option)
            for choice, row in zip(problem.choices, counts, strict=True)
            for count, option in zip(row, choice.options, strict=True)
        ]
        if any(
            sum(count * option.uses.get(resource.id, 0) for count, option in taken) > resource.capacity
            for resource in problem.resources
        ):
            continue
        totals = {
            total.id: total.start + sum(count * option.adds.get(total.id, 0) for count, option in taken)
            for total in problem.totals
        }
        if any(
            (total.low is not None and totals[total.id] < total.low)
            or (total.high is not None and totals[total.id] > total.high)
            for total in problem.totals
        ):
            continue
        values = finish(problem, totals)
        if values is not None:
            found.append((tuple(values[id_] for id_ in problem.objective), counts))
    return sorted(found, key=lambda solution: solution[1], reverse=True)


def named(problem: Problem, counts: Counts) -> dict[str, dict[str, int]]:
    """Counts by id, as solutions carry them."""
    return {
        choice.id: {option.id: count for option, count in zip(choice.options, row, strict=True) if count}
        for choice, row in zip(problem.choices, counts, strict=True)
    }
