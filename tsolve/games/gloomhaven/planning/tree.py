"""A turn or a round as a tree of decisions and chances. (`tsolve.solve.policy.Tree`)

Actions that cannot change the answer are not tried, and `bounds` limit the value of the rest.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec.structs import replace

from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import (
    Action,
    Finish,
    GiveUp,
    Go,
    LeaveOut,
    Pass,
    PlayHalf,
    Strike,
    UseItem,
)
from tsolve.games.gloomhaven.game import Gloomhaven, strikers
from tsolve.games.gloomhaven.planning.bounds import Bounds, monsters_act
from tsolve.games.gloomhaven.planning.goals import Goal
from tsolve.games.gloomhaven.round import Finished, LookForEnd, MayRest
from tsolve.games.gloomhaven.scenario import EndOfRound
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.traits import POSITIVE
from tsolve.games.gloomhaven.turn.character_attack import CharacterAttack
from tsolve.games.gloomhaven.turn.damage import Effects
from tsolve.model.plays import Draws
from tsolve.solve.policy import Chance, Decision, Event, Shut, Worth

_AT_THE_END = (MayRest, EndOfRound, LookForEnd, Finished)
"""Tasks after the last turn of the last round."""


def worthwhile(game: Gloomhaven, state: State) -> list[Action]:
    """The legal actions of a player, without those that cannot gain anything."""
    if _rests_in_vain(state):
        return [Pass()]
    actions = game.legal_actions(state)
    task = state.todo[-1] if state.todo else None
    if not isinstance(task, Effects | CharacterAttack) or monsters_act(game.book, state):
        return actions
    later = replace(state, todo=state.todo[:-1])
    strikes_again = any(figure.side == "party" for figure in strikers(game.book, later))
    if isinstance(task, CharacterAttack):
        return [each for each in actions if strikes_again or not _is_blunt(each)]
    matters = frozenset(("poison", *POSITIVE)) if strikes_again else frozenset[str]()
    return [each for each in actions if not isinstance(each, LeaveOut) or matters.issuperset(each.effects)]


def _rests_in_vain(state: State) -> bool:
    """Whether only the end of the last round is left: then a short rest loses a card and the others come back
    too late. (GH-2.10)
    """
    waiting = bool(state.todo) and isinstance(state.todo[-1], MayRest)
    return waiting and all(isinstance(task, _AT_THE_END) for task in state.todo)


def _is_blunt(action: Action) -> bool:
    return isinstance(action, Strike) and bool(action.without)


def is_meant(action: Action, meant: Action) -> bool:
    """Whether an action is the assigned one, or the part of it that is still possible."""
    if isinstance(action, Go) and isinstance(meant, Go):
        return action.path[-1:] == meant.path[-1:]
    if isinstance(action, Strike) and isinstance(meant, Strike):
        return set(action.targets) <= set(meant.targets)
    return action == meant


Steps = tuple[Action, ...]
NOT_TRIED = "it depends on something unknown"


class TurnTree:
    """The choices of the players and the results of chance. A turn cannot be stopped before its end."""

    bounded = True

    def __init__(self, game: Gloomhaven, goal: Goal, draws: Draws) -> None:
        self.game, self.goal = game, goal
        self.bounds = Bounds(game.book, goal)
        self._known_only = draws == "known"
        self._hopes: dict[Hashable, Worth] = {}
        self.meets_unknown = False
        """Whether some line was cut at an unknown card."""
        self.skips_draws = False
        """Whether some line was cut at a draw, since draws were excluded."""
        self.shortens = True
        """Whether to look for the shortest of equally good ways."""

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
        """The order in which moves with the same bound are tried."""
        return moves

    def upper_bound(self, node: State) -> Worth:
        key = self.key(node)
        if key not in self._hopes:
            self._hopes[key] = self.lower_bound(node) or self.most(node)
        return self._hopes[key]

    def most(self, node: State) -> Worth:
        """An upper bound of the value from a position before the end."""
        return self.bounds.most(node)

    def lower_bound(self, node: State) -> Worth | None:
        return self.goal.value(node)

    # following (`tsolve.plays.planners.SearchTree`)

    def compares(self, action: Steps, other: Steps) -> bool:
        """Whether `other` may be the same play without a useless part: a step, a half of a card, the rest of
        the turn, an item, or giving up an active card.
        """
        may_be_shorter = isinstance(other[0], Pass | Finish | PlayHalf)
        return self.shortens and (may_be_shorter or isinstance(action[0], UseItem | GiveUp))

    def told(self, line: Steps) -> int:
        """The number of steps that are written: applying all effects of an attack is not."""
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
