"""A problem compiled for the exact backend: every partial assignment becomes one whole number, and terms
and tests become functions of the values so far.

The number is a row of equally wide bit fields, one for each resource or total that matters, so that taking an
option is one addition, merging equal states is set membership, and "at least as good in every field" is one
subtraction. A field counts up from zero in the direction that is never worse: what is left of a resource; how
far a total is above its least value, or below its greatest when less is preferred. It stops counting where
more no longer matters. The top bit of a field is a guard that is always clear in a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, inf
from typing import NamedTuple

from tsolve.budget import spend
from tsolve.solve.problem import Choice, Clamp, Divide, Linear, Pick, Problem, Range, Term, Test, relevant

Enough = tuple[float, float]
"""`(low, high)`: all values up to `low` lead to the same answer, and so do all values from `high` on."""


def saturation(problem: Problem, ranges: dict[str, Range]) -> dict[str, Enough]:
    """For each total and term, where it stops to matter to objective, implications and limits.

    Found backwards from those: an objective always matters, (-inf, inf); a value that nothing reads never
    does, (inf, -inf); thresholds and clamps lie between. `ranges` holds those of all totals and terms.
    """
    enough: dict[str, Enough] = dict.fromkeys(ranges, (inf, -inf))

    def read(id_: str, low: float, high: float) -> None:
        """Note that the values from `low` to `high` must be told apart."""
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
    """A part matters until it alone brings the sum to `low` or `high`, whatever the other parts are."""
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


Values = dict[str, int]


def term_function(term: Term) -> Callable[[Values], int]:
    """The function that computes `term` from totals and earlier terms."""
    match term:
        case Linear():
            return _linear(term)
        case Divide():
            of, by = term.of, term.by
            return lambda values: values[of] // by
        case Clamp():
            return _clamp(term)
        case Pick():
            return _pick(term)


def threshold_function(test: Test) -> Callable[[Values], bool]:
    """The function that says, for given values, whether the threshold is met."""
    of, at_least, at_most = test.of, test.at_least, test.at_most
    if at_least is not None:
        return lambda values: values[of] >= at_least
    if at_most is not None:
        return lambda values: values[of] <= at_most
    raise ValueError("a test needs a threshold")


def _linear(term: Linear) -> Callable[[Values], int]:
    constant, parts = term.constant, term.parts
    if len(parts) == 1:
        ((weight, of),) = parts
        return lambda values: constant + weight * values[of]
    if len(parts) == 2:
        (first, a), (second, b) = parts
        return lambda values: constant + first * values[a] + second * values[b]

    def compute(values: Values) -> int:
        result = constant
        for weight, of in parts:
            result += weight * values[of]
        return result

    return compute


def _clamp(term: Clamp) -> Callable[[Values], int]:
    of, low, high = term.of, term.low, term.high
    if high is None:
        return lambda values: values[of] if low is None or values[of] > low else low
    if low is None:
        return lambda values: min(values[of], high)
    return lambda values: min(max(values[of], low), high)


def _pick(term: Pick) -> Callable[[Values], int]:
    when, then, otherwise = threshold_function(term.when), term.then, term.otherwise

    def compute(values: Values) -> int:
        branch = then if when(values) else otherwise
        return values[branch] if isinstance(branch, str) else branch

    return compute


Objective = tuple[int, ...]
Spread = dict[str, tuple[int, int]]
"""The least and the most that one copy of a choice can add to each id; other ids are never changed."""


class Field(NamedTuple):
    """One resource or total inside a packed state."""

    id: str
    spreads: Sequence[Spread]  # per choice
    resource: bool
    stock: bool  # a resource, or a total that only has a limit: nothing else reads its value
    downwards: bool
    exact: bool
    zero: int  # the value that an empty field of a complete state means
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
        possible: False when no choice at all keeps every limit; the rest is then meaningless.
        guards: guard bits of all fields.
        better: guard bits of the fields in which more is never worse.
        exact: mask of the other fields: states are compared only when these are equal.
        hopeful: per layer, a number to add to a state of the layers from there on. A guard bit that then
            stays clear marks a field that the earlier layers cannot lift to its need.
        lift: per layer, the most that the earlier layers can add in every field at once; None when they can
            change an exact field, since then it gives no bound.
    """

    def __init__(self, problem: Problem, ranges: dict[str, Range]) -> None:
        """Compile `problem`; `ranges` holds those of all its totals and terms."""
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
        grown = [0] * len(fields)  # how much the layers before this one can add to each field
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
        """The states with every field cut to the most that matters, so that many become equal."""
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
        """The objective of a complete state; None if a total is out of range or an implication is broken."""
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
    """The fields; the values of totals that never change or never matter; whether every limit can be kept."""
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
