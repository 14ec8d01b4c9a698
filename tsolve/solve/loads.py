"""A problem with loads told without them, as both backends solve it.

Each copy that may carry becomes a choice of its own, followed by one choice for each load: how many of it
this copy carries. The rooms of a copy are resources that its option gives and its loads take; the copies of a
load are a resource that all who may carry it draw on. Taken copy by copy like this, the exact backend has
done with a room before the next copy comes, and only remembers which loads are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import comb, prod
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.solve.evaluate import evaluate
from tsolve.solve.problem import Burden, Carry, Choice, Load, Option, Problem, Resource, Solution


class Row(NamedTuple):
    """One copy that may carry: where its own choice stands in the plain problem, and the loads whose choices
    follow it there.
    """

    choice: str
    place: int
    loads: tuple[str, ...]

    @property
    def places(self) -> range:
        """Where all its choices stand."""
        return range(self.place, self.place + 1 + len(self.loads))


class Unloaded(NamedTuple):
    """A problem, the same without loads, and the copies that were taken apart for that."""

    problem: Problem
    plain: Problem
    rows: tuple[Row, ...] = ()
    rooms: frozenset[str] = frozenset()
    """Ids of the resources that stand for rooms."""

    def alike(self) -> Iterator[tuple[range, range]]:
        """The places of the choices of neighbouring copies of one choice. To exchange the two changes
        nothing.
        """
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
        """In how many ways the loads can be given out, were there room for all."""
        carriers = Counter(load for row in self.rows for load in row.loads)
        return prod([comb(load.copies + carriers[load.id], load.copies) for load in self.problem.loads])

    def solution(self, counts: Mapping[str, Mapping[str, int]]) -> Solution:
        """The solution of the problem that these counts of the plain one stand for, checked by plain
        arithmetic.
        """
        if not self.rows:
            return evaluate(self.problem, counts)
        found: dict[str, list[Burden]] = {}
        for row in self.rows:
            own, *carries = [self.plain.choices[place].id for place in row.places]
            (option,) = [option for option, count in counts[own].items() if count]
            loads = {load: counts[id_].get(_CARRIES, 0) for load, id_ in zip(row.loads, carries, strict=True)}
            found.setdefault(row.choice, []).append(Burden(option, loads))
        taken: dict[str, Mapping[str, int]] = {}
        for choice in self.problem.choices:
            options = [burden.option for burden in found.get(choice.id, ())]
            apart = {option: options.count(option) for option in options}
            taken[choice.id] = apart if choice.id in found else counts.get(choice.id, {})
        return evaluate(self.problem, taken, found)


_CARRIES, _LEAVES = "carries", "leaves"


def unloaded(problem: Problem) -> Unloaded:
    """The problem without loads."""
    if not problem.loads:
        return Unloaded(problem, problem)
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
            name = f"{choice.id}\0{copy}\0"  # a zero, so that it is nobody else's id
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
    return Unloaded(problem, plain, tuple(rows), frozenset(rooms))


def _most(choice: Choice, loads: Sequence[Load]) -> dict[str, int]:
    """How many copies of each load one copy of the choice has room for, with all the room that loads can
    make; without those that it cannot carry at all.
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
