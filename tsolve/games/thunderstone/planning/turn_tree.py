"""A turn as decisions and chances: what reveals cards or moves the Hall, in the engine itself.

Where nothing is known of a card, or an opponent chooses, the tree ends and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from msgspec.structs import replace

from tsolve.cardkit.together import outcomes
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.errors import TsolveError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED, UpperBounds
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import BUYS, battle_result
from tsolve.games.thunderstone.planning.seen import is_in_vain
from tsolve.games.thunderstone.planning.situations import (
    any_will_do,
    has_stranger,
    looks_in_vain,
    may_come,
    order_matters,
    preparations,
    revealing_uses,
    user_of,
    was_trapped,
    why_no_end,
    why_no_further,
    worth_trying,
)
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import ANYBODY, Target
from tsolve.games.thunderstone.turn import steps
from tsolve.model.wishes import Draws
from tsolve.solve.policy import Chance, Decision, Event, Shut, Worth

Steps = tuple[Action, ...]
"""One action or event, or all the cards of one draw."""


class RobbedError(TsolveError, RuntimeError):
    """Cards of the own hand are taken in mid-turn: then the order of all preparations matters."""


class TurnNode:
    """A position, and the card used last on the way to it."""

    __slots__ = ("_apart", "number", "state", "user")

    def __init__(self, state: State, user: str = "") -> None:
        self.state, self.user = state, user
        self.number = 0
        """Equal for places with the same future, in the tree that gave it."""
        self._apart: Hashable = None

    def apart_from_hall(self, game: Thunderstone) -> Hashable:
        """What the turn can still come to, but for the Hall and the Dungeon Deck: equal for equal futures."""
        if self._apart is None:
            rest, hand, gone = game.in_parts(self.state)
            self._apart = replace(rest, hall=(), dungeon=()), hand, gone
        return self._apart


class Turn:
    """The decisions and chances of a turn. (`tsolve.solve.policy.Tree`)"""

    compares_ties = True
    """Whether it is worth looking at every equally good action."""

    def __init__(
        self,
        game: Thunderstone,
        start: State,
        goal: tuple[str, ...],
        target: Target,
        draws: Draws,
        evaluator: Evaluator,
    ) -> None:
        self.game, self.goal, self.target, self.draws, self.evaluator = game, goal, target, draws, evaluator
        self.start = start
        self.bounded = start.turn == "dungeon" or any(level.startswith(BUYS) for level in goal)
        self.left_out: dict[str, None] = {}
        self.met = False
        """Whether the target can be attacked anywhere."""
        self.stranger = False
        """Whether an unknown card could be attacked somewhere."""
        self._awaits = may_come(start, target)
        """Whether a card of the Hall that is not known may be the one to attack."""
        self._numbers: dict[Hashable, int] = {}
        self._upper_bounds = UpperBounds(game, goal, target)
        self._cap: Callable[[TurnNode], Worth | None] = lambda _: None
        self._most_of_visit = tuple(1 if level.startswith(BUYS) else UNBOUNDED for level in goal)

    def key(self, node: TurnNode) -> Hashable:
        if not node.number:
            future = node.state.hall, node.state.dungeon, node.apart_from_hall(self.game)
            node.number = self._numbers.setdefault(future, len(self._numbers) + 1)
        return node.number

    def expand(self, node: TurnNode) -> Decision[TurnNode, Steps] | Chance[TurnNode, Steps] | Shut:
        game, state = self.game, node.state
        if state.over:
            return Decision(battle_result(game.book, state, self.goal), ())
        if breach := why_no_end(self.start, state):
            self.left_out[breach] = None
            return Shut()
        if not state.todo:
            if was_trapped(game, self.start, state):
                raise RobbedError
            self._notice(state)
            return Decision(self.stop(state), self._reveals(state))
        mover = game.mover(state)
        if mover == state.active or any_will_do(game, state):
            if mover == state.active and order_matters(game, state):
                raise RobbedError
            options = worth_trying(game, state) if mover == state.active else game.legal_actions(state)[:1]
            return Decision(
                None, [((action,), TurnNode(game.apply(state, action), node.user)) for action in options]
            )
        if looks_in_vain(game, state):
            return Shut()
        coming = outcomes(game, state) if mover == CHANCE else []
        if not coming or (self.draws == "known" and len(coming) > 1):
            if self.draws != "known" or mover not in (CHANCE, UNKNOWN):  # else it is what was asked for
                self.left_out[why_no_further(game, node.user, mover)] = None
            return Shut()
        return Chance([Event(events, weight, TurnNode(after, node.user)) for events, weight, after in coming])

    def _notice(self, state: State) -> None:
        """An unknown Monster could be attacked here."""
        if self.draws != "known" and self._awaits and has_stranger(state):
            self.stranger = True

    def upper_bound(self, node: TurnNode) -> Worth:
        state = node.state
        if state.turn != "dungeon":
            return self._most_of_visit
        known, cap = self._upper_bounds.above(state), self._cap(node)
        return known if cap is None else min(known, cap)

    def cap(self, most: Callable[[TurnNode], Worth | None]) -> None:
        """Let no upper bound be higher than what `most` says of a node, where it says anything."""
        self._cap = most

    def lower_bound(self, node: TurnNode) -> Worth | None:
        return None if node.state.todo or node.state.over else self.stop(node.state)

    def stop(self, state: State) -> Worth | None:
        """The worth of ending the turn without revealing more; None while something has to be used first."""
        if steps.open_duty(self.game.book, state) is not None:
            return None
        reached = self.evaluator.best(state, self.target)
        if reached is not None:
            self.met = True
            return reached.value
        return self._unmet(state) if self.target != ANYBODY else None

    def _unmet(self, state: State) -> Worth:
        """The worth of a turn in which the target cannot be attacked."""
        return battle_result(self.game.book, _unfought(state), self.goal) or ()

    def _reveals(self, state: State) -> list[tuple[Steps, TurnNode]]:
        game = self.game
        return [
            ((use,), TurnNode(after, user_of(state, use)))
            for use in revealing_uses(game, state)
            if not is_in_vain(game.book, state, use, after := game.apply(state, use))
        ]


def _unfought(state: State) -> State:
    return replace(state, tally=replace(state.tally, outcome="none"))


class Seeking(Turn):
    """A turn whose only aim is to be able to attack the target."""

    def __init__(self, of: Turn) -> None:
        super().__init__(of.game, of.start, of.goal, of.target, of.draws, of.evaluator)

    def upper_bound(self, node: TurnNode) -> Worth:
        return (1,)

    def stop(self, state: State) -> Worth | None:
        reached = self.evaluator.best(state, self.target)
        return (int(reached is not None),)


class WholeTurn(Turn):
    """A turn in which the own hand may be robbed: the party is prepared step by step too, as long as anything
    may still be revealed.
    """

    compares_ties = False

    def expand(self, node: TurnNode) -> Decision[TurnNode, Steps] | Chance[TurnNode, Steps] | Shut:
        game, state = self.game, node.state
        if state.over or game.mover(state) != state.active or why_no_end(self.start, state):
            return super().expand(node)
        if state.todo:
            return Decision(None, self._moves(node, game.legal_actions(state)))
        self._notice(state)
        actions = dict.fromkeys((*revealing_uses(game, state), *preparations(game, state)))
        return Decision(self.stop(state), self._moves(node, actions))

    def _moves(self, node: TurnNode, actions: Iterable[Action]) -> list[tuple[Steps, TurnNode]]:
        game, state = self.game, node.state
        return [
            ((action,), TurnNode(after, user_of(state, action) or node.user))
            for action in actions
            if not is_in_vain(game.book, state, action, after := game.apply(state, action))
        ]


class SeekingWholeTurn(WholeTurn):
    """Such a turn in which nothing counts but that the target can be attacked."""

    def __init__(self, of: Turn) -> None:
        super().__init__(of.game, of.start, of.goal, of.target, of.draws, of.evaluator)

    def upper_bound(self, node: TurnNode) -> Worth:
        return (1,)

    def stop(self, state: State) -> Worth | None:
        reached = self.evaluator.best(state, self.target)
        return (int(reached is not None),)
