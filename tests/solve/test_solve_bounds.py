"""Ranges, and the points beyond which a total does not matter, against enumeration of all totals in reach."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings

from tests.solve.brute import finish
from tests.solve.strategies import problems
from tsolve.solve.packing import saturation
from tsolve.solve.problem import (
    Choice,
    Clamp,
    Linear,
    Option,
    Pick,
    Problem,
    Test,
    Total,
    all_ranges,
    upper_bound,
)


def worth(problem: Problem, totals: dict[str, int]) -> tuple[int, ...] | None:
    for total in problem.totals:
        if total.low is not None and totals[total.id] < total.low:
            return None
        if total.high is not None and totals[total.id] > total.high:
            return None
    values = finish(problem, totals)
    return None if values is None else tuple(values[id_] for id_ in problem.objective)


@settings(max_examples=150)
@given(problems())
def test_what_is_beyond_the_points_of_saturation_changes_nothing(problem: Problem) -> None:
    ranges = all_ranges(problem)
    enough = saturation(problem, ranges)
    spans = {total.id: range(ranges[total.id][0], ranges[total.id][1] + 1) for total in problem.totals}
    for total in problem.totals:
        low, high = enough[total.id]
        others = [id_ for id_ in spans if id_ != total.id]
        for rest in product(*(spans[id_] for id_ in others)):
            fixed = dict(zip(others, rest, strict=True))
            for alike in (
                [value for value in spans[total.id] if value <= low],
                [value for value in spans[total.id] if value >= high],
            ):
                assert len({worth(problem, {**fixed, total.id: value}) for value in alike}) <= 1


def test_saturation_by_hand() -> None:
    # penalty = max(0, 3 - light): from light 3 on there is none. Armed or not is decided at 2 equipped.
    # Attack runs from 0 to 9 and counts without end; nobody reads the gold.
    options = (Option("a", {}, {"attack": 9, "light": 5, "equipped": 4, "gold": 1}), Option("b"))
    problem = Problem(
        "p",
        choices=(Choice("c", 1, options),),
        totals=(Total("attack"), Total("light"), Total("equipped"), Total("gold")),
        terms=(
            Linear("dark", ((-1, "light"),), constant=3),
            Clamp("penalty", "dark", low=0),
            Linear("raw", ((1, "attack"), (-2, "penalty"))),
            Pick("value", Test("equipped", at_least=2), "raw", 0),
        ),
        objective=("value",),
    )
    enough = saturation(problem, all_ranges(problem))
    infinite = float("inf")
    assert enough["light"] == (-infinite, 3)
    assert enough["equipped"] == (1, 2)
    assert enough["attack"] == (-infinite, infinite)
    assert enough["gold"] == (infinite, -infinite)
    # raw at most 9 - 2 * 0, the penalty lying in 0..3; at least 0 - 2 * 3
    assert all_ranges(problem)["raw"] == (-6, 9)
    assert upper_bound(problem) == (9,)
