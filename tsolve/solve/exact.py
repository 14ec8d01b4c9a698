"""The exact backend: dynamic programming over the copies, last one first, in plain Python.

A backward pass keeps, for every layer, the states (see packing) that the copies from there on can reach and
that no other such state dominates. The best complete state gives the best objective. A forward pass then
takes, at each copy, the first option that still reaches this objective. It needs no backtracking, and gives
the canonical solution whatever the backward pass has pruned.

Both backends rewrite a problem with loads as one without. Each copy that may carry becomes a choice of its
own, followed by one choice for each load: how many of it this copy carries. Room becomes a resource of each
copy, which its option gives and its loads take; the copies of a load become a resource that all carriers draw
on. Since all choices of a copy stand together, its room is forgotten before the next copy, and a state only
needs the loads that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import comb, prod
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.errors import TooLargeError
from tsolve.solve.packing import Objective, Packed
from tsolve.solve.problem import (
    Carry,
    Choice,
    Load,
    Loaded,
    Option,
    Outcome,
    Problem,
    Resource,
    Solution,
    all_ranges,
)
from tsolve.solve.validation import evaluate


class Row(NamedTuple):
    """One copy that may carry: the place of its own choice in the plain problem, and the loads whose choices
    follow it there.
    """

    choice: str
    place: int
    loads: tuple[str, ...]

    @property
    def places(self) -> range:
        """The places of all its choices."""
        return range(self.place, self.place + 1 + len(self.loads))


class WithoutLoads(NamedTuple):
    """A problem, the plain one (the same without loads), and the copies that became choices of their own."""

    problem: Problem
    plain: Problem
    rows: tuple[Row, ...] = ()
    rooms: frozenset[str] = frozenset()
    """Ids of the resources that stand for rooms."""

    def alike(self) -> Iterator[tuple[range, range]]:
        """The places of the choices of neighbouring copies of one choice, which are interchangeable."""
        for row, following in pairwise(self.rows):
            if row.choice == following.choice:
                yield row.places, following.places

    def widest(self) -> int:
        """The most room of any kind that one copy has; 0 without loads."""
        if not self.rows:
            return 0
        options = [option for choice in self.problem.choices for option in choice.options]
        return max([room for option in options for room in option.holds.values()], default=0)

    def ways(self) -> int:
        """In how many ways the loads can be given out if there is room for all."""
        carriers = Counter(load for row in self.rows for load in row.loads)
        return prod([comb(load.copies + carriers[load.id], load.copies) for load in self.problem.loads])

    def solution(self, counts: Mapping[str, Mapping[str, int]]) -> Solution:
        """The solution of the problem, from the counts of the plain one; checked by plain arithmetic."""
        if not self.rows:
            return evaluate(self.problem, counts)
        found: dict[str, list[Loaded]] = {}
        for row in self.rows:
            own, *carries = [self.plain.choices[place].id for place in row.places]
            (option,) = [option for option, count in counts[own].items() if count]
            loads = {load: counts[id_].get(_CARRIES, 0) for load, id_ in zip(row.loads, carries, strict=True)}
            found.setdefault(row.choice, []).append(Loaded(option, loads))
        taken: dict[str, Mapping[str, int]] = {}
        for choice in self.problem.choices:
            options = [burden.option for burden in found.get(choice.id, ())]
            apart = {option: options.count(option) for option in options}
            taken[choice.id] = apart if choice.id in found else counts.get(choice.id, {})
        return evaluate(self.problem, taken, found)


_CARRIES, _LEAVES = "carries", "leaves"


def unloaded(problem: Problem) -> WithoutLoads:
    """The problem without loads."""
    if not problem.loads:
        return WithoutLoads(problem, problem)
    choices: list[Choice] = []
    rows: list[Row] = []
    rooms: dict[str, Resource] = {}
    for choice in problem.choices:
        most = _most(choice, problem.loads)
        if not most:
            choices.append(choice)
            continue
        loads = [load for load in problem.loads if load.id in most]
        kinds = {kind for load in loads for kind in load.carriers[choice.id].takes}
        spend(choice.copies * (1 + len(most)))
        for copy in range(choice.copies):
            rows.append(Row(choice.id, len(choices), tuple(most)))
            name = f"{choice.id}\0{copy}\0"  # no other id contains a zero byte
            choices.append(Choice(name, 1, tuple([_own(option, name, kinds) for option in choice.options])))
            for load in loads:
                options = (Option(_LEAVES), _carried(load, choice.id, name))
                choices.append(Choice(name + load.id, most[load.id], options))
            rooms.update({name + kind: Resource(name + kind, 0) for kind in sorted(kinds)})
    stocks = [Resource(_stock(load), load.copies) for load in problem.loads]
    plain = replace(
        problem,
        resources=(*problem.resources, *stocks, *rooms.values()),
        choices=tuple(choices),
        loads=(),
    )
    return WithoutLoads(problem, plain, tuple(rows), frozenset(rooms))


def _most(choice: Choice, loads: Sequence[Load]) -> dict[str, int]:
    """How many copies of each load one copy of the choice can carry at most, with all the room that loads can
    make; loads that it cannot carry are left out.
    """
    carries = [(load, load.carriers[choice.id]) for load in loads if choice.id in load.carriers]
    room: dict[str, int] = {}
    for kind in {kind for _, carry in carries for kind in carry.takes}:
        made = sum(load.copies * max(0, -carry.takes.get(kind, 0)) for load, carry in carries)
        room[kind] = made + max([option.holds.get(kind, 0) for option in choice.options], default=0)
    most = {
        load.id: min([load.copies, *(room[kind] // n for kind, n in carry.takes.items() if n > 0)])
        for load, carry in carries
    }
    return {id_: copies for id_, copies in most.items() if copies}


def _own(option: Option, name: str, kinds: set[str]) -> Option:
    gives = {name + kind: -amount for kind, amount in option.holds.items() if kind in kinds}
    return Option(option.id, {**option.uses, **gives}, option.adds)


def _carried(load: Load, choice: str, name: str) -> Option:
    carry: Carry = load.carriers[choice]
    takes = {name + kind: amount for kind, amount in carry.takes.items()}
    return Option(_CARRIES, {**carry.uses, _stock(load): 1, **takes}, carry.adds)


def _stock(load: Load) -> str:
    return f"\0{load.id}"


MAX_STATES = 1_000_000
"""Most states of one layer; a problem that needs more is given up as undecided."""
CLOSE_LOOK = 64
"""Each new state is compared with at most this many of the states already kept."""
WIDE = 32
"""In layers with more states than this it pays to check whether each can still reach the floor."""
BEAM = 8
"""How many states of each layer the look-ahead follows."""
SET_UP = 50
"""Steps of work to set a problem up, before its first state."""
LOOK = 256
"""States between two checks of the budget."""
SUMS = 50
"""How many sums of packed states count as one step of work."""


def solve_exact(
    problem: Problem,
    at_least: Objective | None = None,
    max_states: int = MAX_STATES,
) -> Outcome:
    """The canonical best solution with objective greater than `at_least`, of a problem that makes sense.

    The outcome is undecided when a layer outgrows `max_states`. Raises SpentError when the budget is used up.
    """
    spend(SET_UP)
    ranges = all_ranges(problem)
    bound = tuple(ranges[id_][1] for id_ in problem.objective)
    nothing = Outcome("infeasible", None, at_least or (), "exact")
    if at_least is not None and bound <= at_least:
        return nothing
    apart = unloaded(problem)
    packed = Packed(apart.plain, ranges)
    if not packed.possible:
        return nothing
    try:
        tails = _Tails(packed, at_least, True, max_states)
    except TooLargeError:
        return Outcome("undecided", None, bound, "exact", max_states)
    best = max((value for value in map(packed.objective, tails.layers[0]) if value is not None), default=None)
    if best is None or (at_least is not None and best <= at_least):
        return Outcome("infeasible", None, at_least or (), "exact", tails.states)
    solution = next(_walk(apart, packed, tails.layers, best))
    return Outcome("optimal", solution, best, "exact", tails.states)


def optima_exact(
    problem: Problem, best: Objective, limit: int, max_states: int = MAX_STATES
) -> list[Solution]:
    """The first `limit` solutions, in canonical order, whose objective is `best`.

    Raises:
        TooLargeError: when a layer outgrows `max_states`.
        SpentError: when the budget is used up.
    """
    apart = unloaded(problem)
    packed = Packed(apart.plain, all_ranges(problem))
    if not packed.possible:
        return []
    tails = _Tails(packed, best, False, max_states).layers
    found: list[Solution] = []
    for solution in _walk(apart, packed, tails, best):
        if len(found) == limit:
            break
        if solution.objective == best:
            found.append(solution)
    return found


class _Tails:
    """Backward dynamic programming. `layers[n]` holds the states worth keeping of the copies from the n-th
    on.
    """

    def __init__(self, packed: Packed, floor: Objective | None, strict: bool, max_states: int) -> None:
        """Keep only states that may reach `floor`, or exceed it if `strict`."""
        self.packed = packed
        self.floor = floor
        self.strict = strict
        self.max_states = max_states
        self.layers = [[0]]
        self.states = 0
        """How many states were reached."""
        probed = False
        for number in range(len(packed.layers) - 1, -1, -1):
            states = self._promising(self._extend(self.layers[-1], number), number)
            if len(states) > WIDE and packed.lift[number] is not None and not probed:
                probed = True
                if self._probe(states, number):
                    states = self._promising(states, number)
            self.layers.append(_undominated(states, packed))
        self.layers.reverse()

    def _extend(self, states: list[int], number: int) -> set[int]:
        """One more copy, the `number`-th, in front of the given states."""
        packed = self.packed
        guards, hopeful = packed.guards, packed.hopeful[number]
        deltas = _undominated(set(packed.layers[number].deltas), packed)
        reached: set[int] = set()
        for place in range(0, len(states), LOOK):
            some = states[place : place + LOOK]
            spend(1 + len(some) * len(deltas) // SUMS)
            reached.update(
                [
                    state
                    for old in some
                    for delta in deltas
                    if ((state := old + delta) + hopeful) & guards == guards
                ]
            )
            if len(reached) > self.max_states:
                raise TooLargeError(f"problem {packed.problem.id!r} needs more than {self.max_states} states")
        self.states += len(reached)
        return packed.saturated(reached)

    def _promising(self, states: set[int], number: int) -> set[int]:
        """The states that reach the floor if the earlier copies do their best in every field at once."""
        floor, strict, lift, objective = (
            self.floor,
            self.strict,
            self.packed.lift[number],
            self.packed.objective,
        )
        if floor is None or lift is None or len(states) <= WIDE:
            return states
        kept = set()
        for count, state in enumerate(states):
            if count % LOOK == 0:
                spend(LOOK // 8)
            upper_bound = objective(state + lift)
            if upper_bound is not None and (upper_bound > floor or (upper_bound == floor and not strict)):
                kept.add(state)
        return kept

    def _probe(self, states: set[int], number: int) -> bool:
        """Look ahead from the most hopeful states only; raise the floor to the best value found."""
        packed = self.packed
        while number:
            lift = packed.lift[number] or 0
            ranked = sorted(states, key=lambda state: packed.objective(state + lift) or (), reverse=True)
            number -= 1
            states = self._extend(ranked[:BEAM], number)
        best = max((value for value in map(packed.objective, states) if value is not None), default=None)
        if best is None or (self.floor is not None and best <= self.floor):
            return False
        self.floor, self.strict = best, False
        return True


def _undominated(states: set[int], packed: Packed) -> list[int]:
    """The states without (most of) those that another one dominates: it equals them in the exact fields and
    is at least as good in all others.
    """
    if len(states) < 2:
        return list(states)
    exact, better = packed.exact, packed.better
    groups: dict[int, list[int]] = {}
    result = []
    # A dominating state is the larger number, since the exact fields are equal, so it comes first.
    for count, state in enumerate(sorted(states, reverse=True)):
        if count % LOOK == 0:
            spend(1 + min(len(states) - count, LOOK) // 8)
        kept = groups.setdefault(state & exact, [])
        for other in kept:
            if (other - state) & better == better:
                break
        else:
            result.append(state)
            if len(kept) < CLOSE_LOOK:
                kept.append(state | better)
    return result


def _walk(apart: WithoutLoads, packed: Packed, tails: list[list[int]], best: Objective) -> Iterator[Solution]:
    """All solutions whose objective is at least `best`, in canonical order. Interchangeable copies come in
    sorted order only.
    """
    layers = packed.layers
    sorted_at = _ends(apart)
    taken = [0] * len(layers)
    guards = packed.guards

    def within_reach(state: int, number: int) -> bool:
        complete, objective = packed.hopeful[0], packed.objective
        for count, tail in enumerate(tails[number]):
            if count % LOOK == 0:
                spend(1 + min(len(tails[number]) - count, LOOK) // 16)
            whole = state + tail
            if (whole + complete) & guards == guards:
                value = objective(whole)
                if value is not None and value >= best:
                    return True
        return False

    def descend(number: int, state: int) -> Iterator[Solution]:
        if number == len(layers):
            yield _solution(apart, packed, taken)
            return
        layer = layers[number]
        again = number > 0 and layers[number - 1].choice == layer.choice
        for option in range(taken[number - 1] if again else 0, len(layer.deltas)):
            after = state + layer.deltas[option]
            if within_reach(after, number + 1):
                taken[number] = option
                if number in sorted_at:
                    copy, following = sorted_at[number]
                    if taken[copy] > taken[following]:
                        continue
                yield from descend(number + 1, after)

    if within_reach(0, 0):
        yield from descend(0, 0)


def _ends(apart: WithoutLoads) -> dict[int, tuple[slice, slice]]:
    """For two interchangeable copies: the last layer of the second -> the layers of both."""
    starts = [0, *accumulate(choice.copies for choice in apart.plain.choices)]
    ends = {}
    for copy, following in apart.alike():
        layers = [slice(starts[places.start], starts[places.stop]) for places in (copy, following)]
        ends[starts[following.stop] - 1] = (layers[0], layers[1])
    return ends


def _solution(apart: WithoutLoads, packed: Packed, taken: list[int]) -> Solution:
    counts: dict[str, dict[str, int]] = {choice.id: {} for choice in packed.problem.choices}
    for layer, option in zip(packed.layers, taken, strict=True):
        choice = packed.choices[layer.choice]
        mine = counts[choice.id]
        id_ = choice.options[option].id
        mine[id_] = mine.get(id_, 0) + 1
    return apart.solution(counts)
