"""Many problems at once that differ only in how many copies of each choice there are.

It shares the dynamic programming between problems: it remembers the states that the copies of one problem can
reach, and extends them for the next problem that begins with the same copies (the same "beginning"). A state
is one whole number with a bit field for each resource and total, so that taking an option is one addition and
"at least as good in every field" is one subtraction. From the remembered states a solution can be read off.

A problem with too many states is solved alone by the exact backend, which keeps far fewer: it knows what the
remaining copies can still add and how much of a total is enough.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.errors import TooLargeError
from tsolve.solve.exact import solve_exact
from tsolve.solve.packing import term_function, threshold_function
from tsolve.solve.problem import Choice, Option, Outcome, Problem, relevant

Objective = tuple[int, ...]

WIDTH = 16
"""Bits of a field."""
_ZERO = 1 << WIDTH - 2
"""The field value that means 0, so that negative values fit too."""
_GUARD = 1 << WIDTH - 1
"""The top bit of a field, clear in every state."""
_WHOLE = (1 << WIDTH) - 1
MOST = _ZERO // 2
"""The largest value of a field, positive or negative."""
LOOK = 64
"""States between two checks of the budget."""
SUMS = 50
"""How many sums of states count as one step of work."""
WIDE = 250
"""A beginning with more states than this is not kept. Usual hands reach about sixty at most."""
_TAKERS = 1 << 32
"""Choices that may take from resources have numbers from here on; choices that only give come before them."""


class Chooser(NamedTuple):
    """A choice of one problem of the family, with its copies."""

    choice: int | None
    """Its number; None if none of its options changes anything."""
    copies: int
    options: Sequence[Option]
    """In the order of that problem; some may need resources that it does not have."""


class Family:
    """Problems with the resources, totals, terms, constraints and objective of one problem, and other
    choices.

    Capacities do not count: every resource begins empty, and choices with negative uses fill it.
    """

    def __init__(self, problem: Problem, wide: int = WIDE) -> None:
        """A beginning with more states than `wide` is not kept. Raises ValueError for a problem with loads:
        what one copy carries depends on the others.
        """
        if problem.loads:
            raise ValueError(f"problem {problem.id!r}: a family has no loads")
        self._problem, self._most_states = problem, wide
        needed = relevant(problem)
        totals = [t for t in problem.totals if t.id in needed or t.low is not None or t.high is not None]
        self._objective = problem.objective
        self._terms = [(term.id, term_function(term)) for term in problem.terms if term.id in needed]
        self._implications = [
            (threshold_function(each.when), threshold_function(each.then)) for each in problem.constraints
        ]
        self._limited = [(t.id, t.low, t.high) for t in totals if t.low is not None or t.high is not None]
        self._units: dict[str, int] = {}
        self._stocked = self._guards = self._exact = start = 0
        self._read: list[tuple[str, int, int, int]] = []
        """Each total with the place of its field, the direction in which that counts, and its start value."""
        for resource in problem.resources:
            unit = self._new_field(f"use {resource.id}")
            self._stocked |= _ZERO * unit
        for total in totals:
            downwards = total.prefer == "less" and total.low is None
            limit = total.high if total.prefer == "more" else total.low
            unit = self._new_field(total.id)
            self._read.append((total.id, unit.bit_length() - 1, -1 if downwards else 1, total.start))
            if total.prefer == "exact" or limit is not None:
                self._exact |= _WHOLE * unit
            if downwards:
                self._units[total.id] = -unit
        start = self._guards >> 1
        self._better = self._guards & ~self._exact
        self._counted = sum(_WHOLE << place for _, place, _, _ in self._read)
        self._numbers: dict[tuple[int, ...], int] = {}
        self._largest = 0
        self._deltas: dict[int, tuple[int, ...]] = {}
        self._options: dict[int, tuple[Option, ...]] = {}
        self._reached: dict[tuple[int, ...], list[int]] = {(): [start]}
        self._wide: set[tuple[int, ...]] = set()
        """The shortest beginnings that reach too many states."""
        self._values: dict[int, Objective | None] = {}
        self._best: dict[tuple[int, ...], Objective | None] = {}
        self._at_most: dict[tuple[int, ...], Objective] = {}
        """Upper bounds for problems whose best objective is not known."""

    def _new_field(self, id_: str) -> int:
        unit = 1 << len(self._units) * WIDTH
        self._units[id_] = unit
        self._guards |= _GUARD * unit
        return unit

    def choice(self, options: Sequence[Option]) -> int | None:
        """The number of a choice with these options, of which each copy takes one; None if no option changes
        anything.

        Raises ValueError for a choice that gives to a resource and has more than one option.
        """
        amounts = [abs(n) for option in options for n in (*option.uses.values(), *option.adds.values())]
        self._largest = max(self._largest, *amounts, 0)
        spend(1 + len(options) // 4)
        deltas = tuple(dict.fromkeys(self._delta(option) for option in options))
        if deltas == (0,):
            return None
        gives = any(amount < 0 for option in options for amount in option.uses.values())
        if gives and len(deltas) > 1:
            raise ValueError("a choice that gives to a resource has one option")
        number = self._numbers.get(deltas)
        if number is None:
            number = self._numbers[deltas] = len(self._numbers) + (0 if gives else _TAKERS)
            self._deltas[number] = deltas
            self._options[number] = tuple(options)
        return number

    def _delta(self, option: Option) -> int:
        delta = sum(amount * self._units[id_] for id_, amount in option.adds.items() if id_ in self._units)
        return delta - sum(amount * self._units[f"use {id_}"] for id_, amount in option.uses.items())

    def best(self, copies: tuple[int, ...], bar: Objective | None = None) -> Objective | None:
        """The best objective for these copies (numbers of choices, in ascending order); None when there is no
        solution. It may also be None when the best is not above `bar`.
        """
        if copies in self._best:
            return self._best[copies]
        if len(copies) * self._largest > MOST:
            raise ValueError(f"{len(copies)} copies may come to more than {MOST}")
        try:
            best = self._best_of(self._states(copies))
        except TooLargeError:
            if bar is not None and copies in self._at_most and self._at_most[copies] <= bar:
                return None
            best = self._best_alone(copies, bar)
            if best is None and bar is not None:
                self._at_most[copies] = bar
                return None
        self._best[copies] = best
        return best

    def solution(
        self, there: tuple[int, ...], choosers: Sequence[Chooser], best: Objective
    ) -> list[Counter[str]]:
        """How many copies of each chooser take each option (by id) in the canonical solution with objective
        `best`: copy by copy, the first option from which `best` can still be reached.

        `there` are the numbers of the problem's other choices, in ascending order, which have one option
        each. Raises ValueError when `best` cannot be reached.
        """
        try:
            return self._read_off(there, choosers, best)
        except TooLargeError:
            return self._solution_alone(there, choosers, best)

    def _read_off(
        self, there: tuple[int, ...], choosers: Sequence[Chooser], best: Objective
    ) -> list[Counter[str]]:
        tails = [there]
        for chooser in reversed(choosers):
            copy = () if chooser.choice is None else (chooser.choice,)
            tails += [tails[-1] + copy * copies for copies in range(1, chooser.copies + 1)]
        tails.pop()
        found: list[Counter[str]] = []
        state = 0
        for chooser in choosers:
            deltas = [self._delta(option) for option in chooser.options]
            counts, number = Counter[str](), 0
            for _ in range(chooser.copies):
                rest = self._states(tails.pop())
                spend(1 + len(rest) // 8)
                while not any(self._is_worth(tail + state + deltas[number], best) for tail in rest):
                    number += 1
                    if number == len(deltas):
                        raise ValueError(f"{best} is out of reach")
                state += deltas[number]
                counts[chooser.options[number].id] += 1
            found.append(counts)
        return found

    def _best_alone(self, copies: tuple[int, ...], bar: Objective | None) -> Objective | None:
        counts = Counter(copies)
        given = {number: count for number, count in counts.items() if len(self._options[number]) == 1}
        choices = [
            Choice(str(number), count, self._options[number])
            for number, count in counts.items()
            if number not in given
        ]
        solution = self._solved_alone(given, choices, bar).solution
        return None if solution is None else solution.objective

    def _solution_alone(
        self, there: tuple[int, ...], choosers: Sequence[Chooser], best: Objective
    ) -> list[Counter[str]]:
        """The same as `_read_off` gives: the exact backend takes the first options in the same order."""
        choices = [
            Choice(str(place), chooser.copies, tuple(chooser.options))
            for place, chooser in enumerate(choosers)
        ]
        below = (*best[:-1], best[-1] - 1) if best else None
        solution = self._solved_alone(Counter(there), choices, below).solution
        if solution is None or solution.objective != best:
            raise ValueError(f"{best} is out of reach")
        return [Counter(solution.counts[choice.id]) for choice in choices]

    def _solved_alone(
        self, given: Mapping[int, int], choices: Sequence[Choice], bar: Objective | None
    ) -> Outcome:
        """Solve the problem with these choices by the exact backend, as far as the budget allows. `given` has
        the numbers of the choices with one option, and their copies.
        """
        capacities, starts = Counter[str](), Counter[str]()
        for number, copies in given.items():
            (option,) = self._options[number]
            for resource, amount in option.uses.items():
                capacities[resource] -= amount * copies
            for total, amount in option.adds.items():
                starts[total] += amount * copies
        resources, totals = self._problem.resources, self._problem.totals
        alone = replace(
            self._problem,
            resources=tuple(replace(each, capacity=capacities[each.id]) for each in resources),
            choices=tuple(choices),
            totals=tuple(replace(each, start=each.start + starts[each.id]) for each in totals),
        )
        return solve_exact(alone, bar, max_states=sys.maxsize)

    def _is_worth(self, state: int, best: Objective) -> bool:
        return state & self._stocked == self._stocked and self._value(state) == best

    def _best_of(self, states: list[int]) -> Objective | None:
        best: Objective | None = None
        for state in states:
            value = self._value(state)
            if value is not None and (best is None or value > best):
                best = value
        return best

    def _value(self, state: int) -> Objective | None:
        """The objective of a complete state; None where it breaks a limit or an implication."""
        key = state & self._counted
        if key not in self._values:
            spend()
            self._values[key] = self._compute(key)
        return self._values[key]

    def _states(self, copies: tuple[int, ...]) -> list[int]:
        """The states that these copies can reach and that no other such state dominates.

        Raises TooLargeError.
        """
        known = self._reached.get(copies)
        if known is None:
            if copies in self._wide:
                raise TooLargeError(f"more than {self._most_states} states")
            before, stocked = self._states(copies[:-1]), self._stocked
            deltas = self._deltas[copies[-1]]
            if len(deltas) == 1:
                (delta,) = deltas
                known = [state + delta for state in before]
                if copies[-1] >= _TAKERS:
                    known = [state for state in known if state & stocked == stocked]
            else:
                reached: set[int] = set()
                for place in range(0, len(before), LOOK):
                    some = before[place : place + LOOK]
                    spend(1 + len(some) * len(deltas) // SUMS)
                    reached.update(
                        [
                            state
                            for old in some
                            for delta in deltas
                            if (state := old + delta) & stocked == stocked
                        ]
                    )
                    if len(reached) > self._most_states:
                        self._wide.add(copies)
                        raise TooLargeError(f"more than {self._most_states} states")
                known = self._undominated(reached)
            self._reached[copies] = known
        return known

    def _undominated(self, states: set[int]) -> list[int]:
        if len(states) < 2:
            return list(states)
        exact, better = self._exact, self._better
        groups: dict[int, list[int]] = {}
        kept: list[int] = []
        for count, state in enumerate(sorted(states, reverse=True)):  # a dominating one is larger
            if count % LOOK == 0:
                spend(1 + min(len(states) - count, LOOK) * (1 + len(kept) // 8) // SUMS)
            group = groups.setdefault(state & exact, [])
            for other in group:
                if (other - state) & better == better:
                    break
            else:
                kept.append(state)
                group.append(state | better)
        return kept

    def _compute(self, state: int) -> Objective | None:
        values = {
            id_: first + sign * ((state >> place & _WHOLE) - _ZERO) for id_, place, sign, first in self._read
        }
        for id_, low, high in self._limited:
            if (low is not None and values[id_] < low) or (high is not None and values[id_] > high):
                return None
        for id_, compute in self._terms:
            values[id_] = compute(values)
        if any(when(values) and not then(values) for when, then in self._implications):
            return None
        return tuple([values[id_] for id_ in self._objective])
