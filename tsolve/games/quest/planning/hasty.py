"""Plays for which there is always time: at every choice whatever turns out best if the turn then goes on
without doing anything.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from tsolve.budget import SpentError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import Value
from tsolve.games.quest.planning.statement import Judge
from tsolve.games.quest.state import State

_LONGEST = 200
"""More actions than going on without doing anything takes."""


class Hasty(NamedTuple):
    """One way to play the rest of a turn."""

    worth: Value
    line: tuple[Action, ...]
    end: State


class HastyPlays:
    """Such plays by one goal."""

    def __init__(self, game: Quest, judge: Judge) -> None:
        self.game, self.judge = game, judge

    def onward(self, state: State) -> Hasty | None:
        """The turn that goes on without doing anything; None if chance or somebody else plays a part."""
        game, line = self.game, list[Action]()
        while (worth := self.judge(state)) is None:
            if game.mover(state) != state.active or len(line) > _LONGEST:
                return None
            action = game.going_on(state) or game.legal_actions(state)[0]
            line.append(action)
            state = game.apply(state, action)
        return Hasty(worth, tuple(line), state)

    def best(self, state: State) -> Hasty | None:
        """The best such play, as far as the budget in force goes beyond the first."""
        best = self.onward(state)
        if best is None:
            return None
        line: tuple[Action, ...] = ()
        with suppress(SpentError):
            while self.judge(state) is None:
                action = self._better(state, best.worth) or best.line[len(line)]
                line = (*line, action)
                state = self.game.apply(state, action)
                rest = self.onward(state)
                assert rest is not None  # or this action would not be taken
                best = Hasty(rest.worth, (*line, *rest.line), rest.end)
        return best

    def _better(self, state: State, worth: Value) -> Action | None:
        """The action after which going on is worth most, if it is worth more than this."""
        found: Action | None = None
        for action in self.game.legal_actions(state):
            rest = self.onward(self.game.apply(state, action))
            if rest is not None and rest.worth > worth:
                found, worth = action, rest.worth
        return found
