"""The planner of a plain game: tries every play and values the end of the turn by the game's measures."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tsolve.contract.measures import Goal
from tsolve.contract.plain_position import PlainPosition
from tsolve.contract.step_reader import Played
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Wishes
from tsolve.plays.grading import Grading
from tsolve.plays.plan import best_by_search


def solve(position: PlainPosition[Any, Any, Any], wishes: Wishes) -> SolveAnswer:
    """The best turn, against a target if one is named. Raises UsageError for an unknown goal or target."""
    goal, measures = position.goal_of(wishes), position.measures
    if target := position.target_of(wishes):
        return against(position, goal, target, wishes)
    answer = best_by_search(position, goal, position.value(goal), wishes)
    return replace(answer, counted_down=tuple(name for name in measures.counted_down if name in goal))


def against(position: PlainPosition[Any, Any, Any], goal: Goal, target: str, wishes: Wishes) -> SolveAnswer:
    """The best turn after which a target has left its zone; impossible if there is none."""
    zone, value = position.targets_zone, position.value(goal)
    there = position.game.zone(position.state, zone)

    def aimed(state: Any) -> tuple[int, ...] | None:
        worth = value(state)
        dealt_with = position.game.zone(state, zone).count(target) < there.count(target)
        return None if worth is None else (int(dealt_with), *worth)

    found = best_by_search(position, (position.deed.do, *goal), aimed, wishes)
    if found.policy is not None or not found.best:
        return found
    if not found.objective[0]:
        return replace(found, status="impossible", goal=goal, objective=(), bound=(), best=())
    plan = replace(found.best[0], goal=goal, objective=found.objective[1:])
    return replace(found, goal=goal, objective=found.objective[1:], bound=found.bound[1:], best=(plan,))


def grading(
    position: PlainPosition[Any, Any, Any], _: Played[Any, Any], goal: str | None
) -> Grading[Any, Any]:
    """The grading of a line by the goal asked for, or by the usual one. Raises UsageError as `solve` does."""
    levels = position.goal_of(Wishes(goal))
    return Grading(position, levels, position.value(levels))
