"""A turn played until one thing is done, and the positions it can pass through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Generic, TypeVar

from tsolve.budget import spend
from tsolve.engine.explore import Arrival, explore
from tsolve.engine.protocol import CHANCE, UNKNOWN, Game

S = TypeVar("S")
A = TypeVar("A")

_BY_CHANCE = "it hangs on what chance brings"
_UNKNOWN = "it hangs on something unknown"
_OTHERS = "it hangs on a choice of another player"


class Pursuit(Generic[S, A]):
    """What may be done in a turn, and when the thing is done. A game with a better idea of its turns says
    when they are over and which moves may help.
    """

    cost: ClassVar[int] = 10
    """The steps of a budget that a position counts for."""

    def __init__(self, game: Game[S, A], player: int, is_done: Callable[[S], bool | None]) -> None:
        """`is_done` says whether the thing can be done in a position with no more of the moves; None: that
        cannot be told.
        """
        self.game, self.player, self.is_done = game, player, is_done

    def is_over(self, state: S) -> bool:
        """Whether the turn is over."""
        return self.game.is_over(state)

    def moves(self, state: S) -> Iterable[A]:
        """The legal actions of the player that may help."""
        return self.game.legal_actions(state)

    def why_no_further(self, here: Arrival[S, A]) -> str:
        """Why lines are not followed that go on from here, where the player does not act; empty where nothing
        is lost by that.
        """
        return {CHANCE: _BY_CHANCE, UNKNOWN: _UNKNOWN}.get(self.game.mover(here.state), _OTHERS)


class Walk(Generic[S, A]):
    """The positions of a pursuit, each once, shortest lines first, as far as they are asked for."""

    def __init__(self, pursuit: Pursuit[S, A], start: Arrival[S, A]) -> None:
        self.pursuit, self.start = pursuit, start
        self._left_out: dict[str, None] = {}
        self.by_chance = False
        """Whether something that comes by chance is among what was not followed further."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was not followed further and why."""
        return tuple(self._left_out)

    def positions(self) -> Iterator[Arrival[S, A]]:
        """Positions in which the player acts. Raises SpentError."""
        for here in explore(self.pursuit.game, self.start, self._moves):
            spend(self.pursuit.cost)
            if self._acts(here.state):
                yield here
            elif not self.pursuit.is_over(here.state) and not self._certain(here.state):
                self._leave(here)

    def _leave(self, here: Arrival[S, A]) -> None:
        if why := self.pursuit.why_no_further(here):
            self._left_out[why] = None
            self.by_chance = self.by_chance or self.pursuit.game.mover(here.state) == CHANCE

    def _acts(self, state: S) -> bool:
        return not self.pursuit.is_over(state) and self.pursuit.game.mover(state) == self.pursuit.player

    def _moves(self, state: S) -> Iterable[A]:
        return self.pursuit.moves(state) if self._acts(state) else self._certain(state)

    def _certain(self, state: S) -> Sequence[A]:
        """What chance brings where that is certain."""
        game = self.pursuit.game
        if self.pursuit.is_over(state) or game.mover(state) != CHANCE:
            return ()
        events = [event for event, _ in game.chance(state)]
        return events if len(events) == 1 else ()
