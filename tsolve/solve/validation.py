"""Rejects problems that make no sense, or whose numbers are too large for safe arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tsolve.errors import BeyondBoundsError
from tsolve.solve.bounds import Range, all_ranges
from tsolve.solve.problem import (
    Carry,
    Choice,
    Clamp,
    Divide,
    Linear,
    Load,
    Option,
    Pick,
    Problem,
    Term,
    Test,
)

MAX_OPTIONS = 20_000
"""Most options in one problem, over all choices: each becomes a variable of the model. Those of a choice that
may carry loads count for each copy, and each load that a copy may carry or leave counts as two.
"""
MAX_COPIES = 1_000
"""Most identical copies in one choice or load."""
MAX_PARTS = 1_000
"""Most resources, totals, loads, terms and implications together."""
MAX_NUMBER = 10**9
"""Largest magnitude of any number written in a problem."""
MAX_VALUE = 2**49
"""Largest magnitude that a total or term can reach, whatever is chosen: a stage of CP-SAT must hold its
range.
"""


def check(problem: Problem) -> None:
    """Refuse a problem that does not make sense or is too large.

    Raises:
        ValueError: on an unknown or repeated id, a choice without options, less than no room or copies, a
            test with no or two thresholds, or an empty range.
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
    """Refuse a problem with too many parts or options: those that a position leads to may be so, however
    soundly they are stated. Raises BeyondBoundsError.
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
        raise BeyondBoundsError(f"{options} options of single copies that may carry, and of what they carry")


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
