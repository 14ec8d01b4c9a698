"""The best end of a visit to the Village or of a rest that reveals nothing more: stated and solved, or
searched in the engine where no statement covers the hand.
"""

from __future__ import annotations

import msgspec

from tsolve.budget import SpentError, current
from tsolve.engine.replay import replay
from tsolve.engine.search import best_line
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import PlannedLine, Value
from tsolve.games.thunderstone.planning.goals import visit_result
from tsolve.games.thunderstone.planning.realise import play_out
from tsolve.games.thunderstone.planning.rest import rest_line, rest_problem
from tsolve.games.thunderstone.planning.situations import Situation, any_will_do
from tsolve.games.thunderstone.planning.village import covered, visit_line, visit_problem
from tsolve.model.wishes import Backend
from tsolve.solve.backends import solve_stated
from tsolve.solve.problem import Outcome, Problem


def solve_visit(
    game: Thunderstone, situation: Situation, goal: tuple[str, ...], bar: Value | None = None
) -> PlannedLine | None:
    """The best end of this visit or rest that reveals nothing more and is worth more than `bar`, by the
    exact backend. Raises SpentError, and TooLargeError where it holds too many choices.
    """
    return visit_from(game, situation, goal, "exact", bar)


def visit_from(
    game: Thunderstone,
    situation: Situation,
    goal: tuple[str, ...],
    backend: Backend,
    bar: Value | None,
) -> PlannedLine | None:
    """The best end of this visit or rest that is worth more than `bar`. Raises SpentError, TooLargeError."""
    state = situation.state
    if state.turn == "rest":
        problem = rest_problem(game, state, goal)
        outcome = _both(problem, bar, backend)
        if outcome.solution is None:
            return None
        return played_visit(game, situation, rest_line(outcome.solution), goal, outcome)
    if not covered(game, state, goal):
        return _searched(game, situation, goal, bar)
    visit = visit_problem(game, state, goal)
    outcome = _both(visit.problem, bar, backend)
    if outcome.solution is None:
        return None
    return played_visit(game, situation, visit_line(game, visit, outcome.solution), goal, outcome)


def _searched(
    game: Thunderstone, situation: Situation, goal: tuple[str, ...], bar: Value | None
) -> PlannedLine | None:
    """The best visit by trying everything in the engine, for hands that the statement does not cover."""
    found = best_line(
        game,
        situation.state,
        lambda state: visit_result(game.book, state, goal),
        any_will_do=lambda state: any_will_do(game, state),
    )
    if found is None or (bar is not None and found.value <= bar):
        return None
    end = replay(game, situation.state, found.line)[-1].after
    return PlannedLine("", 0, found.value, (*situation.line, *found.line), end)


def _both(problem: Problem, bar: Value | None, backend: Backend) -> Outcome:
    """Solve with the exact backend, CP-SAT, or both (and compare), as far as the budget goes.

    Raises SpentError, and TooLargeError for a problem that is too large.
    """
    backends: tuple[Backend, ...] = ("exact", "cpsat") if backend == "auto" else (backend,)
    found = [solve_stated(problem, name, bar) for name in backends]
    decided = [outcome for outcome in found if outcome.status != "undecided"]
    worth = {outcome.solution.objective if outcome.solution is not None else None for outcome in decided}
    if len(worth) > 1:
        raise DisagreementError(
            {"problem": msgspec.to_builtins(problem), "objectives": [str(w) for w in worth]}
        )
    if not decided:
        raise SpentError if current().fell_short else TooLargeError("the problem is too large")
    return decided[-1]


def played_visit(
    game: Thunderstone, situation: Situation, actions: list[Action], goal: tuple[str, ...], outcome: Outcome
) -> PlannedLine:
    """The solution played in the engine. Raises DisagreementError when that comes to another worth."""
    state = situation.state
    for action in actions:
        state = game.apply(state, action)
    more, state = play_out(game, state, goal)
    value = visit_result(game.book, state, goal)
    assert outcome.solution is not None
    if value != outcome.solution.objective:
        raise DisagreementError(
            {"promised": list(outcome.solution.objective), "played": value, "counts": outcome.solution.counts}
        )
    return PlannedLine("", 0, value, (*situation.line, *actions, *more), state)
