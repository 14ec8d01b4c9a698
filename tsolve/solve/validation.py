"""Checks problems and solutions by plain arithmetic: refuses a problem that makes no sense or whose numbers
are too large, and computes the result of a choice of options and carriers.

It uses neither backend's model, so it can check both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tsolve.errors import BeyondBoundsError
from tsolve.solve.problem import (
    Carry,
    Choice,
    Clamp,
    Divide,
    Linear,
    Load,
    Loaded,
    Option,
    Pick,
    Problem,
    Range,
    Solution,
    Term,
    Test,
    all_ranges,
)

MAX_OPTIONS = 20_000
"""Most options in one problem, since each becomes a variable of the model. The options of a choice that may
carry loads count for each copy, and each load that a copy may carry counts as two more.
"""
MAX_COPIES = 1_000
"""Most identical copies in one choice or load."""
MAX_PARTS = 1_000
"""Most resources, totals, loads, terms and implications together."""
MAX_NUMBER = 10**9
"""Largest magnitude of any number written in a problem."""
MAX_VALUE = 2**49
"""Largest magnitude that a total or term may reach: its range must fit into a stage of CP-SAT."""


def check(problem: Problem) -> None:
    """Refuse a problem that does not make sense or is too large.

    Raises:
        ValueError: on an unknown or repeated id, a choice without options, negative room or copies, a test
            with no or two thresholds, or an empty range.
        BeyondBoundsError: on too many parts or options, or a number or a reachable value beyond the limits of
            this module.
    """
    check_size(problem)
    resources = _distinct("resource", [resource.id for resource in problem.resources])
    choices = _distinct("choice", [choice.id for choice in problem.choices])
    known = _distinct("total", [total.id for total in problem.totals])
    _numbers("resource", *(resource.capacity for resource in problem.resources))
    for choice in problem.choices:
        _check_choice(choice, resources, known)
    kinds = {kind for choice in problem.choices for option in choice.options for kind in option.holds}
    _distinct("load", [load.id for load in problem.loads])
    for load in problem.loads:
        _check_load(load, choices, kinds, resources, known)
    for total in problem.totals:
        _range(f"total {total.id!r}", total.low, total.high)
        _numbers(total.id, total.start)
    for term in problem.terms:
        _check_term(term, known)
        if term.id in known:
            raise ValueError(f"term {term.id!r}: the id is already taken")
        known.add(term.id)
    for implication in problem.constraints:
        _check_test(implication.when, known, "implication")
        _check_test(implication.then, known, "implication")
    for id_ in problem.objective:
        if id_ not in known:
            raise ValueError(f"objective: unknown total or term {id_!r}")
    check_reach(all_ranges(problem))


def check_size(problem: Problem) -> None:
    """Refuse a problem with too many parts or options; a correctly stated problem can be too large, too.
    Raises BeyondBoundsError.
    """
    size = len(problem.resources) + len(problem.totals) + len(problem.loads)
    size += len(problem.terms) + len(problem.constraints)
    if size > MAX_PARTS:
        raise BeyondBoundsError(
            f"{size} resources, totals, loads, terms and implications; at most {MAX_PARTS} are allowed"
        )
    if sum([len(choice.options) for choice in problem.choices]) > MAX_OPTIONS:
        raise BeyondBoundsError(f"more than {MAX_OPTIONS} options")
    if problem.loads:
        _check_loads_size(problem)
    for choice in problem.choices:
        if choice.copies > MAX_COPIES:
            raise BeyondBoundsError(
                f"choice {choice.id!r}: {choice.copies} copies; at most {MAX_COPIES} are allowed"
            )


def _check_loads_size(problem: Problem) -> None:
    for load in problem.loads:
        if load.copies > MAX_COPIES:
            raise BeyondBoundsError(
                f"load {load.id!r}: {load.copies} copies; at most {MAX_COPIES} are allowed"
            )
    named = Counter(id_ for load in problem.loads for id_ in load.carriers)
    options = sum(
        choice.copies * (len(choice.options) + 2 * named[choice.id]) if choice.id in named else 0
        for choice in problem.choices
    )
    if options > MAX_OPTIONS:
        raise BeyondBoundsError(f"{options} options of copies that may carry, with their loads")


def check_reach(ranges: Mapping[str, Range]) -> None:
    """Refuse totals and terms that can reach too large a value. Raises BeyondBoundsError."""
    for id_, (low, high) in ranges.items():
        if low < -MAX_VALUE or high > MAX_VALUE:
            raise BeyondBoundsError(f"{id_!r} could reach {low}..{high}, beyond {MAX_VALUE}")


def _check_choice(choice: Choice, resources: set[str], totals: set[str]) -> None:
    if choice.copies < 0:
        raise ValueError(f"choice {choice.id!r}: {choice.copies} copies")
    if choice.copies and not choice.options:
        raise ValueError(f"choice {choice.id!r} has no options")
    seen = set()
    for option in choice.options:
        if option.id in seen:
            raise ValueError(f"choice {choice.id!r}: option {option.id!r} appears twice")
        seen.add(option.id)
        try:
            _check_effects(option, resources, totals)
            _check_room(option)
        except ValueError as error:
            raise ValueError(f"choice {choice.id!r}, option {option.id!r}: {error}") from None
        _numbers(option.id, *option.uses.values(), *option.adds.values(), *option.holds.values())


def _check_load(
    load: Load, choices: set[str], kinds: set[str], resources: set[str], totals: set[str]
) -> None:
    if load.copies < 0:
        raise ValueError(f"load {load.id!r}: {load.copies} copies")
    for choice, carry in load.carriers.items():
        if choice not in choices:
            raise ValueError(f"load {load.id!r}: unknown choice {choice!r}")
        try:
            _check_effects(carry, resources, totals)
        except ValueError as error:
            raise ValueError(f"load {load.id!r}, carried by {choice!r}: {error}") from None
        if not carry.takes.keys() <= kinds:
            unknown = min(carry.takes.keys() - kinds)
            raise ValueError(f"load {load.id!r}, carried by {choice!r}: no option holds {unknown!r}")
        _numbers(load.id, *carry.uses.values(), *carry.adds.values(), *carry.takes.values())


def _check_effects(given: Option | Carry, resources: set[str], totals: set[str]) -> None:
    if not given.uses.keys() <= resources:
        raise ValueError(f"unknown resource {min(given.uses.keys() - resources)!r}")
    if not given.adds.keys() <= totals:
        raise ValueError(f"unknown total {min(given.adds.keys() - totals)!r}")


def _check_room(option: Option) -> None:
    for kind, room in option.holds.items():
        if room < 0:
            raise ValueError(f"it holds {room} of {kind!r}")


def _check_term(term: Term, known: set[str]) -> None:
    where = f"term {term.id!r}"
    match term:
        case Linear():
            for weight, id_ in term.parts:
                _known(id_, known, where)
                _numbers(where, weight)
            _numbers(where, term.constant)
        case Divide():
            _known(term.of, known, where)
            _numbers(where, term.by)
            if term.by < 1:
                raise ValueError(f"{where}: it divides by {term.by}")
        case Clamp():
            _known(term.of, known, where)
            _range(where, term.low, term.high)
        case Pick():
            _check_test(term.when, known, where)
            for branch in (term.then, term.otherwise):
                if isinstance(branch, str):
                    _known(branch, known, where)
                else:
                    _numbers(where, branch)


def _check_test(test: Test, known: set[str], where: str) -> None:
    _known(test.of, known, where)
    if (test.at_least is None) == (test.at_most is None):
        raise ValueError(f"{where}: a test needs exactly one of at_least and at_most")
    _numbers(where, test.at_least or 0, test.at_most or 0)


def _distinct(what: str, ids: list[str]) -> set[str]:
    found = set(ids)
    if len(found) != len(ids):
        twice = next(id_ for id_ in ids if ids.count(id_) > 1)
        raise ValueError(f"{what} {twice!r} appears twice")
    return found


def _known(id_: str, known: set[str], where: str) -> None:
    if id_ not in known:
        raise ValueError(f"{where}: unknown total or term {id_!r}")


def _range(where: str, low: int | None, high: int | None) -> None:
    if low is not None and high is not None and low > high:
        raise ValueError(f"{where}: low {low} is above high {high}")
    _numbers(where, low or 0, high or 0)


def _numbers(where: str, *numbers: int) -> None:
    for number in numbers:
        if not -MAX_NUMBER <= number <= MAX_NUMBER:
            raise BeyondBoundsError(f"{where}: {number} is beyond {MAX_NUMBER}")


def evaluate(
    problem: Problem,
    counts: Mapping[str, Mapping[str, int]],
    carried: Mapping[str, Sequence[Loaded]] | None = None,
) -> Solution:
    """The totals, terms and objective for these `counts` (choice -> option -> copies); missing options count
    as 0. `carried` says what the copies of a choice carry; copies of other choices carry nothing.

    Raises:
        ValueError: when a choice, option or load is unknown, the counts of a choice do not add up to its
            copies, a copy carries what it may not or has no room for, or a resource, a total's range or an
            implication is broken.
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
    problem: Problem, taken: Mapping[str, Mapping[str, int]], carried: Mapping[str, Sequence[Loaded]]
) -> dict[str, tuple[Loaded, ...]]:
    """The copies of each choice that may carry, sorted as in a solution. Raises ValueError."""
    named = {id_ for load in problem.loads for id_ in load.carriers}
    strangers = carried.keys() - named
    if strangers:
        raise ValueError(f"choice {min(strangers)!r} carries nothing")
    found: dict[str, tuple[Loaded, ...]] = {}
    for choice in problem.choices:
        if choice.id not in named:
            continue
        bare = [Loaded(option) for option, count in taken[choice.id].items() for _ in range(count)]
        burdens = carried.get(choice.id, bare)
        if Counter(burden.option for burden in burdens) != taken[choice.id]:
            raise ValueError(f"choice {choice.id!r}: who carries takes other options than the counts say")
        found[choice.id] = _sorted(problem, choice, burdens)
    for load in problem.loads:
        count = sum(burden.loads.get(load.id, 0) for burdens in found.values() for burden in burdens)
        if count > load.copies:
            raise ValueError(f"load {load.id!r}: {count} carried, {load.copies} there")
    return found


def _sorted(problem: Problem, choice: Choice, burdens: Sequence[Loaded]) -> tuple[Loaded, ...]:
    loads = {load.id: load for load in problem.loads if choice.id in load.carriers}
    options = {option.id: option for option in choice.options}
    places = {id_: place for place, id_ in enumerate(options)}
    for burden in burdens:
        unknown = burden.loads.keys() - loads
        if unknown:
            raise ValueError(f"choice {choice.id!r}: it cannot carry {min(unknown)!r}")
        if any(count < 0 for count in burden.loads.values()):
            raise ValueError(f"choice {choice.id!r}: it carries {burden.loads}")
        _check_taken(choice, options[burden.option], burden, loads)
    tidy = [
        Loaded(burden.option, {id_: burden.loads[id_] for id_ in loads if burden.loads.get(id_)})
        for burden in burdens
    ]
    return tuple(
        sorted(tidy, key=lambda each: (places[each.option], [each.loads.get(id_, 0) for id_ in loads]))
    )


def _check_taken(choice: Choice, option: Option, burden: Loaded, loads: Mapping[str, Load]) -> None:
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
