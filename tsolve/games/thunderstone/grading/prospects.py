"""The best worth still within reach, asked of the planner at the free steps of a turn and at draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tsolve.budget import Budget, SpentError, current
from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import Node, Searched, search
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY
from tsolve.turns.grading.prospects import Attitude, Prospect, Prospects
from tsolve.turns.grading.prospects import Continuation as AnyContinuation

if TYPE_CHECKING:
    from tsolve.turns.grading.grading import Grading

Continuation: TypeAlias = AnyContinuation[Action]

_PLANNED_STEPS = ("effects", "preparing", "resting")
"""The free steps at which the planner can be asked."""


class PlannedProspects(Prospects[State, Action]):
    """Looks ahead with the planner; what lies between, a forced choice or a purchase, the engine tries."""

    def __init__(
        self,
        grading: Grading[State, Action],
        game: Thunderstone,
        evaluator: Evaluator,
        attitude: Attitude,
        budget: Budget,
    ) -> None:
        super().__init__(grading, attitude, budget)
        self.game: Thunderstone = game
        self.evaluator = evaluator
        self._roots: dict[State, Node] = {}
        """The policies that were searched, by where they begin."""

    def planned(self, state: State) -> Prospect | None:
        if not _is_free(state) and self.game.mover(state) != CHANCE:
            return None
        searched = self._policy(state)
        doubt = "; ".join(searched.left_out)
        if searched.root is not None:
            self._roots[state] = searched.root
        if searched.root is not None and not doubt and self.attitude == "expected":
            self._remember(searched.root)
        return Prospect(searched.low, doubt)

    def _remember(self, root: Node) -> None:
        """What the policy says of the positions that it comes through: a line that follows it costs nothing.

        Where the mean is exact, so is every part of it.
        """
        seen = {id(root)}
        waiting = [root]
        while waiting:
            node = waiting.pop()
            state = node.state
            for action in (None, *node.line):
                state = state if action is None else self.game.apply(state, action)
                self.remember(state, node.worth)
            below = [branch.node for branch in node.branches if id(branch.node) not in seen]
            seen.update(map(id, below))
            waiting += below

    def planned_line(self, state: State) -> Continuation | None:
        if not _is_free(state):
            return None
        root = self._roots.get(state) or self._policy(state).root
        if root is None:
            return Continuation((), False)
        if root.branches:
            return Continuation(root.line, True)
        rest = () if root.end is None else self._without_draws(root.final)
        return Continuation((*root.line, *rest), False)

    def _policy(self, state: State) -> Searched:
        """The best policy as far as lines are not left out. Raises SpentError."""
        goal = self.grading.goal
        found = search(self.game, state, goal, ANYBODY, self.attitude, evaluator=self.evaluator)
        if not found.proved and (current().is_over() or not found.left_out):
            raise SpentError
        return found

    def _without_draws(self, state: State) -> tuple[Action, ...]:
        """The planner's own line. Its exact backend is enough: the engine plays every line."""
        planned = plan(self.game, state, self.grading.goal, backend="exact")
        if planned.status == "undecided":
            raise SpentError
        return () if planned.best is None else planned.best.line


def _is_free(state: State) -> bool:
    return not state.todo and state.step in _PLANNED_STEPS
