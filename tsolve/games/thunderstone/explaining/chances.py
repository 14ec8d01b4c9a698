"""The chance of what is asked for where cards come by chance and all of it is known.

A tree of decisions and chances is searched as for a policy; here a turn is worth 1 once the thing is done, so
that the worth of the best play is its chance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import NamedTuple

from tsolve.budget import SpentError
from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.explaining.question import Question
from tsolve.games.thunderstone.explaining.world import World
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import policy
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import Target
from tsolve.solve.policy import Attitude, Chance, Decision, Event, Search, Shut, Worth

_DONE: Worth = (1,)
_NOT_DONE: Worth = (0,)


class Hope(NamedTuple):
    """The greatest chance of any play, and how that play begins."""

    chance: Fraction
    first: str = ""
    """The first action in words; empty where none was asked for, or chance comes first."""


def hope_of(question: Question, world: World, attitude: Attitude = "expected") -> Hope | None:
    """The greatest chance of what is asked for; None where something is not known. Raises SpentError.

    With the attitude `best` every draw is the luckiest: the chance is 1 where it can be done at all, else 0.
    """
    start = question.enter(world)
    if start is None:
        return Hope(Fraction(0))
    if question.beaten is not None:
        return _victory(question.beaten, world, start.state, attitude)
    tree = _Asked(question, world)
    search: Search[State, Action] = Search(tree, attitude)
    found = search.run(start.state)
    if found.low == _DONE or (found.exact and not tree.left_out):
        first = "" if found.action is None else world.game.notation(start.state, found.action)
        return Hope(Fraction(found.low[0]) if found.low else Fraction(0), first)
    if search.ran_out:
        raise SpentError
    return None


def _victory(target: Target, world: World, start: State, attitude: Attitude) -> Hope | None:
    """The chance of a victory, which the planner knows best."""
    goal = ("win",)
    found = policy.search(world.game, start, goal, target, attitude, evaluator=world.rules.evaluator(goal))
    if not found.proved and found.low != _DONE:
        raise SpentError
    if found.low is None:
        return None if found.left_out else Hope(Fraction(0))
    if found.low != _DONE and found.left_out:
        return None
    line = () if found.root is None else found.root.line
    return Hope(Fraction(found.low[0]), world.game.notation(start, line[0]) if line else "")


class Play:
    """The play that does what is asked for whichever cards come, step by step."""

    def __init__(self, question: Question, world: World) -> None:
        self._tree = _Asked(question, world)
        self._search: Search[State, Action] = Search(self._tree, "worst")
        self._been: set[Hashable] = set()

    def is_sure(self, state: State) -> bool:
        """Whether it can be done from here. Raises SpentError."""
        found = self._search.run(state)
        if found.low != _DONE and self._search.ran_out:
            raise SpentError
        return found.low == _DONE

    def step(self, state: State, beyond: Play | None = None) -> Action | None:
        """The next action on one way; None where no more is needed, or no step keeps it certain.

        Of the cards that may come it is one by which what lies `beyond` is not certain, if there is any.
        """
        self._been.add(self._tree.key(state))
        expanded = self._tree.expand(state)
        if isinstance(expanded, Decision):
            if expanded.stop == _DONE:
                return None
            moves = ((action, child) for action, child in expanded.moves if self._is_new(child))
            return next((action for action, child in moves if self.is_sure(child)), None)
        if isinstance(expanded, Chance):
            poor = [each for each in expanded.events if beyond is not None and not beyond.is_sure(each.node)]
            action: Action = (poor or expanded.events)[0].action
            return action
        return None

    def _is_new(self, state: State) -> bool:
        return self._tree.key(state) not in self._been


class _Asked:
    """The turn as a tree in which only one thing counts. (`tsolve.solve.policy.Tree`)"""

    bounded = True

    def __init__(self, question: Question, world: World) -> None:
        self.question, self.world, self.game = question, world, world.game
        self.left_out = False
        """Whether a way was not followed to its end."""
        self._moves = question.moves(world)

    def key(self, state: State) -> Hashable:
        return self.game.key(state)

    def expand(self, state: State) -> Decision[State, Action] | Chance[State, Action] | Shut:
        if state.over or state.step == "ending":
            return Decision(_NOT_DONE, ())
        mover = self.game.mover(state)
        if mover != state.active:
            events = self.game.chance(state) if mover == CHANCE else []
            if not events:
                self.left_out = True
                return Shut()
            return Chance(
                [Event(action, weight, self.game.apply(state, action)) for action, weight in events]
            )
        done = self.question.is_done(self.world, state)
        if done is None:
            self.left_out = True
            return Shut()
        if done:
            return Decision(_DONE, ())
        return Decision(
            _NOT_DONE, [(action, self.game.apply(state, action)) for action in self._tried(state)]
        )

    def ceiling(self, state: State) -> Worth:
        return _DONE

    def floor(self, state: State) -> Worth | None:
        return _NOT_DONE

    def _tried(self, state: State) -> Iterable[Action]:
        return (Thunderstone.legal_actions if state.todo else self._moves)(self.game, state)
