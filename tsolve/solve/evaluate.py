"""Plain arithmetic: what a given choice of options is worth. It reads neither backend's model, so it can
judge both.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsolve.solve.problem import Clamp, Divide, Linear, Pick, Problem, Solution, Term, Test


def evaluate(problem: Problem, counts: Mapping[str, Mapping[str, int]]) -> Solution:
    """The totals, terms and objective that `counts` (choice -> option -> copies) lead to; missing options
    count as 0.

    Raises:
        ValueError: when a choice or option is unknown, the copies of a choice are not used up exactly, or a
            resource, a total's range or an implication is broken.
    """
    used = dict.fromkeys((resource.id for resource in problem.resources), 0)
    values = {total.id: total.start for total in problem.totals}
    taken: dict[str, dict[str, int]] = {}
    unknown = counts.keys() - {choice.id for choice in problem.choices}
    if unknown:
        raise ValueError(f"unknown choice {min(unknown)!r}")
    for choice in problem.choices:
        given = counts.get(choice.id, {})
        unknown = given.keys() - {option.id for option in choice.options}
        if unknown:
            raise ValueError(f"choice {choice.id!r}: unknown option {min(unknown)!r}")
        if any(count < 0 for count in given.values()) or sum(given.values()) != choice.copies:
            raise ValueError(
                f"choice {choice.id!r}: {dict(given)} does not use exactly {choice.copies} copies"
            )
        taken[choice.id] = {option.id: given[option.id] for option in choice.options if given.get(option.id)}
        for option in choice.options:
            count = given.get(option.id, 0)
            for resource_id, amount in option.uses.items():
                used[resource_id] += count * amount
            for total_id, amount in option.adds.items():
                values[total_id] += count * amount
    for resource in problem.resources:
        if used[resource.id] > resource.capacity:
            raise ValueError(f"resource {resource.id!r}: {used[resource.id]} used, {resource.capacity} there")
    for total in problem.totals:
        value = values[total.id]
        if (total.low is not None and value < total.low) or (total.high is not None and value > total.high):
            raise ValueError(f"total {total.id!r}: {value} is outside {total.low}..{total.high}")
    for term in problem.terms:
        values[term.id] = term_value(term, values)
    for implication in problem.constraints:
        if holds(implication.when, values) and not holds(implication.then, values):
            raise ValueError(f"implication broken: {implication.when} holds, {implication.then} does not")
    return Solution(problem.id, taken, values, tuple(values[id_] for id_ in problem.objective))


def term_value(term: Term, values: Mapping[str, int]) -> int:
    """The value of one term, given the totals and the earlier terms."""
    match term:
        case Linear():
            return term.constant + sum(weight * values[id_] for weight, id_ in term.parts)
        case Divide():
            return values[term.of] // term.by
        case Clamp():
            value = values[term.of]
            if term.low is not None and value < term.low:
                return term.low
            return term.high if term.high is not None and value > term.high else value
        case Pick():
            branch = term.then if holds(term.when, values) else term.otherwise
            return values[branch] if isinstance(branch, str) else branch


def holds(test: Test, values: Mapping[str, int]) -> bool:
    """Whether the threshold is met."""
    if test.at_least is not None:
        return values[test.of] >= test.at_least
    return test.at_most is not None and values[test.of] <= test.at_most
