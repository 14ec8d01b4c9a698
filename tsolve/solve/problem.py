"""An optimisation problem: choices spend resources and add to totals, their copies may carry loads, terms
turn totals into a score. Also quick, optimistic bounds on totals and terms, and which of these can influence
the answer.

Every constraint has a `ruling`, the id of the rule behind it; the backends ignore it, and explanations read
it. All numbers are whole numbers and all arithmetic is exact. Bounds ignore resources and room for loads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct


class Resource(Struct, frozen=True):
    """A stock that options take from. Only the final balance counts: the sum of all uses must not exceed
    `capacity`.
    """

    id: str
    capacity: int
    ruling: str = ""


class Option(Struct, frozen=True):
    """One way to use one copy: what it takes from resources (negative: gives) and adds to totals.

    `holds` is the room for loads that a copy with this option has, by kind of room (0 where not given).
    """

    id: str
    uses: dict[str, int] = {}
    adds: dict[str, int] = {}
    holds: dict[str, int] = {}


class Choice(Struct, frozen=True):
    """A class of identical copies; each copy takes exactly one of the options."""

    id: str
    copies: int
    options: tuple[Option, ...]
    ruling: str = ""


class Carry(Struct, frozen=True):
    """What carrying one copy of a load means for the copy that carries it.

    `takes` is the room that it takes there, by kind (negative: it makes room for other loads). `uses` and
    `adds` mean the same as in an option.
    """

    takes: dict[str, int] = {}
    uses: dict[str, int] = {}
    adds: dict[str, int] = {}


class Load(Struct, frozen=True):
    """A class of identical things, each carried by one copy of a choice that `carriers` names, or by nobody.

    One copy may carry any number of loads, as long as they take no more of each kind of room in sum than its
    option holds; their order does not matter. So a tool of weight 3 takes 3 of the room "weight", and a belt
    that lends 2 takes -2 of it. If a copy may carry only one tool, tools also take 1 of the room "hands", of
    which the option holds 1. An option without room still allows loads that take no room, and those that a
    belt makes room for. To forbid all loads, let every load take some kind of room that the option lacks.
    """

    id: str
    copies: int
    carriers: dict[str, Carry]
    ruling: str = ""


class Total(Struct, frozen=True):
    """`start` plus what the chosen options and the carried loads add; it must end between `low` and `high`.

    `prefer` is a promise of the caller: "more" says that, all else equal, more of this total never makes
    the answer worse (no implication breaks, no objective falls), "less" the opposite, "exact" promises
    nothing. The exact backend relies on it to prune; the CP-SAT backend does not read it.
    """

    id: str
    start: int = 0
    low: int | None = None
    high: int | None = None
    prefer: Literal["more", "less", "exact"] = "exact"
    ruling: str = ""


class Test(Struct, frozen=True):
    """A threshold on a total or term: either `of >= at_least` or `of <= at_most` (exactly one is given)."""

    __test__ = False  # tell pytest that this is not a test class

    of: str
    at_least: int | None = None
    at_most: int | None = None


class Linear(Struct, frozen=True, tag="linear"):
    """A weighted sum: `constant` plus coefficient times value, over `parts`."""

    id: str
    parts: tuple[tuple[int, str], ...]
    constant: int = 0
    ruling: str = ""


class Divide(Struct, frozen=True, tag="divide"):
    """`of` divided by `by`, rounded down, also below zero: half of -3 is -2."""

    id: str
    of: str
    by: int = 2
    ruling: str = ""


class Clamp(Struct, frozen=True, tag="clamp"):
    """`of`, but not below `low` and not above `high`."""

    id: str
    of: str
    low: int | None = None
    high: int | None = None
    ruling: str = ""


class Pick(Struct, frozen=True, tag="pick"):
    """`then` when the test holds, otherwise `otherwise`; each is an id or a number."""

    id: str
    when: Test
    then: str | int
    otherwise: str | int
    ruling: str = ""


Term = Linear | Divide | Clamp | Pick


class Implication(Struct, frozen=True):
    """A constraint: if `when` holds, `then` must hold."""

    when: Test
    then: Test
    ruling: str = ""


class Problem(Struct, frozen=True):
    """Choose an option for every copy, and a carrier for each load, so that `objective` is lexicographically
    greatest.

    `terms` are computed in order after the totals and may refer to totals and to earlier terms. `objective`
    names totals or terms, the most important first, each to be maximised.
    """

    id: str
    resources: tuple[Resource, ...] = ()
    choices: tuple[Choice, ...] = ()
    totals: tuple[Total, ...] = ()
    terms: tuple[Term, ...] = ()
    constraints: tuple[Implication, ...] = ()
    objective: tuple[str, ...] = ()
    loads: tuple[Load, ...] = ()


class Loaded(Struct, frozen=True):
    """One copy of a choice that may carry: the option that it takes, and the number of each load that it
    carries (only those above zero).
    """

    option: str
    loads: dict[str, int] = {}


class Solution(Struct, frozen=True):
    """Counts per choice and option (only those above zero), all totals and terms by id, and the objective
    values.

    `carried` lists, for each choice that may carry, its copies one by one. Copies are interchangeable, so
    they are sorted: by option, then by how many they carry of the first load, of the second, and so on.
    """

    problem: str
    counts: dict[str, dict[str, int]]
    values: dict[str, int]
    objective: tuple[int, ...]
    carried: dict[str, tuple[Loaded, ...]] = {}


class Outcome(Struct, frozen=True):
    """What a backend found.

    `bound` is proven: no solution has a lexicographically greater objective. It equals the objective when
    `status` is "optimal"; when "infeasible", it is the `at_least` of the question, or empty if there was
    none. When "undecided" (the budget ran out), `solution` is the best one found so far, if any.
    """

    status: Literal["optimal", "infeasible", "undecided"]
    solution: Solution | None
    bound: tuple[int, ...]
    backend: str
    states: int = 0
    """How many partial solutions the exact backend looked at, which measures its work on any machine."""


def references(term: Term) -> Iterator[str]:
    """The ids that a term reads."""
    match term:
        case Linear():
            for _, id_ in term.parts:
                yield id_
        case Divide() | Clamp():
            yield term.of
        case Pick():
            yield term.when.of
            for branch in (term.then, term.otherwise):
                if isinstance(branch, str):
                    yield branch


def relevant(problem: Problem) -> set[str]:
    """Ids of the totals and terms on which the objective or an implication depends, directly or not.

    A total may matter for its own limits even if it is not among these.
    """
    found = set(problem.objective)
    for implication in problem.constraints:
        found.add(implication.when.of)
        found.add(implication.then.of)
    for term in reversed(problem.terms):
        if term.id in found:
            found.update(references(term))
    return found


Range = tuple[int, int]
"""Lowest and highest value, both included."""


def total_ranges(problem: Problem) -> dict[str, Range]:
    """The range of every total over all ways to take options and carry loads, cut to the total's own limits
    unless nothing would be left.
    """
    lows = {total.id: total.start for total in problem.totals}
    highs = dict(lows)
    for choice in problem.choices:
        options, copies = choice.options, choice.copies
        if not copies:
            continue
        least: dict[str, int] = {}
        most: dict[str, int] = {}
        seen: dict[str, int] = {}
        for option in options:
            for id_, amount in option.adds.items():
                if id_ in seen:
                    seen[id_] += 1
                    if amount < least[id_]:
                        least[id_] = amount
                    if amount > most[id_]:
                        most[id_] = amount
                else:
                    seen[id_] = 1
                    least[id_] = most[id_] = amount
        for id_, count in seen.items():
            everywhere = count == len(options)  # other options add 0
            lows[id_] += copies * (least[id_] if everywhere else min(0, least[id_]))
            highs[id_] += copies * (most[id_] if everywhere else max(0, most[id_]))
    for load in problem.loads:
        for id_, (fewest, greatest) in _spans(load).items():
            lows[id_] += load.copies * fewest
            highs[id_] += load.copies * greatest
    ranges = {}
    for total in problem.totals:
        low, high = lows[total.id], highs[total.id]
        cut_low = low if total.low is None else max(low, total.low)
        cut_high = high if total.high is None else min(high, total.high)
        ranges[total.id] = (cut_low, cut_high) if cut_low <= cut_high else (low, high)
    return ranges


def _spans(load: Load) -> dict[str, Range]:
    """The least and most that one copy of the load adds to each total; 0 when nobody carries it."""
    spans: dict[str, Range] = {}
    for carry in load.carriers.values():
        for id_, amount in carry.adds.items():
            low, high = spans.get(id_, (0, 0))
            spans[id_] = min(low, amount), max(high, amount)
    return spans


def term_range(term: Term, ranges: dict[str, Range]) -> Range:
    """The range of a term by interval arithmetic, from those of the totals and earlier terms."""
    match term:
        case Linear():
            low = high = term.constant
            for weight, id_ in term.parts:
                ends = ranges[id_]
                low += weight * ends[weight < 0]
                high += weight * ends[weight >= 0]
            return low, high
        case Divide():
            low, high = ranges[term.of]
            return low // term.by, high // term.by
        case Clamp():
            low, high = ranges[term.of]
            if term.low is not None:
                low, high = max(low, term.low), max(high, term.low)
            if term.high is not None:
                low, high = min(low, term.high), min(high, term.high)
            return low, high
        case Pick():
            certain = decided(term.when, ranges)
            then, otherwise = _branch(term.then, ranges), _branch(term.otherwise, ranges)
            if certain is not None:
                return then if certain else otherwise
            return min(then[0], otherwise[0]), max(then[1], otherwise[1])


def decided(test: Test, ranges: dict[str, Range]) -> bool | None:
    """True or False if the test gives this result over the whole range, else None."""
    low, high = ranges[test.of]
    if test.at_least is not None:
        return True if low >= test.at_least else False if high < test.at_least else None
    limit = test.at_most or 0
    return True if high <= limit else False if low > limit else None


def all_ranges(problem: Problem) -> dict[str, Range]:
    """The ranges of all totals and terms by id."""
    ranges = total_ranges(problem)
    for term in problem.terms:
        ranges[term.id] = term_range(term, ranges)
    return ranges


def upper_bound(problem: Problem) -> tuple[int, ...]:
    """An upper bound of the objective, at every level and lexicographically; far cheaper than solving."""
    ranges = all_ranges(problem)
    return tuple(ranges[id_][1] for id_ in problem.objective)


def _branch(branch: str | int, ranges: dict[str, Range]) -> Range:
    return ranges[branch] if isinstance(branch, str) else (branch, branch)
