"""All best lines up to symmetry: equal cards, the order of preparations and the way to the room make no
difference.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace
from tsolve.games.quest.actions import Action
from tsolve.games.quest.planning.aftermath import OpenError
from tsolve.games.quest.planning.arrivals import is_at_strike
from tsolve.games.quest.planning.dungeon import Leaf, Way
from tsolve.games.quest.planning.goals import Value
from tsolve.games.quest.planning.plan import Planner
from tsolve.games.quest.planning.statement import Statement
from tsolve.games.quest.planning.tree import TurnNode
from tsolve.games.quest.state import State
from tsolve.solve.optima import all_optima
from tsolve.solve.policy import Decision

MOST = 100
"""The most lines that are listed."""
_FIRST = f"only the first {MOST} equally good plays are listed"
_NO_TIME = "no time was left for all equally good plays: there may be more of them"
Line = tuple[Action, ...]


def all_best(planner: Planner, first: Line, worth: Value) -> tuple[list[Line], tuple[str, ...]]:
    """Every line of this worth, `first` first, and what to say about the list. No chance is met on them."""
    ties = _Ties(planner, worth)
    with grace():  # the line found is told whether or not time is left for others
        found = {ties.signature(_played(planner, first)): first}
    notes: tuple[str, ...] = ()
    with allow(current().part(1)) as budget, suppress(SpentError):
        for line, end in ties.lines(TurnNode(planner.state), ()):
            found.setdefault(ties.signature(end), line)
            if len(found) >= MOST:
                notes = (_FIRST,)
                break
    return [*found.values()], (_NO_TIME,) if budget.fell_short else notes


def _played(planner: Planner, line: Line) -> State:
    state = planner.state
    for action in line:
        state = planner.game.apply(state, action)
    return state


class _Ties:
    """The lines of one worth."""

    def __init__(self, planner: Planner, worth: Value) -> None:
        self.planner, self.worth = planner, worth
        self.game, self.evaluator = planner.game, planner.evaluator
        self._seen: set[Hashable] = set()
        planner.tree.visits.keeps_equal = True

    def signature(self, end: State) -> Hashable:
        """What a person sees of a turn at its end: not the way to the room."""
        return self.game.key(replace(end, path=(), spent_light=0, todo=()))

    def lines(self, node: TurnNode, before: Line) -> Iterator[tuple[Line, State]]:
        """The lines from a node on, each after what came before, with their ends."""
        tree, key = self.planner.tree, self.planner.tree.key(node)
        if key in self._seen:
            return
        self._seen.add(key)
        expanded = tree.expand(node)
        if not isinstance(expanded, Decision):
            return
        if expanded.stop == self.worth:
            if self.planner.worth(node.state) is not None:
                yield before, node.state
            else:
                for leaf in self._leaves(node.state):
                    line, end = self.evaluator.line(node.state, leaf)
                    yield (*before, *line), end
        for steps, child in expanded.moves:
            if tree.upper_bound(child) >= self.worth and self.planner.search.run(child).low == self.worth:
                yield from self.lines(child, (*before, *steps))

    def _leaves(self, state: State) -> Iterator[Leaf]:
        """The best ends of a turn from a prepared position."""
        ways, _ = self.evaluator.ways(state)
        for way in ways:
            if way.hope < self.worth:
                return
            with suppress(OpenError):  # such a battle is searched action by action
                yield from self._of_way(state, way)

    def _of_way(self, state: State, way: Way) -> Iterator[Leaf]:
        if not is_at_strike(way.arrival.state):
            yield Leaf(way.hope, way)
            return
        for statement in self.evaluator.stated(state, way):
            for leaf in self._solutions(way, statement):
                if leaf.worth == self.worth:
                    yield leaf

    def _solutions(self, way: Way, statement: Statement) -> Iterator[Leaf]:
        """The gifts for a battle, from the best total attack down to that which is worth less."""
        best = self.evaluator.solved(way, statement)
        if best is None or best.solution is None:
            yield from [best] if best is not None else []
            return
        won, *reach = best.solution.objective
        while best.worth >= self.worth:
            for solution in all_optima(statement.problem, (won, *reach), MOST):
                yield self.evaluator.leaf(way, statement, solution)
            if not reach or not reach[0]:
                return
            reach = [reach[0] - 1]
            if (won and reach[0] < statement.defence.health) or self.evaluator.worth_of(
                way, statement, reach[0]
            ) < self.worth:
                return


__all__ = ["MOST", "all_best"]
