"""Plans compared with the plain search over the engine, which knows nothing of problems and backends."""

from __future__ import annotations

from fractions import Fraction

from tsolve.engine.expectimax import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Goal, Kind, value
from tsolve.games.quest.planning.plan import Node, plan
from tsolve.games.quest.state import State
from tsolve.model.wishes import Backend, Draws
from tsolve.solve.policy import Worth, average

MOST = 2_500
"""Positions that take the search longer are left out."""


def agrees(
    game: Quest, state: State, goal: Goal, kind: Kind, draws: Draws = "expected", backend: Backend = "auto"
) -> bool:
    """Compare the worths, and play what was planned; False where the search gives up."""
    try:
        found = best_policy(game, state, lambda here: value(game.book, here, goal), 0, draws, MOST)
    except TooLargeError:
        return False
    planned = plan(game, state, goal, kind, draws, backend)
    assert planned.proved
    assert bool(planned.left_out) == bool(found is not None and found.left_out) or found is None
    if found is None:
        assert planned.root is None
        return True
    assert planned.low == found.worth, (planned.low, found.worth)
    assert planned.root is not None
    assert played(game, planned.root, goal, draws) == found.worth
    return True


def played(game: Quest, node: Node, goal: Goal, draws: Draws) -> Worth:
    """What a plan comes to, action by action in the engine."""
    here = node.state
    for action in node.line:
        assert game.why_not(here, action) is None
        here = game.apply(here, action)
    if not node.branches:
        worth = value(game.book, here, goal)
        assert worth is not None
        return worth
    chances = dict(game.chance(here))
    whole = sum(chances.values())
    assert {branch.event for branch in node.branches} == set(chances)
    worths, likely = [], []
    for branch in node.branches:
        assert game.key(game.apply(here, branch.event)) == game.key(branch.node.state)
        worths.append(played(game, branch.node, goal, draws))
        likely.append(Fraction(chances[branch.event], whole))
    if draws in ("expected", "known"):
        return average(likely, worths)
    return min(worths) if draws == "worst" else max(worths)
