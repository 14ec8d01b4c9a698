"""All best lines up to symmetry: equal cards and the order of preparations make no difference."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress

from tsolve.budget import SpentError, allow, current
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.attack import AttackCase, attack_cases
from tsolve.games.thunderstone.planning.bounds import upper_bound
from tsolve.games.thunderstone.planning.dungeon import (
    Leaf,
    PlannedLine,
    at_the_end,
    leaves,
    needs_search,
    rallied,
    realise,
    search_engine,
    without_battle,
)
from tsolve.games.thunderstone.planning.plan import Planned
from tsolve.games.thunderstone.planning.rest import rest_line, rest_problem
from tsolve.games.thunderstone.planning.situations import Explorer, Situation
from tsolve.games.thunderstone.planning.village import covered, visit_line, visit_problem
from tsolve.games.thunderstone.planning.visits import played_visit, solve_visit
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY, Target
from tsolve.solve.optima import all_optima
from tsolve.solve.problem import Outcome, Solution

MOST = 100
"""The most lines that are listed."""
_NO_TIME = "no time was left for all equally good plays: there may be more of them"


def all_best(
    game: Thunderstone, state: State, planned: Planned, target: Target
) -> tuple[list[PlannedLine], tuple[str, ...]]:
    """Every line that is worth as much as the planned one, the planned one first, and what to say about the
    list.
    """
    assert planned.best is not None
    found: dict[Hashable, PlannedLine] = {}
    notes: tuple[str, ...] = ()
    with allow(current().part(1)) as budget, suppress(SpentError):
        for signature, line in _lines(game, state, planned, target):
            found.setdefault(signature, line)
            if len(found) >= MOST:
                notes = (f"only the first {MOST} equally good plays are listed",)
                break
    return _planned_first(found, planned.best), (_NO_TIME,) if budget.fell_short else notes


def _planned_first(found: dict[Hashable, PlannedLine], best: PlannedLine) -> list[PlannedLine]:
    lines = list(found.values()) or [best]
    same = [line for line in lines if line.line == best.line]
    return [best, *(line for line in lines if line not in same)] if same else lines


def _lines(
    game: Thunderstone, state: State, planned: Planned, target: Target
) -> Iterator[tuple[Hashable, PlannedLine]]:
    best = planned.best
    assert best is not None
    explorer = Explorer(game, state)
    for level in explorer.levels():
        if (
            state.turn == "dungeon"
            and upper_bound(game, state, planned.goal, level.lost, target) < best.value
        ):
            return
        if explorer.robbed:
            yield "searched", best
            return
        for situation in level.ended:
            ended = at_the_end(game, situation, planned.goal)
            if ended.value == best.value and not target:
                yield ("ended", game.key(situation.state)), ended
        for situation in level.situations:
            if state.turn != "dungeon":
                yield from _visits(game, situation, planned)
                continue
            quiet = without_battle(game, situation, planned.goal)
            if quiet is not None and quiet.value == best.value and target == ANYBODY:
                yield ("nobody", game.key(situation.state)), quiet
        if state.turn == "dungeon":
            for leaf in leaves(game, level.situations, planned.goal, target):
                if leaf.hope >= best.value:
                    yield from _attacks(game, leaf, planned)


def _attacks(game: Thunderstone, leaf: Leaf, planned: Planned) -> Iterator[tuple[Hashable, PlannedLine]]:
    best = planned.best
    assert best is not None
    if needs_search(game, leaf.situation.state, leaf.rank, planned.goal):
        searched = search_engine(game, leaf.situation, planned.goal, Target(rank=leaf.rank))
        if searched is not None and searched.value == best.value:
            yield (leaf.rank, game.key(leaf.situation.state)), searched
        return
    for situation in rallied(game, leaf.situation):
        for case in attack_cases(game.book, situation.state, leaf.rank, planned.goal):
            for solution in all_optima(case.problem, best.value, MOST):
                line = realise(game, situation, case, _outcome(solution), planned.goal)
                yield _signature(game, case, solution), line


def _signature(game: Thunderstone, case: AttackCase, solution: Solution) -> Hashable:
    """What a person sees of a solution: the Hall, the hand, the target, and who carries and eats what."""
    roles = sorted(
        (meaning.hero, meaning.loadout.id, meaning.silenced, count)
        for hero, options in solution.counts.items()
        for option, count in options.items()
        if (meaning := case.attempt.meaning.get((hero, option))) is not None
    )
    return game.key(case.attempt.state), case.attempt.rank, tuple(roles)


def _visits(
    game: Thunderstone, situation: Situation, planned: Planned
) -> Iterator[tuple[Hashable, PlannedLine]]:
    best = planned.best
    assert best is not None
    key = game.key(situation.state)
    if situation.state.turn == "rest":
        problem = rest_problem(game, situation.state, planned.goal)
        for solution in all_optima(problem, best.value, MOST):
            yield (
                (key, repr(solution.counts)),
                played_visit(game, situation, rest_line(solution), planned.goal, _outcome(solution)),
            )
        return
    if not covered(game, situation.state, planned.goal):
        found = solve_visit(game, situation, planned.goal)
        if found is not None and found.value == best.value:
            yield (key, "searched"), found
        return
    visit = visit_problem(game, situation.state, planned.goal)
    for solution in all_optima(visit.problem, best.value, MOST):
        line = visit_line(game, visit, solution)
        yield (
            (key, repr(solution.counts)),
            played_visit(game, situation, line, planned.goal, _outcome(solution)),
        )


def _outcome(solution: Solution) -> Outcome:
    return Outcome("optimal", solution, solution.objective, "exact")
