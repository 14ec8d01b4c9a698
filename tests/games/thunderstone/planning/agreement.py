"""Plans, leaves and policies compared with the plain searches over the engine, at many random positions.

The searches know nothing of problems, cases or backends: they try every line. A comparison says False where
a position is too large for them, and fails where the worths differ.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.games.thunderstone.planning.policy_agreement import ATTITUDES, policy_agrees
from tests.games.thunderstone.planning.random_positions import Dealt, goal_of_the_end, random_goal
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Leaf, solve_leaf
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.goals import (
    battle_result,
    closing,
    counted_to_the_end,
    visit_result,
)
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.situations import Situation, reveals
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import steps
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.solve import solve

Comparison = Callable[[Random, Thunderstone, State], bool]

PLAN_LIMIT = 4_000
LEAF_LIMIT = 3_000
"""Positions that take a search longer are left out; the tests hold how few they are."""


def sweep(compare: Comparison, deal: Callable[[Random], Dealt], seeds: range, least: float) -> list[Dealt]:
    """Compare at each seed; at least this share of the positions has to be compared. The positions."""
    positions, compared = [], 0
    for seed in seeds:
        random = Random(seed)
        game, state = deal(random)
        compared += compare(random, game, state)
        positions.append((game, state))

    assert compared >= len(seeds) * least
    return positions


def plans(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the plan by a random goal."""
    return plan_agrees(game, state, random_goal(random, state.turn))


def leaves(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the best end by a random goal; False too where a Trophy acts first: then it is no leaf."""
    if steps.open_duty(game.book, state) is not None:
        return False
    return leaf_agrees(game, state, random_goal(random, state.turn))


def policies(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the policy by a random goal and attitude."""
    goal, draws = random_goal(random, state.turn), random.choice(ATTITUDES)
    return policy_agrees(game, state, goal, draws) is not None


def plans_of_the_end(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the plan by a goal that counts what the whole turn comes to."""
    return plan_agrees(game, state, goal_of_the_end(random, state.turn))


def leaves_of_the_end(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the best end by such a goal."""
    if steps.open_duty(game.book, state) is not None:
        return False
    return leaf_agrees(game, state, goal_of_the_end(random, state.turn))


def plan_agrees(game: Thunderstone, state: State, goal: tuple[str, ...]) -> bool:
    """Compare planner and search; with `auto` both backends solve, and the engine plays what they propose.

    Of equally good lines that defeat nobody the one that comes closest has to be proposed.
    """
    skip = spoils_without_a_say(goal)
    try:
        expected = _best(game, state, goal, PLAN_LIMIT, skip)
    except TooLargeError:
        return False
    planned = plan(game, state, goal)

    assert (planned.best.value if planned.best is not None else None) == expected, _hand(state)
    if planned.best is not None and planned.best.end.tally.outcome == "lost":
        closest = _best(game, state, closing(goal), PLAN_LIMIT, skip)
        assert battle_result(game.book, planned.best.end, closing(goal)) == closest, _hand(state)
    return True


def spoils_without_a_say(goal: tuple[str, ...]) -> Callable[[State, Action], bool]:
    """What need not be tried: Spoils, where no level counts what the whole turn comes to."""

    def skip(here: State, action: Action) -> bool:
        is_spoils = bool(here.todo) and isinstance(here.todo[-1], Spoils) and not isinstance(action, Pass)
        return is_spoils and not counted_to_the_end(goal)

    return skip


def leaf_agrees(game: Thunderstone, state: State, goal: tuple[str, ...], target: Target = ANYBODY) -> bool:
    """Compare the best end of a turn in which nothing more is revealed with the search."""

    def skip(here: State, action: Action) -> bool:
        if not here.todo and isinstance(action, Attack):
            return not target.fits(here, action.rank)
        nobody = target != ANYBODY and not here.todo and isinstance(action, Pass)
        return nobody or reveals(game, here, action)

    try:
        expected = _best(game, state, goal, LEAF_LIMIT, skip)
    except TooLargeError:
        return False
    reached = Evaluator(game, goal).best(state, target)

    assert (None if reached is None else reached.value) == expected, _hand(state)
    if reached is not None and "win" in goal:
        assert reached.won == bool(reached.value[goal.index("win")])
    if reached is not None and target != ANYBODY:
        assert target.fits(state, reached.rank)
    if reached is not None and reached.rank and "win" in goal:
        _same_line(game, state, goal, reached)
    return True


def _same_line(game: Thunderstone, state: State, goal: tuple[str, ...], reached: Reached) -> None:
    """The line that a leaf is shown with is the one that the planner finds by itself, perhaps prepared in
    another order.
    """
    leaf = Leaf(Situation(state, ()), reached.rank, state.at(reached.rank).card, ())
    planned, _ = solve_leaf(game, leaf, goal, lambda problem, bar: solve(problem, "exact", bar), None)
    line = Evaluator(game, goal).line(state, reached.rank)
    assert line is not None
    assert planned is not None
    assert line.value == reached.value
    assert sorted(map(repr, line.line)) == sorted(map(repr, planned.line)), _hand(state)


def _best(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    limit: int,
    skip: Callable[[State, Action], bool],
) -> tuple[int, ...] | None:
    """The best worth by trying everything but what is skipped."""
    result = battle_result if state.turn == "dungeon" else visit_result
    found = best_line(game, state, lambda here: result(game.book, here, goal), limit, skip)
    return None if found is None else found.value


def _hand(state: State) -> list[str]:
    return [member.card for member in state.party]
