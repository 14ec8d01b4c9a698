"""Quick, optimistic bounds on the totals and terms of a problem, ignoring its resources and rooms."""

from __future__ import annotations

from tsolve.solve.problem import Clamp, Divide, Linear, Load, Pick, Problem, Term, Test

Range = tuple[int, int]
"""Lowest and highest value, both included."""


def total_ranges(problem: Problem) -> dict[str, Range]:
    """The range of every total over all ways to take options and carry loads, cut to the total's own limits
    where that leaves any.
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
            everywhere = count == len(options)  # an option that does not name the total adds 0 to it
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
    """The range of one term by interval arithmetic, given those of the totals and earlier terms."""
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
    """True or False when the test comes out so over the whole range, None when it depends."""
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
    """An objective that no solution exceeds, neither at any level nor lexicographically; far cheaper than
    solving.
    """
    ranges = all_ranges(problem)
    return tuple(ranges[id_][1] for id_ in problem.objective)


def _branch(branch: str | int, ranges: dict[str, Range]) -> Range:
    return ranges[branch] if isinstance(branch, str) else (branch, branch)
