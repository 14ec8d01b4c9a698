"""The value beyond which more of a total no longer matters: a request met, a threshold passed."""

from __future__ import annotations

from math import ceil, floor, inf

from tsolve.solve.bounds import Range
from tsolve.solve.problem import Clamp, Divide, Linear, Pick, Problem, Test

Enough = tuple[float, float]
"""`(low, high)`: all values <= low lead to the same answer, whatever the rest, and so do all values >=
high.
"""


def saturation(problem: Problem, ranges: dict[str, Range]) -> dict[str, Enough]:
    """For each total and term, where it stops to matter to objective, implications and limits.

    Found backwards from those: an objective always matters, (-inf, inf); what nobody reads never does,
    (inf, -inf); thresholds and clamps lie between. `ranges` are those of all totals and terms.
    """
    enough: dict[str, Enough] = dict.fromkeys(ranges, (inf, -inf))

    def read(id_: str, low: float, high: float) -> None:
        """Somebody tells apart the values between, and these two from each other."""
        before = enough[id_]
        enough[id_] = (min(before[0], low), max(before[1], high))

    def read_by(test: Test) -> None:
        threshold = test.at_least if test.at_least is not None else (test.at_most or 0) + 1
        read(test.of, threshold - 1, threshold)

    for id_ in problem.objective:
        read(id_, -inf, inf)
    for implication in problem.constraints:
        read_by(implication.when)
        read_by(implication.then)
    for total in problem.totals:
        if total.low is not None:
            read(total.id, total.low - 1, total.low)
        if total.high is not None:
            read(total.id, total.high, total.high + 1)
    for term in reversed(problem.terms):
        low, high = enough[term.id]
        if low > high:
            continue
        match term:
            case Linear():
                _read_by_sum(term, low, high, ranges, enough)
            case Divide():
                read(term.of, term.by * (low + 1) - 1, term.by * high)
            case Clamp():
                read(
                    term.of,
                    low if term.low is None else max(low, term.low),
                    high if term.high is None else min(high, term.high),
                )
            case Pick():
                read_by(term.when)
                for branch in (term.then, term.otherwise):
                    if isinstance(branch, str):
                        read(branch, low, high)
    return enough


def _read_by_sum(
    term: Linear, low: float, high: float, ranges: dict[str, Range], enough: dict[str, Enough]
) -> None:
    """A part matters until it alone brings the sum to `low` or `high`, the others being at their worst."""
    weights: dict[str, int] = {}
    for weight, id_ in term.parts:
        weights[id_] = weights.get(id_, 0) + weight
    ends = {id_: sorted(weight * end for end in ranges[id_]) for id_, weight in weights.items()}
    least = term.constant + sum(end[0] for end in ends.values())
    most = term.constant + sum(end[1] for end in ends.values())
    for id_, weight in weights.items():
        if weight == 0:
            continue
        to_low = (low - (most - ends[id_][1])) / weight
        to_high = (high - (least - ends[id_][0])) / weight
        if weight < 0:
            to_low, to_high = to_high, to_low
        before = enough[id_]
        enough[id_] = (min(before[0], _down(to_low)), max(before[1], _up(to_high)))


def _down(value: float) -> float:
    return value if abs(value) == inf else floor(value)


def _up(value: float) -> float:
    return value if abs(value) == inf else ceil(value)
