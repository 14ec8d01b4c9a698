"""What a position is worth when nothing more is revealed: the leaves of a search over unknown cards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import msgspec

from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Leaf, Value, solve_leaf, without_battle
from tsolve.games.thunderstone.planning.plan import solve_visit
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import RANKS, is_monster
from tsolve.solve.backends import solve
from tsolve.solve.problem import Outcome, Problem


class Reached(msgspec.Struct, frozen=True):
    """The end of a turn: its worth by the goal, the Monster attacked, and whether it was defeated."""

    value: Value
    target: str = ""
    won: bool = False


class Evaluator:
    """Values positions of one game by one goal, and remembers them: use one for many positions."""

    def __init__(self, game: Thunderstone, goal: tuple[str, ...], cards: Iterable[str] = ()) -> None:
        """`cards` are those that may come to the hand, as far as they are known beforehand."""
        self.game, self.goal = game, goal
        self._known: dict[Hashable, Reached | None] = {}

    def best(self, state: State, target: str = "") -> Reached | None:
        """The best end of the turn from a free step; None when the rules leave no end of this kind."""
        key = self.game.key(state), target
        if key not in self._known:
            self._known[key] = self._dungeon(state, target) if state.turn == "dungeon" else self._visit(state)
        return self._known[key]

    def attack(self, state: State, rank: int) -> Value | None:
        """The best worth of attacking this Rank; None when it cannot be attacked."""
        leaf = Leaf(Situation(state, ()), rank, state.hall[rank - 1].card, ())
        found, _ = solve_leaf(self.game, leaf, self.goal, _exact, None)
        return None if found is None else found.value

    def _dungeon(self, state: State, target: str) -> Reached | None:
        quiet = None if target else without_battle(self.game, Situation(state, ()), self.goal)
        best = None if quiet is None else Reached(quiet.value)
        for rank in RANKS:
            monster = state.hall[rank - 1].card
            if not is_monster(self.game.book, state, rank) or target not in ("", monster):
                continue
            value = self.attack(state, rank)
            if value is not None and (best is None or value > best.value):
                best = Reached(value, monster, self._won(state, rank))
        return best

    def _won(self, state: State, rank: int) -> bool:
        leaf = Leaf(Situation(state, ()), rank, state.hall[rank - 1].card, ())
        found, _ = solve_leaf(self.game, leaf, self.goal, _exact, None)
        return found is not None and found.end.tally.outcome == "won"

    def _visit(self, state: State) -> Reached | None:
        found = solve_visit(self.game, Situation(state, ()), self.goal)
        return None if found is None else Reached(found.value)


def _exact(problem: Problem, bar: Value | None) -> Outcome:
    return solve(problem, "exact", bar)
