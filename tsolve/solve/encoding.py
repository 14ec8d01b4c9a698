"""A problem as an integer programme: plain linear constraints over integer variables.

Everything is a linear constraint, so that the linear relaxation uses it: two constraints tie a threshold to
its 0-1 variable, and the 0-1 variable of a condition switches the constraints of its branches off. Only "each
copy takes one option" and "a resource of 1" are exactly-one and at-most-one constraints. The caller passes
the model message in, so that this file needs no solver.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from tsolve.budget import spend
from tsolve.solve.exact import unloaded
from tsolve.solve.problem import (
    Clamp,
    Divide,
    Linear,
    Pick,
    Problem,
    Solution,
    Term,
    Test,
    Total,
    relevant,
    total_ranges,
)

CANONICAL_SIZE = 2**64
"""The answer is made canonical if there are at most this many ways to take options."""
SORTED_TOGETHER = 2**16
"""The digits of interchangeable copies are compared in groups of about so many combinations."""
FAR = 2**60
"""Means "no limit" in a linear constraint."""


class Affine(NamedTuple):
    """A weighted sum of variables plus a constant."""

    weights: dict[int, int]
    constant: int


class Level(NamedTuple):
    """A value to maximise after those before it: an objective, or a choice's place in canonical order."""

    affine: Affine
    low: int
    high: int
    variables: range | None = None  # of the choice, fixed together with the level


class Model:
    """The problem as a model: first the variables for option counts, then those of totals and terms."""

    def __init__(self, problem: Problem, proto: Any) -> None:
        """Fill `proto`, which is an empty model message of CP-SAT."""
        self._unloaded = unloaded(problem)
        self.problem = self._unloaded.plain
        self.proto = proto
        self._add_variable = self.proto.variables.add
        self._add_constraint = self.proto.constraints.add
        self._domains: list[tuple[int, int]] = []
        self._known: dict[str, Affine] = {}
        self._thresholds: dict[tuple[str, int], Affine] = {}
        self.counts = self._add_choices()
        for copy, following in self._unloaded.alike():
            self._sort(copy, following)
        needed = relevant(problem)
        ranges = total_ranges(problem)
        for total in problem.totals:
            self._add_total(total, ranges[total.id], total.id in needed)
        for term in problem.terms:
            if term.id in needed:
                self._known[term.id] = self._term(term)
        for implication in problem.constraints:
            when, then = self._test(implication.when), self._test(implication.then)
            self.require(_combine((1, then), (-1, when)), 0, FAR)
        self.objectives = [self._level(self._known[id_]) for id_ in problem.objective]

    # Building

    def _variable(self, low: int, high: int) -> int:
        spend()
        self._add_variable().domain.extend([low, high])
        self._domains.append((low, high))
        return len(self._domains) - 1

    def _fresh(self, low: int, high: int) -> Affine:
        return Affine({self._variable(low, high): 1}, 0)

    def _span(self, affine: Affine) -> tuple[int, int]:
        low = high = affine.constant
        for variable, weight in affine.weights.items():
            ends = self._domains[variable]
            low += weight * ends[weight < 0]
            high += weight * ends[weight >= 0]
        return low, high

    def require(self, affine: Affine, low: int, high: int) -> None:
        """Keep the sum between `low` and `high`."""
        least, most = self._span(affine)
        if low <= least and most <= high:
            return
        linear = self._add_constraint().linear
        linear.vars.extend(list(affine.weights))
        linear.coeffs.extend(list(affine.weights.values()))
        linear.domain.extend([max(low, -FAR) - affine.constant, min(high, FAR) - affine.constant])

    def _add_choices(self) -> list[range]:
        """Add a variable for how many copies take each option, and the constraints of the resources."""
        uses: dict[str, dict[int, int]] = {resource.id: {} for resource in self.problem.resources}
        adds: dict[str, dict[int, int]] = {total.id: {} for total in self.problem.totals}
        counts = []
        for choice in self.problem.choices:
            first = len(self._domains)
            for option in choice.options:
                variable = self._variable(0, choice.copies)
                for id_, amount in option.uses.items():
                    uses[id_][variable] = amount
                for id_, amount in option.adds.items():
                    adds[id_][variable] = amount
            mine = range(first, len(self._domains))
            counts.append(mine)
            if choice.copies == 1:
                self._add_constraint().exactly_one.literals.extend(list(mine))
            else:
                self.require(Affine(dict.fromkeys(mine, 1), 0), choice.copies, choice.copies)
        for resource in self.problem.resources:
            used = uses[resource.id]
            booleans = all(
                amount == 1 and self._domains[variable][1] == 1 for variable, amount in used.items()
            )
            if resource.capacity == 1 and booleans:
                self._add_constraint().at_most_one.literals.extend(list(used))
            else:
                self.require(Affine(used, 0), -FAR, resource.capacity)
        self._adds = adds
        return counts

    def _sort(self, copy: range, following: range) -> None:
        """Sort two interchangeable copies as in a solution: compare the places of their options and what they
        carry like the digits of two numbers; the second number must not be smaller.
        """
        differ = Affine({}, 0)  # 1 only if the digits so far make the second number larger
        digits = list(zip(copy, following, strict=True))
        while digits:
            later, size = Affine({}, 0), 1
            while digits and size <= SORTED_TOGETHER:
                first, second = digits.pop(0)
                span = (len(self.counts[first]) - 1) * self.problem.choices[first].copies + 1
                later = _combine((span, later), (1, self._digit(second)), (-1, self._digit(first)))
                size *= span
            before, differ = differ, self._fresh(0, 1) if digits else Affine({}, 0)
            self.require(_combine((1, later), (size, before), (-1, differ)), 0, FAR)

    def _digit(self, choice: int) -> Affine:
        return Affine({variable: place for place, variable in enumerate(self.counts[choice]) if place}, 0)

    def _add_total(self, total: Total, span: tuple[int, int], needed: bool) -> None:
        added = Affine(self._adds[total.id], total.start)
        if total.low is not None or total.high is not None:
            self.require(
                added, -FAR if total.low is None else total.low, FAR if total.high is None else total.high
            )
        if needed and added.weights:
            value = self._known[total.id] = self._fresh(*span)
            self.require(_combine((1, value), (-1, added)), 0, 0)
        elif needed:
            self._known[total.id] = added

    def _reaches(self, affine: Affine, threshold: int) -> Affine:
        """1 if the sum is at least `threshold`, else 0: a constant, or a variable with two constraints."""
        low, high = self._span(affine)
        if low >= threshold:
            return Affine({}, 1)
        if high < threshold:
            return Affine({}, 0)
        met = self._fresh(0, 1)
        self.require(_combine((1, affine), (low - threshold, met)), low, FAR)
        self.require(_combine((1, affine), (threshold - 1 - high, met)), -FAR, threshold - 1)
        return met

    def _test(self, test: Test) -> Affine:
        """1 if the test holds, else 0; tests of the same threshold share a variable."""
        threshold = test.at_least if test.at_least is not None else (test.at_most or 0) + 1
        if (test.of, threshold) not in self._thresholds:
            self._thresholds[test.of, threshold] = self._reaches(self._known[test.of], threshold)
        above = self._thresholds[test.of, threshold]
        return above if test.at_least is not None else _combine((-1, above), constant=1)

    def _term(self, term: Term) -> Affine:
        match term:
            case Linear():
                parts = [(weight, self._known[id_]) for weight, id_ in term.parts]
                return _combine(*parts, constant=term.constant)
            case Divide():
                whole = self._known[term.of]
                low, high = self._span(whole)
                share = self._fresh(low // term.by, high // term.by)
                self.require(_combine((1, whole), (-term.by, share)), 0, term.by - 1)
                return share
            case Clamp():
                value = self._known[term.of]
                if term.low is not None:
                    value = self._not_below(value, term.low)
                if term.high is not None:
                    flipped = self._not_below(_combine((-1, value)), -term.high)
                    value = _combine((-1, flipped))
                return value
            case Pick():
                return self._pick(
                    self._test(term.when), self._branch(term.then), self._branch(term.otherwise)
                )

    def _branch(self, branch: str | int) -> Affine:
        return self._known[branch] if isinstance(branch, str) else Affine({}, branch)

    def _not_below(self, value: Affine, floor: int) -> Affine:
        """The greater of `value` and `floor`."""
        result = self._pick(self._reaches(value, floor), value, Affine({}, floor))
        self.require(_combine((1, result), (-1, value)), 0, FAR)  # implied; it makes the relaxation tight
        return result

    def _pick(self, when: Affine, then: Affine, otherwise: Affine) -> Affine:
        """`then` if `when` is 1, `otherwise` if it is 0."""
        if not when.weights:
            return then if when.constant else otherwise
        if not then.weights and not otherwise.weights:
            return _combine((then.constant - otherwise.constant, when), constant=otherwise.constant)
        (then_low, then_high), (other_low, other_high) = self._span(then), self._span(otherwise)
        result = self._fresh(min(then_low, other_low), max(then_high, other_high))
        # Equal to the branch that is taken; as far from the other as the two can differ.
        unless = _combine((-1, when), constant=1)
        self._apart(result, then, other_low - then_high, other_high - then_low, unless)
        self._apart(result, otherwise, then_low - other_high, then_high - other_low, when)
        return result

    def _apart(self, result: Affine, branch: Affine, low: int, high: int, slack: Affine) -> None:
        difference = _combine((1, result), (-1, branch))
        self.require(_combine((1, difference), (-max(high, 0), slack)), -FAR, 0)
        self.require(_combine((1, difference), (-min(low, 0), slack)), 0, FAR)

    def _level(self, affine: Affine) -> Level:
        return Level(affine, *self._span(affine))

    # Using

    def canonical_levels(self) -> list[Level]:
        """The levels that, maximised in order, give the canonical solution; none for too large a problem.

        The canonical solution has the lexicographically greatest vector of counts: as many copies as possible
        take the first option of the first choice, then its second, and so on.
        """
        levels: list[Level] = []
        size = self._unloaded.ways()
        carries = {place for row in self._unloaded.rows for place in row.places[1:]}
        for place, (choice, variables) in enumerate(zip(self.problem.choices, self.counts, strict=True)):
            before = len(levels)
            if choice.copies == 1 and len(variables) > 1:
                weights = {variable: -index for index, variable in enumerate(variables) if index}
                levels.append(Level(Affine(weights, 0), 1 - len(variables), 0, variables))
            elif choice.copies:
                levels += [Level(Affine({variable: 1}, 0), 0, choice.copies) for variable in variables[:-1]]
            if place not in carries:
                size *= math.prod(level.high - level.low + 1 for level in levels[before:])
        return levels if size <= CANONICAL_SIZE else []

    def maximise(self, levels: Sequence[Level], weights: Sequence[int], goal: int | None) -> int | None:
        """Make the weighted sum of the levels the objective; it must reach `goal`.

        Returns the sum if it is constant: then the model has no objective and only feasibility matters.
        """
        total = _combine(*((weight, level.affine) for weight, level in zip(weights, levels, strict=True)))
        self.proto.clear_objective()
        if not total.weights:
            if goal is not None and total.constant < goal:
                self.proto.constraints.add().bool_or.literals.extend([])  # an empty clause: infeasible
            return total.constant
        objective = self.proto.objective  # CP-SAT always minimises, so everything is negated
        objective.vars.extend(list(total.weights))
        objective.coeffs.extend([-weight for weight in total.weights.values()])
        objective.scaling_factor = -1.0
        objective.offset = -float(total.constant)
        if goal is not None:
            objective.domain.extend([-FAR, total.constant - goal])
        return None

    def settle(self, level: Level, solution: Sequence[int]) -> None:
        """Fix the level at its value in the solution."""
        if level.variables is None:
            value = _value(level.affine, solution)
            self.require(level.affine, value, value)
            return
        for variable in level.variables:
            domain = self.proto.variables[variable].domain
            domain[0] = domain[1] = solution[variable]

    def hint(self, solution: Sequence[int]) -> None:
        """Start the next search from the solution."""
        self.proto.clear_solution_hint()
        self.proto.solution_hint.vars.extend(list(range(len(self._domains))))
        self.proto.solution_hint.values.extend(list(solution))

    def solution(self, values: Sequence[int]) -> Solution:
        """The solution in terms of the problem, checked by plain arithmetic."""
        counts = {
            choice.id: {
                option.id: values[variable] for option, variable in zip(choice.options, mine, strict=True)
            }
            for choice, mine in zip(self.problem.choices, self.counts, strict=True)
        }
        return self._unloaded.solution(counts)


def _combine(*parts: tuple[int, Affine], constant: int = 0) -> Affine:
    weights: dict[int, int] = {}
    for factor, affine in parts:
        constant += factor * affine.constant
        for variable, weight in affine.weights.items():
            weights[variable] = weights.get(variable, 0) + factor * weight
    return Affine({variable: weight for variable, weight in weights.items() if weight}, constant)


def _value(affine: Affine, solution: Sequence[int]) -> int:
    return affine.constant + sum(weight * solution[variable] for variable, weight in affine.weights.items())
