"""The best worth still within reach, asked of the planner at the free steps of a turn and at draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.budget import Budget, SpentError
from tsolve.engine.protocol import CHANCE
from tsolve.games.quest.actions import Action
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Kind
from tsolve.games.quest.planning.plan import Node, Planned, Planner
from tsolve.games.quest.state import State
from tsolve.turns.grading.prospects import Attitude, Continuation, Prospect, Prospects

if TYPE_CHECKING:
    from tsolve.turns.grading.grading import Grading

_PLANNED = ("prepare", "dungeon")
"""The free steps at which the planner can be asked; what follows them is short enough to be tried."""


class PlannedProspects(Prospects[State, Action]):
    """Looks ahead with the planner; what lies between, a forced choice or a purchase, the engine tries."""

    def __init__(
        self, grading: Grading[State, Action], game: Quest, kind: Kind, attitude: Attitude, budget: Budget
    ) -> None:
        super().__init__(grading, attitude, budget)
        self.game: Quest = game
        self.kind = kind
        self._roots: dict[State, Node] = {}
        """The best plays that were found, by where they begin."""

    def planned(self, state: State) -> Prospect | None:
        free = not state.todo and state.phase in _PLANNED
        if not free and self.game.mover(state) != CHANCE:
            return None
        found = self._plan(state)
        if found.root is not None:
            self._roots[state] = found.root
        return Prospect(found.low, "; ".join(found.left_out))

    def planned_line(self, state: State) -> Continuation[Action] | None:
        if state.todo or state.phase not in _PLANNED:
            return None
        root = self._roots.get(state) or self._plan(state).root
        return Continuation((), False) if root is None else Continuation(root.line, bool(root.branches))

    def _plan(self, state: State) -> Planned:
        """The best play from here. Raises SpentError where it is not proved."""
        found = Planner(self.game, state, self.grading.goal, self.kind, self.attitude).plan()
        if not found.proved and not found.left_out:
            raise SpentError
        return found
