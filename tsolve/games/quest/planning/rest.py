"""The rest of a turn after the strike of its battle: Spoils, and what the Monster and the room still do.

The value of a turn is a sum, to which everything that is bought, gained or lost adds its part. So what the
rest adds depends only on what may still be done; it is found once for all battles and all orders that leave
the same (`futures`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current
from tsolve.contract.measures import Goal, names_in
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.bounds import Bounds
from tsolve.games.quest.planning.coverage import does_count
from tsolve.games.quest.planning.futures import Futures
from tsolve.games.quest.planning.goals import Value
from tsolve.games.quest.planning.hasty import Hasty, HastyPlays
from tsolve.games.quest.planning.statement import Judge, OpenError, may_buy
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.ending import EndPhase

Line = tuple[Action, ...]
_SHARE = 0.5
"""The share of the budget for one rest: there are others."""


def worth_now(state: State, judge: Judge) -> Value:
    """The value of the turn if it ended at once."""
    worth = judge(replace(state, todo=(EndPhase(),)))
    assert worth is not None
    return worth


class Rest:
    """The best rest of turns, by one goal."""

    def __init__(self, game: Quest, goal: Goal, judge: Judge, is_settled: bool, bounds: Bounds) -> None:
        """`is_settled`: the strike has decided the value, so any rest will do."""
        self.game, self.judge, self.is_settled, self.bounds = game, judge, is_settled, bounds
        self._future = Futures(game.book, "light_left" in names_in(goal)).of
        self._known: dict[Hashable, Value | None] = {}
        """What the rest of each future adds; None where the turn cannot end."""
        self.hasty = HastyPlays(game, judge)
        self.ran_out = False
        """Whether some rest has more ways than there was time for."""
        self._too_long: set[Hashable] = set()
        """The futures of such rests."""
        self._played: dict[State, Hasty] = {}
        """What is played instead of the best rest."""

    def worth(self, state: State) -> Value:
        """The best value of the rest; where that takes too long, the value of a rest that is found at once.

        Raises OpenError if chance or something unknown plays a part.
        """
        if state in self._played:
            return self._played[state].worth
        key = self._future(state)
        if key not in self._too_long:
            try:
                with allow(current().part(_SHARE)):
                    found = self._look(state)
                assert found is not None  # a turn can always be ended
                return found
            except SpentError:
                if current().is_over():
                    raise
                self._too_long.add(key)
        self.ran_out = True
        played = self.hasty.best(state)
        if played is None:
            raise OpenError
        self._played[state] = played
        return played.worth

    def line(self, state: State) -> tuple[Value, Line]:
        """The best value with the fewest actions that reach it, so that the advice contains nothing useless.

        Raises OpenError as `worth` does.
        """
        worth = self.worth(state)
        if state in self._played:
            return worth, self._played[state].line
        waiting: deque[tuple[State, Line]] = deque([(state, ())])
        seen: set[Hashable] = set()
        while True:
            here, line = waiting.popleft()
            if self.judge(here) is not None:
                return worth, line
            for action in self._tried(here):
                after = self.game.apply(here, action)
                key = self._future(after)
                if key not in seen and self._look(after) == worth:
                    seen.add(key)
                    waiting.append((after, (*line, action)))

    def _look(self, here: State) -> Value | None:
        worth = self.judge(here)
        if worth is not None:
            return worth
        game = self.game
        if game.mover(here) != here.active:
            raise OpenError
        key, now = self._future(here), worth_now(here, self.judge)
        if key in self._known:
            known = self._known[key]
            return None if known is None else _plus(now, known)
        self._known[key] = best = None
        try:
            for after in self._ordered([game.apply(here, action) for action in self._tried(here)]):
                if best is not None and self.hope(after) <= best:
                    continue
                below = self._look(after)
                if below is not None and (best is None or below > best):
                    best = below
        except BaseException:  # whoever asks again has to meet the same
            del self._known[key]
            raise
        self._known[key] = None if best is None else _plus(best, now, -1)
        return best

    def hope(self, state: State) -> Value:
        """An upper bound of the value of the rest."""
        if self.judge(state) is not None or state.phase != "spoils":
            return self.bounds.ceiling
        return self.bounds.of_begun(state)

    def _ordered(self, states: list[State]) -> list[State]:
        """The end of the turn first, then what promises most."""
        return sorted(states, key=self.hope, reverse=True)

    def _tried(self, state: State) -> list[Action]:
        return self._any(state) if self.is_settled else self._worth_trying(state)

    def _any(self, state: State) -> list[Action]:
        """A single action: the one that passes on, if there is one."""
        onward = self.game.going_on(state)
        return self.game.legal_actions(state)[:1] if onward is None else [onward]

    def _worth_trying(self, state: State) -> list[Action]:
        """The actions that may matter: after a battle Skill does not, and gold only if something can be
        bought.
        """
        actions = self.game.legal_actions(state)
        return actions if state.todo else [action for action in actions if not self._is_idle(state, action)]

    def _is_idle(self, state: State, action: Action) -> bool:
        ability = action.ability_in(self.game.book, state)
        if ability is not None:
            return not does_count(ability)
        return action.spends == "iron_rations" and (action.receiver != NONE or not may_buy(self.game, state))


def _plus(worth: Value, more: Value, sign: int = 1) -> Value:
    return tuple([one + sign * two for one, two in zip(worth, more, strict=True)])
