"""The best turns by an assignment, as an answer: the engine plays what was assigned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current
from tsolve.errors import BeyondBoundsError
from tsolve.games.gloomhaven.actions import Action, Do, Go, PlayHalf, ShortRest, Strike
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.goals import Goal
from tsolve.games.gloomhaven.planning.alone import NotPlainError
from tsolve.games.gloomhaven.planning.assignment import Assignment, Lines
from tsolve.games.gloomhaven.planning.tree import Steps, TurnTree
from tsolve.games.gloomhaven.state import State
from tsolve.solve.policy import Chance, Decision, Shut

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.games.gloomhaven.planning.plan import Planner
    from tsolve.model.answers import SolveAnswer
    from tsolve.solve.backends import Backend

STATING = 0.5
"""The share of a budget for the assignment; the rest is for playing it, or for a search in its place."""
_ASSIGNED = (PlayHalf, Go, Strike, Do, ShortRest)
"""What is only done as it was assigned; a short rest never, for nothing is gained by it."""


def by_assignment(opened: Opened, planner: Planner, backend: Backend) -> SolveAnswer | None:
    """The best turns as the backend assigns them, where the engine plays them for as much as it promises;
    None for a position that is no such assignment, and where it promises more.
    """
    try:
        with allow(current().part(STATING)):
            assignment = Assignment(opened, planner.goal)
            outcome = assignment.solved(backend)
    except (NotPlainError, BeyondBoundsError, SpentError):
        return None
    if outcome.status != "optimal":
        return None
    tree = AssignedTurns(opened.game, planner.goal, assignment.lines(outcome))
    answer = planner.answer(opened, tree)
    if answer.status != "optimal" or answer.objective != outcome.bound:
        return None
    return replace(answer, backend=outcome.backend, problems=1)


class AssignedTurns(TurnTree):
    """Turns in which every character does what it was assigned, in any order, as far as that is possible: who
    is dead is not attacked, another way leads to the same hex.
    """

    def __init__(self, game: Gloomhaven, goal: Goal, lines: Lines) -> None:
        super().__init__(game, goal, "expected")
        self._lines = lines

    def expand(self, node: State) -> Decision[State, Steps] | Chance[State, Steps] | Shut:
        found = super().expand(node)
        if not isinstance(found, Decision):
            return found
        line = self._lines.get(node.turn, ())
        moves = [move for move in found.moves if any(_is_meant(move[0][0], meant) for meant in line)]
        others = [move for move in found.moves if not isinstance(move[0][0], _ASSIGNED)]
        return Decision(found.stop, [*moves, *others])


def _is_meant(action: Action, meant: Action) -> bool:
    """Whether an action is what was assigned, or as much of it as can be done."""
    if isinstance(action, Go) and isinstance(meant, Go):
        return action.path[-1:] == meant.path[-1:]
    if isinstance(action, Strike) and isinstance(meant, Strike):
        return set(action.targets) <= set(meant.targets)
    return action == meant
