"""Plain arithmetic: what a given choice of options and of carriers is worth. It reads neither backend's
model, so it can judge both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tsolve.solve.problem import (
    Burden,
    Choice,
    Clamp,
    Divide,
    Linear,
    Load,
    Option,
    Pick,
    Problem,
    Solution,
    Term,
    Test,
)


def evaluate(
    problem: Problem,
    counts: Mapping[str, Mapping[str, int]],
    carried: Mapping[str, Sequence[Burden]] | None = None,
) -> Solution:
    """The totals, terms and objective that `counts` (choice -> option -> copies) lead to; missing options
    count as 0. `carried` says what the copies of a choice carry: nothing for a choice that is missing there.

    Raises:
        ValueError: when a choice, option or load is unknown, the copies of a choice are not used up exactly,
            something is carried by whoever may not carry it or has no room, or a resource, a total's range or
            an implication is broken.
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
    burdens = _burdens(problem, taken, carried or {}) if problem.loads or carried else {}
    for load in problem.loads:
        for choice_id, carry in load.carriers.items():
            count = sum(burden.loads.get(load.id, 0) for burden in burdens.get(choice_id, ()))
            for resource_id, amount in carry.uses.items():
                used[resource_id] += count * amount
            for total_id, amount in carry.adds.items():
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
    objective = tuple(values[id_] for id_ in problem.objective)
    return Solution(problem.id, taken, values, objective, burdens)


def _burdens(
    problem: Problem, taken: Mapping[str, Mapping[str, int]], carried: Mapping[str, Sequence[Burden]]
) -> dict[str, tuple[Burden, ...]]:
    """The copies of each choice that a load names, sorted as a solution has them. Raises ValueError."""
    named = {id_ for load in problem.loads for id_ in load.carriers}
    strangers = carried.keys() - named
    if strangers:
        raise ValueError(f"choice {min(strangers)!r} carries nothing")
    found: dict[str, tuple[Burden, ...]] = {}
    for choice in problem.choices:
        if choice.id not in named:
            continue
        bare = [Burden(option) for option, count in taken[choice.id].items() for _ in range(count)]
        burdens = carried.get(choice.id, bare)
        if Counter(burden.option for burden in burdens) != taken[choice.id]:
            raise ValueError(f"choice {choice.id!r}: who carries takes other options than the counts say")
        found[choice.id] = _sorted(problem, choice, burdens)
    for load in problem.loads:
        count = sum(burden.loads.get(load.id, 0) for burdens in found.values() for burden in burdens)
        if count > load.copies:
            raise ValueError(f"load {load.id!r}: {count} carried, {load.copies} there")
    return found


def _sorted(problem: Problem, choice: Choice, burdens: Sequence[Burden]) -> tuple[Burden, ...]:
    loads = {load.id: load for load in problem.loads if choice.id in load.carriers}
    options = {option.id: option for option in choice.options}
    places = {id_: place for place, id_ in enumerate(options)}
    for burden in burdens:
        unknown = burden.loads.keys() - loads
        if unknown:
            raise ValueError(f"choice {choice.id!r}: it cannot carry {min(unknown)!r}")
        if any(count < 0 for count in burden.loads.values()):
            raise ValueError(f"choice {choice.id!r}: it carries {burden.loads}")
        _check_room(choice, options[burden.option], burden, loads)
    tidy = [
        Burden(burden.option, {id_: burden.loads[id_] for id_ in loads if burden.loads.get(id_)})
        for burden in burdens
    ]
    return tuple(
        sorted(tidy, key=lambda each: (places[each.option], [each.loads.get(id_, 0) for id_ in loads]))
    )


def _check_room(choice: Choice, option: Option, burden: Burden, loads: Mapping[str, Load]) -> None:
    taken = Counter[str]()
    for id_, count in burden.loads.items():
        for kind, amount in loads[id_].carriers[choice.id].takes.items():
            taken[kind] += count * amount
    for kind, amount in taken.items():
        room = option.holds.get(kind, 0)
        if amount > room:
            raise ValueError(
                f"choice {choice.id!r}, option {option.id!r}: {dict(burden.loads)} takes {amount} of the room"
                f" {kind!r}, {room} there"
            )


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
