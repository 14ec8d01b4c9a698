"""Plans compared with the plain search over the engine, which knows nothing of problems and backends."""

from __future__ import annotations

from fractions import Fraction

from tsolve.engine.search import BestPolicy, best_policy
from tsolve.errors import TooLargeError
from tsolve.games.quest.actions import Action, Enter, Visit
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Goal, Kind, value
from tsolve.games.quest.planning.plan import Node, Planner
from tsolve.games.quest.state import State, Target
from tsolve.model.plays import Backend, Draws
from tsolve.solve.policy import Worth, average

MOST = 2_500
"""Positions that take the search longer are left out."""


def agrees(
    game: Quest, state: State, goal: Goal, kind: Kind, draws: Draws = "expected", backend: Backend = "auto"
) -> bool:
    """Compare the worths, and play what was planned; False where the search gives up."""
    try:
        found = searched(game, state, goal, kind, draws)
    except TooLargeError:
        return False
    planned = Planner(game, state, goal, kind, draws, backend).plan()
    assert planned.proved
    if found is None:
        assert planned.root is None
        return True
    assert planned.low == found.worth, (planned.low, found.worth)
    assert planned.root is not None
    assert played(game, planned.root, goal, draws) == found.worth
    return True


def agrees_about(game: Quest, state: State, goal: Goal, draws: Draws, target: Target) -> bool:
    """The same for a Dungeon turn that should battle one Monster: any that does is better than any that does
    not, and of another Monster nothing is won.
    """

    def judge(here: State) -> Worth | None:
        worth = value(game.book, here, goal)
        if worth is None or target.was_battled(here):
            return worth
        first = 1 if goal[0] == "win" else 0
        kept = [
            0 if level in ("win", "total", "margin") else each
            for level, each in zip(goal, worth, strict=True)
        ]
        return tuple(each - 1_000_000 * (at == first) for at, each in enumerate(kept))

    try:
        found = best_policy(game, game.apply(state, Enter()), judge, 0, draws, MOST)
    except TooLargeError:
        return False
    planned = Planner(game, state, goal, "dungeon", draws, target=target).plan()
    assert planned.proved
    assert planned.low == (None if found is None else found.worth)
    return True


def searched(game: Quest, state: State, goal: Goal, kind: Kind, draws: Draws) -> BestPolicy[Action] | None:
    """The best of a turn of this kind by trying everything."""

    def best(start: State) -> BestPolicy[Action] | None:
        return best_policy(game, start, lambda here: value(game.book, here, goal), 0, draws, MOST)

    if state.phase != "prepare" or kind == "any":
        return best(state)
    begins = Enter if kind == "dungeon" else Visit
    actions = [action for action in game.legal_actions(state) if isinstance(action, begins)]
    found = [each for action in actions if (each := best(game.apply(state, action))) is not None]
    return max(found, key=lambda each: each.worth, default=None)


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
