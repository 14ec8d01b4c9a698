"""Who attacks whom with what, who loots what, who ends where: the turns of characters between which nobody
else acts and nothing is random, stated for `tsolve.solve`.

Each character takes one of the ways to play its turn (`alone`); the damage of all adds up on each monster.
Real turns are among it, so that nothing is better than its best; a line that comes to that much is the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.judging.goals import GOALS, KILL, PROTECT, REACH, Goal
from tsolve.games.gloomhaven.planning.alone import (
    OWN,
    NotPlainError,
    Part,
    acting,
    is_plain,
    own_amounts,
    parts_of,
)
from tsolve.solve.backends import solve_stated
from tsolve.solve.problem import (
    Choice,
    Clamp,
    Implication,
    Linear,
    Option,
    Pick,
    Problem,
    Term,
    Test,
    Total,
)
from tsolve.turns.weights import goal_terms

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.games.gloomhaven.state import State
    from tsolve.solve.backends import Backend
    from tsolve.solve.problem import Outcome

Lines = Mapping[str, Sequence[Action]]
"""What each character does."""


class Assignment:
    """The turns of a position as one problem."""

    def __init__(self, opened: Opened, goal: Goal) -> None:
        """Raises NotPlainError where they cannot be stated so."""
        self.opened, self.goal = opened, goal
        state = opened.state
        spares = any(name.startswith(PROTECT) and not _is_of_party(state, name) for name in goal.names)
        has_begun = any(GOALS[name](goal.start, state) for name in ("kills", "damage", "loot", "experience"))
        if spares or has_begun or not is_plain(opened.game, state):
            raise NotPlainError
        self.parts = self._parts(frozenset())
        while (lasting := self._lasting()) != self._stand_in_the_way:
            self.parts = self._parts(lasting)
        self.problem = self._stated()

    def solved(self, backend: Backend) -> Outcome:
        """The best choice of parts by one of the backends."""
        return solve_stated(self.problem, backend)

    def lines(self, outcome: Outcome) -> Lines:
        """What each character does by a solution."""
        assert outcome.solution is not None
        counts = outcome.solution.counts
        return {name: parts[int(next(iter(counts[name])))].line for name, parts in self.parts.items()}

    def _parts(self, lasting: frozenset[str]) -> dict[str, list[Part]]:
        opened = self.opened
        self._stand_in_the_way = lasting
        names = acting(opened.book, opened.state)
        return {name: parts_of(opened.game, opened.state, name, lasting) for name in names}

    def _lasting(self) -> frozenset[str]:
        """The monsters that all parts together cannot kill."""
        most = Counter[str]()
        for parts in self.parts.values():
            dealt = [dict(part.dealt) for part in parts]
            for name in {name for each in dealt for name in each}:
                most[name] += max(each.get(name, 0) for each in dealt)
        monsters = (each for each in self.opened.state.figures if each.side == "monsters")
        return frozenset(each.name for each in monsters if most[each.name] < each.hp)

    def _stated(self) -> Problem:
        state = self.opened.state
        monsters = [figure for figure in state.figures if figure.side == "monsters"]
        ends = {part.end for parts in self.parts.values() for part in parts if part.end is not None}
        purses = {hex_ for parts in self.parts.values() for part in parts for hex_ in part.looted}
        choices = tuple(
            Choice(name, 1, tuple(self._option(str(place), part) for place, part in enumerate(parts)))
            for name, parts in self.parts.items()
        )
        others = replace(
            state,
            figures=tuple(each for each in state.figures if each.name not in self.parts),
            held=tuple(each for each in state.held if each.owner not in self.parts),
        )
        starts = zip(OWN, own_amounts(others, others), strict=True)
        totals = [Total(name, start, prefer="more") for name, start in starts]
        totals += [Total(_dealt(figure.name), prefer="more") for figure in monsters]
        taken = {each.at for each in others.figures if each.side == "party"}
        totals += [Total(_end(hex_), high=int(hex_ not in taken)) for hex_ in sorted(ends)]
        totals += [Total(_loot(hex_), prefer="more") for hex_ in sorted(purses)]
        constraints = tuple(
            Implication(Test(_end(each.at), at_least=1), Test(_dealt(each.name), at_least=each.hp))
            for each in monsters
            if each.at in ends
        )
        terms = tuple(self._terms(purses))
        sources = {name: (1, name) for name in (*GOALS, *self.goal.names)}
        levels = tuple(goal_terms(self.goal.levels, sources))
        objective = tuple(level.id for level in levels)
        return Problem("turns", (), choices, tuple(totals), (*terms, *levels), constraints, objective)

    def _option(self, id_: str, part: Part) -> Option:
        adds = dict(zip(OWN, part.amounts, strict=True))
        adds |= {_dealt(name): damage for name, damage in part.dealt}
        adds |= {_loot(hex_): 1 for hex_ in part.looted}
        if part.end is not None:
            adds[_end(part.end)] = 1
        return Option(id_, adds={name: number for name, number in adds.items() if number})

    def _terms(self, purses: set[Hex]) -> Iterator[Term]:
        state = self.opened.state
        monsters = [figure for figure in state.figures if figure.side == "monsters"]
        for each in monsters:
            yield Pick(_killed(each.name), Test(_dealt(each.name), at_least=each.hp), 1, 0)
            yield Clamp(f"harm {each.name}", _dealt(each.name), high=each.hp)
        yield Linear("kills", tuple((1, _killed(each.name)) for each in monsters))
        yield Linear("damage", tuple((1, f"harm {each.name}") for each in monsters))
        loot = []
        for hex_ in sorted(purses):
            lying = sum(money.tokens for money in state.money if money.at == hex_)
            dropped = [each for each in monsters if each.at == hex_ and each.drops_money]
            there = f"money {hex_}"
            yield Linear(there, tuple((1, _killed(each.name)) for each in dropped), lying)
            yield Pick(f"purse {hex_}", Test(_loot(hex_), at_least=1), there, 0)
            loot.append((1, f"purse {hex_}"))
        yield Linear("loot", tuple(loot))
        for name in sorted(self.goal.names - GOALS.keys()):
            yield self._objective(name)

    def _objective(self, name: str) -> Term:
        """One of `kill NAME`, `protect NAME` and `reach HEX`."""
        verb, _, rest = name.partition(" ")
        state = self.opened.state
        if verb == REACH:
            fixed = [
                each.at for each in state.figures if each.kind == "character" and each.name not in self.parts
            ]
            if not self.opened.actor and any(self.opened.name(hex_) == rest for hex_ in fixed):
                return Linear(name, (), 1)
            ends = {part.end for parts in self.parts.values() for part in parts}
            found = [_end(hex_) for hex_ in ends if hex_ is not None and self.opened.name(hex_) == rest]
            return Linear(name, tuple((1, total) for total in found))
        if not state.on_map(rest):
            return Linear(name, (), int(verb == KILL))
        if _is_of_party(state, name):
            return Linear(name, (), 1)
        return Linear(name, ((1, _killed(rest)),))


def _is_of_party(state: State, name: str) -> bool:
    figure = name.partition(" ")[2]
    return any(each.name == figure and each.side == "party" for each in state.figures)


def _dealt(name: str) -> str:
    return f"dealt {name}"


def _killed(name: str) -> str:
    return f"killed {name}"


def _end(hex_: Hex) -> str:
    return f"end {hex_}"


def _loot(hex_: Hex) -> str:
    return f"loot {hex_}"
