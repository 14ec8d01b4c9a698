"""The best turn of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.planning.goals import Value, value
from tsolve.games.quest.planning.wanted import goal_of, kind_of, target_of
from tsolve.games.quest.target import ANYBODY
from tsolve.turns.plan import best_by_search

if TYPE_CHECKING:
    from tsolve.games.quest.opened import Opened
    from tsolve.games.quest.state import State
    from tsolve.model.answers import SolveAnswer
    from tsolve.model.wishes import Wishes

_NEVER = -1_000_000
"""What a turn is worth that does not battle the Monster it should."""


def solve(opened: Opened, wishes: Wishes) -> SolveAnswer:
    """The best turn by the goal asked for: everything is tried."""
    goal, target = goal_of(opened, kind_of(opened, wishes), wishes.goal), target_of(opened, wishes)

    def worth(state: State) -> Value | None:
        found = value(opened.book, state, goal)
        if found is None or target == ANYBODY or target.was_battled(state):
            return found
        return (_NEVER,) * len(goal)

    found = best_by_search(opened, goal, worth, wishes)
    if found.objective[:1] == (_NEVER,):
        return replace(found, status="impossible", objective=(), bound=(), best=())
    return found
