"""A problem compiled for the exact backend: every partial assignment becomes one whole number.

The number is a row of equally wide bit fields, one for each resource or total that matters, so that taking
an option is one addition, merging equal states is set membership, and "at least as good in every field" is
one subtraction. A field counts up from zero in the direction that is never worse: what is left of a
resource, a total above its least value, or below its most when less is preferred. The top bit of a field is
a guard that stays clear in a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tsolve.budget import spend
from tsolve.solve.arithmetic import term_function, threshold_function
from tsolve.solve.bounds import Range
from tsolve.solve.problem import Choice, Problem
from tsolve.solve.relevance import relevant
from tsolve.solve.saturation import Enough, saturation

Objective = tuple[int, ...]
Spread = dict[str, tuple[int, int]]
"""Least and most that one copy of a choice can add to each id; an id missing here is never touched."""


class Field(NamedTuple):
    """One resource or total inside a packed state."""

    id: str
    spreads: Sequence[Spread]  # per choice
    resource: bool
    stock: bool  # a resource, or a total that only has to keep its limit: nobody reads its value
    downwards: bool
    exact: bool
    zero: int  # the value that a complete state with an empty field stands for
    reach: int  # the most that a complete state can hold
    need: int  # the least that a complete state must hold
    cap: int  # holding more than this changes nothing


class Layer(NamedTuple):
    """One copy to be placed: the number of its choice and the packed addition of each of its options, in
    order.
    """

    choice: int
    deltas: tuple[int, ...]


class Packed:
    """The compiled problem.

    Attributes:
        choices: the choices that have copies, in order.
        layers: their copies, one after the other.
        possible: False when some limit cannot be kept whatever is chosen; the rest is then meaningless.
        guards: guard bits of all fields.
        better: guard bits of the fields in which more is never worse.
        exact: mask of the other fields: states are compared only when these are equal.
        hopeful: per layer, to be added to a state made by the layers from there on. A guard bit that stays
            clear then marks a field that the earlier layers cannot lift to its need.
        lift: per layer, the most that the earlier layers can add in every field at once; None when they can
            change an exact field, for then nothing follows from it.
    """

    def __init__(self, problem: Problem, ranges: dict[str, Range]) -> None:
        """Compile `problem`; `ranges` are those of all its totals and terms."""
        self.problem = problem
        self.choices = [choice for choice in problem.choices if choice.copies]
        needed = relevant(problem)
        self._terms = [(term.id, term_function(term)) for term in problem.terms if term.id in needed]
        self._implications = [
            (threshold_function(implication.when), threshold_function(implication.then))
            for implication in problem.constraints
        ]
        enough = saturation(problem, ranges)
        fields, self._start, self.possible = _fields(problem, self.choices, needed, enough)
        width = max((field.reach.bit_length() for field in fields), default=0)
        shifts = [place * (width + 1) for place in range(len(fields))]
        guard, whole = 1 << width, (2 << width) - 1
        self.guards = sum(guard << shift for shift in shifts)
        self.exact = sum(whole << shift for shift, field in zip(shifts, fields, strict=True) if field.exact)
        self.better = self.guards & ~self.exact
        self._read = [
            (field.id, shift, field.zero, -1 if field.downwards else 1)
            for shift, field in zip(shifts, fields, strict=True)
            if not field.stock
        ]
        self._mask = guard - 1
        self._width = width
        self._full = sum((guard - field.cap) << shift for shift, field in zip(shifts, fields, strict=True))
        self._caps = sum(field.cap << shift for shift, field in zip(shifts, fields, strict=True))
        self._counted = sum(self._mask << shift for _, shift, _, _ in self._read)
        read = {id_ for id_, _, _, _ in self._read}
        self._limited = [
            (total.id, total.low, total.high)
            for total in problem.totals
            if total.id in read and (total.low is not None or total.high is not None)
        ]
        self._objectives: dict[int, Objective | None] = {}
        self.layers = _layers(self.choices, fields, shifts)
        self.hopeful: list[int] = []
        self.lift: list[int | None] = []
        grown = [0] * len(fields)  # how far the layers before this one can push each field
        for layer in [*self.layers, None]:
            hopeful = lift = 0
            steady = True
            for place, field in enumerate(fields):
                shift, before = shifts[place], grown[place]
                hopeful += (guard - max(0, field.need - before)) << shift
                lift += before << shift
                steady &= not (field.exact and before)
                if layer is not None:
                    least, most = field.spreads[layer.choice].get(field.id, (0, 0))
                    grown[place] += most - least
            self.hopeful.append(hopeful)
            self.lift.append(lift if steady else None)

    def saturated(self, states: Iterable[int]) -> set[int]:
        """The states with every field cut down to what matters: many become equal."""
        full, guards, width, caps = self._full, self.guards, self._width, self._caps
        result = set()
        for state in states:
            beyond = (state + full) & guards
            if beyond:
                fields = beyond - (beyond >> width)
                state = state & ~fields | caps & fields
            result.add(state)
        return result

    def objective(self, state: int) -> Objective | None:
        """What a complete state is worth; None when a total is out of its range or an implication is
        broken.
        """
        key = state & self._counted
        if key not in self._objectives:
            spend()
            self._objectives[key] = self._compute(key)
        return self._objectives[key]

    def _compute(self, state: int) -> Objective | None:
        values = self._start.copy()
        for id_, shift, zero, sign in self._read:
            values[id_] = zero + sign * (state >> shift & self._mask)
        for id_, low, high in self._limited:
            if (low is not None and values[id_] < low) or (high is not None and values[id_] > high):
                return None
        for id_, compute in self._terms:
            values[id_] = compute(values)
        for when, then in self._implications:
            if when(values) and not then(values):
                return None
        return tuple([values[id_] for id_ in self.problem.objective])


def _fields(
    problem: Problem, choices: Sequence[Choice], needed: set[str], enough: dict[str, Enough]
) -> tuple[list[Field], dict[str, int], bool]:
    """The fields, the values of the totals that never change or never matter, and whether every limit can be
    kept.
    """
    adds = [_spread(choice, [option.adds for option in choice.options]) for choice in choices]
    uses = [_spread(choice, [option.uses for option in choice.options]) for choice in choices]
    fields: list[Field] = []
    constants: dict[str, int] = {}
    possible = True
    for total in problem.totals:
        least, most = _reach(total.id, total.start, choices, adds)
        low = total.low if total.low is not None and total.low > least else None
        high = total.high if total.high is not None and total.high < most else None
        possible &= (low is None or low <= most) and (high is None or high >= least)
        reach = most - least
        stock = False
        if total.id in needed:
            downwards = total.prefer == "less" and low is None
            exact = total.prefer == "exact" or (high if total.prefer == "more" else low) is not None
        else:
            exact = low is not None and high is not None
            stock, downwards = not exact, low is None
        if downwards:
            zero, need, cap = most, 0 if high is None else most - high, min(reach, most - enough[total.id][0])
        else:
            zero, need, cap = (
                least,
                0 if low is None else low - least,
                min(reach, enough[total.id][1] - least),
            )
        if cap <= 0:
            constants[total.id] = zero
        else:
            field = Field(total.id, adds, False, stock, downwards, exact, zero, reach, need, int(cap))
            fields.append(field)
    for resource in problem.resources:
        least, most = _reach(resource.id, 0, choices, uses)
        need, reach = most - resource.capacity, most - least
        if need > 0:
            fields.append(
                Field(resource.id, uses, True, True, True, False, most, reach, need, min(need, reach))
            )
            possible &= need <= reach
    return fields, constants, possible


def _spread(choice: Choice, amounts: Sequence[dict[str, int]]) -> Spread:
    seen: dict[str, list[int]] = {}
    for mapping in amounts:
        for id_, amount in mapping.items():
            if id_ in seen:
                seen[id_].append(amount)
            else:
                seen[id_] = [amount]
    spread = {}
    for id_, found in seen.items():
        least, most = min(found), max(found)
        if len(found) < len(choice.options):  # an option that does not name the id adds 0
            least, most = min(least, 0), max(most, 0)
        spread[id_] = (least, most)
    return spread


def _reach(id_: str, start: int, choices: Sequence[Choice], spreads: Sequence[Spread]) -> tuple[int, int]:
    least = most = start
    for choice, spread in zip(choices, spreads, strict=True):
        if id_ in spread:
            least += choice.copies * spread[id_][0]
            most += choice.copies * spread[id_][1]
    return least, most


def _layers(choices: Sequence[Choice], fields: Sequence[Field], shifts: Sequence[int]) -> list[Layer]:
    units = [(-1 if field.downwards else 1) << shift for field, shift in zip(fields, shifts, strict=True)]
    of_total = {field.id: unit for field, unit in zip(fields, units, strict=True) if not field.resource}
    of_resource = {field.id: unit for field, unit in zip(fields, units, strict=True) if field.resource}
    layers = []
    for number, choice in enumerate(choices):
        spend(len(choice.options))
        empty = sum(
            unit * field.spreads[number].get(field.id, (0, 0))[field.downwards]
            for field, unit in zip(fields, units, strict=True)
        )
        deltas = []
        for option in choice.options:
            delta = -empty
            for id_, amount in option.adds.items():
                if id_ in of_total:
                    delta += amount * of_total[id_]
            for id_, amount in option.uses.items():
                if id_ in of_resource:
                    delta += amount * of_resource[id_]
            deltas.append(delta)
        layers += [Layer(number, tuple(deltas))] * choice.copies
    return layers
