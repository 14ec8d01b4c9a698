"""The positions that certain actions lead to, each once, by the shortest lines first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

import msgspec

from tsolve.engine.protocol import Game

S = TypeVar("S")
A = TypeVar("A")


class Arrival(msgspec.Struct, Generic[S, A], frozen=True):
    """A position, and the actions that led to it."""

    state: S
    line: tuple[A, ...] = ()


def explore(
    game: Game[S, A], start: Arrival[S, A], moves: Callable[[S], Iterable[A]]
) -> Iterator[Arrival[S, A]]:
    """Every position that can be reached from the start by the legal actions `moves` gives for a position.

    Of equal positions (by `game.key`) the first is kept. Nothing is played before it is asked for, so whoever
    has seen enough ends the walk.
    """
    seen: set[Hashable] = set()
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        key = game.key(here.state)
        if key not in seen:
            seen.add(key)
            yield here
            for action in moves(here.state):
                waiting.append(Arrival(game.apply(here.state, action), (*here.line, action)))
