"""A plan for a round of which the courses cannot be counted: behind doors, or with abilities that let draws
decide what comes next.

Each character plays its own best turn with some care, one after the other, as if the likeliest cards came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, spend
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.planning.courses import handy, least, likeliest_event, likeliest_line
from tsolve.games.gloomhaven.planning.danger import ThreatenedTurn
from tsolve.games.gloomhaven.planning.tree import Steps, worthwhile
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.monster import EndTurn
from tsolve.solve.policy import Search, Worth, plus

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.planning.plan import Planner
    from tsolve.games.gloomhaven.position import ScenarioPosition

_ONE_TURN = 0.3
"""The share of what is left of a budget for the plan of one turn."""


class PlainRound(NamedTuple):
    """A round in which every figure plays its own turn."""

    line: Steps
    end: State
    about: Worth
    """About what it brings on average: the mean of each character's turn by itself, added up."""


def turn_by_turn(position: ScenarioPosition, planner: Planner) -> PlainRound | None:
    """The round from here; None where a card comes that nobody knows, or draws are not to be counted.

    Raises SpentError where not even the first turn of a character could be planned.
    """
    return None if planner.draws == "known" else _Round(position, planner).played()


class _Round:
    def __init__(self, position: ScenarioPosition, planner: Planner) -> None:
        self._game, self._planner = position.game, planner
        self._state = position.state
        self._line: list[Action] = []
        self._about = self._so_far()
        self._is_planned = False
        """Whether the turn of any character was planned."""

    def played(self) -> PlainRound | None:
        while not self._state.result:
            before = self._so_far()
            mover = self._game.mover(self._state)
            if mover == UNKNOWN:
                return None
            if mover != CHANCE and self._is_own_turn():
                after = self._own_turn()
            else:
                self._do(self._likeliest() if mover == CHANCE else self._least())
                after = self._so_far()
            self._about = plus(self._about, plus(after, before, -1))
        return PlainRound(tuple(self._line), self._state, self._about)

    def _is_own_turn(self) -> bool:
        """Whether a character with cards has its turn."""
        state = self._state
        return state.cards_of(state.turn) is not None and any(
            isinstance(each, EndTurn) for each in state.todo
        )

    def _own_turn(self) -> Worth:
        """Play the best turn of a character by itself; what it comes to on average. If no time is left, it
        attacks whom it can from where it stands.
        """
        figure, mean = self._state.turn, None
        try:
            line, mean = self._best()
            for action in line:
                self._do(action)
            self._is_planned = True
        except SpentError:
            if not self._is_planned:
                raise
        while not self._state.result and self._state.turn == figure and self._is_own_turn():
            is_drawn = self._game.mover(self._state) in (CHANCE, UNKNOWN)
            self._do(self._likeliest() if is_drawn else self._handy())
        return mean or self._so_far()

    def _best(self) -> tuple[Steps, Worth]:
        """The best turn of the character by itself if the likeliest cards come, and its mean. Raises
        SpentError.
        """
        state, planner = self._state, self._planner
        at = next(place for place, task in enumerate(state.todo) if isinstance(task, EndTurn))
        alone = replace(state, todo=state.todo[at:])
        unhurt = {each.name: 0 for each in state.figures if each.side == "party"}
        tree = ThreatenedTurn(self._game, planner.goal, unhurt, ())
        search: Search[State, Steps] = Search(tree, planner.attitude)
        with allow(current().part(_ONE_TURN)):
            node = planner.followed(tree, search, search.run(alone))
        if node is None:
            raise SpentError
        _, *mean = node.worth
        return likeliest_line(node), tuple(mean)

    def _likeliest(self) -> Action:
        return likeliest_event(self._game, self._state)

    def _least(self) -> Action:
        return least(worthwhile(self._game, self._state))

    def _handy(self) -> Action:
        return handy(self._game, self._state, worthwhile(self._game, self._state))

    def _do(self, action: Action) -> None:
        spend()
        self._line.append(action)
        self._state = self._game.apply(self._state, action)

    def _so_far(self) -> Worth:
        goal = self._planner.goal
        return goal.worth(goal.amounts(self._state))
