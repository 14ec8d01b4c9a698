"""The search for a battle that reaches something: every situation, every Monster asked for, every case.

The statements are the planner's, and so is the way back to actions; here only the aim differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.engine.explore import Arrival
from tsolve.engine.replay import replay
from tsolve.errors import DisagreementError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.explaining.world import Rules
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.attack import AttackCase, attack_cases
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED
from tsolve.games.thunderstone.planning.dungeon import (
    Leaf,
    PlannedLine,
    Solver,
    Value,
    leaves,
    needs_search,
    rallied,
    solve_leaf,
)
from tsolve.games.thunderstone.planning.goals import MEASURES, closing
from tsolve.games.thunderstone.planning.realise import Script
from tsolve.games.thunderstone.planning.situations import STRANGER, Situation, may_come
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import Target
from tsolve.solve.backends import solve_stated
from tsolve.solve.problem import Outcome, Problem

Aim = Literal["attack", "win", "value", "magic", "light", "xp"]
"""The aim of the battle: to happen, to be won, or to reach as much of a quantity as possible."""


class Expedition:
    """One search under some rules from one position inside the Dungeon."""

    def __init__(self, rules: Rules, start: Arrival[State, Action], target: Target) -> None:
        self.rules, self.start, self.target = rules, start, target
        self.game = rules.game
        self.left_out: tuple[str, ...] = ()
        self.by_chance = False
        """Whether lines that draw a random card were left out."""

    def first(self, aim: Aim, at_least: int) -> PlannedLine | None:
        """A battle that reaches at least this much, with few own cards lost."""
        return self._search(aim, at_least - 1, whole=False)

    def most(self, aim: Aim) -> PlannedLine | None:
        """The battle that reaches most; None when nobody can be attacked."""
        return self._search(aim, None, whole=True)

    def reaches(self, aim: Aim, at_least: int) -> bool:
        """Whether a battle from the start reaches at least this much, with nothing more revealed."""
        most = self._most_here(aim)
        return most is not None and (aim == "attack" or most >= at_least)

    def _most_here(self, aim: Aim) -> int | None:
        """The most that a battle from the start reaches with nothing more revealed; None for no battle.

        It is found once for every amount that is asked of it, and for every order of the same hand.
        """
        key = self.game.key(self.start.state), self.target, aim
        if key not in self.rules.reached:
            most: int | None = None
            for leaf in self._leaves((Situation(self.start.state, ()),)):
                found = self._most_of_leaf(leaf, aim, most)
                most = found if most is None or (found is not None and found > most) else most
            self.rules.reached[key] = most, self.left_out
        most, self.left_out = self.rules.reached[key]
        return most

    def _most_of_leaf(self, leaf: Leaf, aim: Aim, floor: int | None) -> int | None:
        """The most of a leaf, without its line where that can be told; None where it is not above `floor`."""
        if not self._is_stated(leaf, aim):
            found = self._from_leaf(leaf, aim, floor)
            return None if found is None else found.value[0]
        worth = self._worth(leaf, aim)
        return None if worth is None else worth[0]

    def _is_stated(self, leaf: Leaf, aim: Aim) -> bool:
        state, rank = leaf.situation.state, leaf.rank
        if aim in MEASURES:
            return self.rules.evaluator(_goal(aim)).is_stated(state, rank)
        return not needs_search(self.game, state, rank, _goal(aim))

    def _worth(self, leaf: Leaf, aim: Aim) -> Value | None:
        """The best worth of a leaf by the aim's goal; None where it cannot be attacked."""
        return self.rules.evaluator(_goal(aim)).attack(leaf.situation.state, leaf.rank)

    def _search(self, aim: Aim, floor: int | None, whole: bool, prepares: bool = False) -> PlannedLine | None:
        explorer = self.rules.explore(self.start.state, prepares)
        best: PlannedLine | None = None
        for level in explorer.levels():
            if explorer.robbed and not prepares:
                return self._search(aim, floor, whole, prepares=True)
            for leaf in self._leaves(level.situations):
                bar = floor if best is None else best.value[0]
                found = self._from_leaf(leaf, aim, bar)
                if found is not None:
                    best = found
                    if not whole:
                        self.left_out, self.by_chance = explorer.left_out, explorer.by_chance
                        return self._complete(best)
        if not explorer.complete:
            raise SpentError
        strange = explorer.stranger and may_come(self.start.state, self.target)
        stranger = (STRANGER,) if strange else ()
        self.left_out = (*explorer.left_out, *stranger)
        self.by_chance = explorer.by_chance
        return None if best is None else self._complete(best)

    def _complete(self, found: PlannedLine) -> PlannedLine:
        return replace(found, line=(*self.start.line, *found.line))

    def _leaves(self, situations: tuple[Situation, ...]) -> list[Leaf]:
        return leaves(self.game, situations, ("lost",), self.target)

    def _from_leaf(self, leaf: Leaf, aim: Aim, floor: int | None) -> PlannedLine | None:
        """The best of a leaf that reaches more than `floor`."""
        if not self._is_stated(leaf, aim):
            if aim in MEASURES:
                return _measured(self.game, leaf, aim, floor, self._solve)
            there = replace(self.target, monster=leaf.monster, rank=leaf.rank)
            return self._searched(aim, floor, leaf.situation, there)
        goal = _goal(aim)
        bar = None if floor is None or aim == "attack" else (floor, *(UNBOUNDED,) * (len(goal) - 1))
        worth = self._worth(leaf, aim)
        if worth is None or (bar is not None and worth <= bar):
            return None
        if aim in MEASURES:
            found = _measured(self.game, leaf, aim, floor, self._solve)
        else:
            found, _ = solve_leaf(self.game, leaf, goal, self._solve, bar)
        if found is None or found.value != worth:
            played = None if found is None else list(found.value)
            raise DisagreementError({"evaluator": list(worth), "planner": played})
        return found

    def _searched(self, aim: Aim, floor: int | None, start: Situation, target: Target) -> PlannedLine | None:
        """By trying everything in the engine, from a situation, that reveals nothing more."""
        found = self.rules.searched(start, _goal(aim), target)
        if found is None or not found.target:
            return None
        return found if aim == "attack" or floor is None or found.value[0] > floor else None

    def _solve(self, problem: Problem, bar: Value | None) -> Outcome:
        outcome = solve_stated(problem, "exact", bar)
        if outcome.status == "undecided":
            raise SpentError
        return outcome


def _goal(aim: Aim) -> tuple[str, ...]:
    """The planner's goal; of the lines that reach as much, one on which few own cards are lost."""
    if aim == "attack":
        return ("lost",)
    if aim in MEASURES:
        return (aim,)
    return closing((aim,)) if aim == "value" else (aim, "lost")


def _measured(
    game: Thunderstone, leaf: Leaf, aim: Aim, floor: int | None, solver: Solver
) -> PlannedLine | None:
    """The most Magic Attack or Light of a leaf. Raises DisagreementError when the engine finds another."""
    best: PlannedLine | None = None
    for situation in rallied(game, leaf.situation):
        for case in attack_cases(game.book, situation.state, leaf.rank, ("value",)):
            problem = replace(case.problem, objective=(_last(case, aim),))
            bar = floor if best is None else best.value[0]
            outcome = solver(problem, None if bar is None else (bar,))
            if outcome.solution is None:
                continue
            line, end = Script(game, case.attempt, outcome.solution.counts).line()
            played = measure(game, situation.state, line, aim)
            if (played,) != outcome.solution.objective:
                raise DisagreementError({"promised": list(outcome.solution.objective), "played": played})
            best = PlannedLine(leaf.monster, leaf.rank, (played,), (*situation.line, *line), end)
    return best


def _last(case: AttackCase, aim: Aim) -> str:
    """The id of the last value of a quantity in the statement."""
    if aim == "light":
        return "light"
    stages = [term.id for term in case.problem.terms if term.id.partition(".")[0] == "magic"]
    return stages[-1] if stages else "magic"


def measure(game: Thunderstone, state: State, line: Iterable[Action], quantity: str) -> int:
    """How much of a quantity the battle of a line came to in the end, by the engine's ledger."""
    entries = [entry for step in replay(game, state, line) for entry in step.entries]
    return next((entry.after for entry in reversed(entries) if entry.quantity == quantity), 0)
