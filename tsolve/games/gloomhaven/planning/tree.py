"""A turn or a round as a tree of decisions and chances. (`tsolve.solve.policy.Tree`)"""

from __future__ import annotations

from collections.abc import Hashable

from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Action, Finish, GiveUp, LeaveOut, Pass, PlayHalf, UseItem
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.goals import Goal
from tsolve.games.gloomhaven.planning.bounds import Bounds
from tsolve.games.gloomhaven.planning.worthwhile import worthwhile
from tsolve.games.gloomhaven.state import State
from tsolve.model.wishes import Draws
from tsolve.solve.policy import Chance, Decision, Event, Shut, Worth

Steps = tuple[Action, ...]
NOT_TRIED = "it hangs on something unknown"


class TurnTree:
    """What the players may do, and what may come. Nobody can end a turn before its end."""

    bounded = True

    def __init__(self, game: Gloomhaven, goal: Goal, draws: Draws) -> None:
        self.game, self.goal = game, goal
        self.bounds = Bounds(game.book, goal)
        self._known_only = draws == "known"
        self._hopes: dict[Hashable, Worth] = {}
        self.meets_unknown = False
        """Whether some line led to an unknown card, and was not followed."""
        self.skips_draws = False
        """Whether some line led to a draw, and was not followed, as asked."""
        self.shortens = True
        """Whether a shorter way is looked for among those that are worth the same."""

    def key(self, node: State) -> Hashable:
        return self.game.key(node)

    def expand(self, node: State) -> Decision[State, Steps] | Chance[State, Steps] | Shut:
        worth = self.lower_bound(node)
        if worth is not None:
            return Decision(worth, ())
        mover = self.game.mover(node)
        if mover == UNKNOWN:
            self.meets_unknown = True
            return Shut()
        if mover != CHANCE:
            actions = worthwhile(self.game, node)
            return Decision(None, self.sorted([((each,), self.game.apply(node, each)) for each in actions]))
        events = self.game.chance(node)
        if self._known_only and len(events) > 1:
            self.skips_draws = True
            return Shut()
        return Chance([Event((event,), weight, self.game.apply(node, event)) for event, weight in events])

    def sorted(self, moves: list[tuple[Steps, State]]) -> list[tuple[Steps, State]]:
        """The moves in the order in which they are tried where they promise the same."""
        return moves

    def upper_bound(self, node: State) -> Worth:
        key = self.key(node)
        if key not in self._hopes:
            self._hopes[key] = self.lower_bound(node) or self.most(node)
        return self._hopes[key]

    def most(self, node: State) -> Worth:
        """What no line from a position before the end is worth more than."""
        return self.bounds.most(node)

    def lower_bound(self, node: State) -> Worth | None:
        return self.goal.value(node)

    # following (`tsolve.turns.policy.following.Followed`)

    def compares(self, action: Steps, other: Steps) -> bool:
        """Whether the other may leave out what brings nothing: a step, a half of a card, the rest of the
        turn; an item or an active card beside what is done in any case.
        """
        may_be_shorter = isinstance(other[0], Pass | Finish | PlayHalf)
        return self.shortens and (may_be_shorter or isinstance(action[0], UseItem | GiveUp))

    def told(self, line: Steps) -> int:
        """Effects of an attack that are all applied are not written."""
        return sum(action != LeaveOut() for action in line)

    def state(self, node: State) -> State:
        return node

    def at(self, state: State, like: State | None = None) -> State:
        return state

    def mode(self, node: State) -> Hashable:
        return None

    def completed(self, state: State, drawn: Steps, event: Action, count: int) -> Steps | None:
        return (event,)

    def end(self, state: State) -> tuple[Worth, None]:
        worth = self.goal.value(state)
        assert worth is not None
        return worth, None
