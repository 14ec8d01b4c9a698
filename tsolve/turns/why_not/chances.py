"""The chance that what is asked for succeeds, where all the chances are known.

Searches a tree of decisions and chances as for a policy. A turn is worth 1 once the thing is done, so the
worth of the best play is its chance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from tsolve.budget import SpentError, spend
from tsolve.engine.explore import Arrival, explore
from tsolve.engine.protocol import CHANCE
from tsolve.solve.policy import Attitude, Chance, Decision, Event, Search, Shut, Worth
from tsolve.turns.why_not.pursuit import Pursuit

S = TypeVar("S")
A = TypeVar("A")

DONE: Worth = (1,)
_NOT_DONE: Worth = (0,)


class Hope(NamedTuple):
    """The greatest chance of any play, and how that play begins."""

    chance: Fraction
    first: str = ""
    """The first action in words; empty where none was asked for, or chance comes first."""


def hope_of(pursuit: Pursuit[S, A], state: S, attitude: Attitude = "expected") -> Hope | None:
    """The greatest chance of what is pursued; None where something is not known. Raises SpentError.

    With the attitude `best` every draw is the luckiest: the chance is 1 where it can be done at all, else 0.
    """
    tree = _Turn(pursuit)
    search: Search[S, A] = Search(tree, attitude)
    found = search.run(state)
    if found.low == DONE or (found.exact and not tree.left_out):
        first = None if found.low in (None, _NOT_DONE) else tree.shortest(state, search)
        words = "" if first is None else pursuit.game.notation(state, first)
        return Hope(Fraction(found.low[0]) if found.low else Fraction(0), words)
    if search.ran_out:
        raise SpentError
    return None


class Play(Generic[S, A]):
    """The play that does what is pursued whatever chance brings, step by step."""

    def __init__(self, pursuit: Pursuit[S, A]) -> None:
        self._tree = _Turn(pursuit)
        self._search: Search[S, A] = Search(self._tree, "worst")

    def is_sure(self, state: S) -> bool:
        """Whether it can be done from here. Raises SpentError."""
        found = self._search.run(state)
        if found.low != DONE and self._search.ran_out:
            raise SpentError
        return found.low == DONE

    def step(self, state: S, beyond: Play[S, A] | None = None) -> A | None:
        """The next action on one way; None where no more is needed, or no step keeps it certain.

        Of what chance may bring it is one by which what lies `beyond` is not certain, if there is any.
        """
        expanded = self._tree.expand(state)
        if isinstance(expanded, Decision):
            return self._tree.shortest(state, self._search)
        if isinstance(expanded, Chance):
            poor = [each for each in expanded.events if beyond is not None and not beyond.is_sure(each.node)]
            action: A = (poor or expanded.events)[0].action
            return action
        return None


class _Turn(Generic[S, A]):
    """The turn as a tree in which only one thing counts. (`tsolve.solve.policy.Tree`)"""

    bounded = True

    def __init__(self, pursuit: Pursuit[S, A]) -> None:
        self.pursuit, self.game = pursuit, pursuit.game
        self.left_out = False
        """Whether a way was not followed to its end."""

    def key(self, state: S) -> Hashable:
        return self.game.key(state)

    def expand(self, state: S) -> Decision[S, A] | Chance[S, A] | Shut:
        spend(self.pursuit.cost)
        if self.pursuit.is_over(state):
            return Decision(_NOT_DONE, ())
        mover = self.game.mover(state)
        if mover != self.pursuit.player:
            events = self.game.chance(state) if mover == CHANCE else []
            if not events:
                self.left_out = True
                return Shut()
            return Chance(
                [Event(action, weight, self.game.apply(state, action)) for action, weight in events]
            )
        done = self.pursuit.is_done(state)
        if done is None:
            self.left_out = True
            return Shut()
        if done:
            return Decision(DONE, ())
        moves = self.pursuit.moves(state)
        return Decision(_NOT_DONE, [(action, self.game.apply(state, action)) for action in moves])

    def shortest(self, state: S, search: Search[S, A]) -> A | None:
        """How the shortest way begins on which nothing is lost until it is done or chance comes; None where
        nothing has to be done first. Raises SpentError.
        """
        worth = search.run(state).low

        def keeping(here: S) -> Iterator[A]:
            expanded = self.expand(here)
            if isinstance(expanded, Decision):
                yield from (action for action, after in expanded.moves if search.run(after).low == worth)

        for here in explore(self.game, Arrival(state), keeping):
            expanded = self.expand(here.state)
            if not isinstance(expanded, Decision) or expanded.stop == DONE:
                return here.line[0] if here.line else None
        if search.ran_out:
            raise SpentError
        return None

    def upper_bound(self, state: S) -> Worth:
        return DONE

    def lower_bound(self, state: S) -> Worth | None:
        return _NOT_DONE
