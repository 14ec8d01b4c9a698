"""The exhaustive search without the branches that provably cannot beat the best line so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from tsolve.engine.protocol import Game
from tsolve.engine.search import LONGEST, BestLine, options
from tsolve.errors import TooLargeError

S = TypeVar("S")
A = TypeVar("A")


def best_bounded_line(
    game: Game[S, A],
    state: S,
    value: Callable[[S], tuple[int, ...] | None],
    most: Callable[[S], tuple[int, ...] | None],
    limit: int = 200_000,
    skip: Callable[[S, A], bool] | None = None,
    any_will_do: Callable[[S], bool] = lambda _: False,
) -> BestLine[A] | None:
    """The line that `search.best_line` finds: of the best ones the first.

    No line from a position is worth more than `most` says of it, where it says anything. The worth of a line
    depends on its last position alone, so no position needs a second look.

    Raises TooLargeError past `limit` positions, or when some line is longer than LONGEST.
    """
    looked_at: set[Hashable] = set()
    player = game.mover(state)
    best: tuple[tuple[int, ...], tuple[A, ...]] | None = None
    line: list[A] = []

    def look(here: S) -> None:
        nonlocal best
        reached = value(here)
        if reached is not None:
            if best is None or reached > best[0]:
                best = reached, tuple(line)
            return
        key = game.key(here)
        if key in looked_at or _is_hopeless(here):
            return
        if len(looked_at) >= limit:
            raise TooLargeError(f"more than {limit} positions")
        if len(line) > LONGEST:
            raise TooLargeError(f"lines of more than {LONGEST} actions")
        looked_at.add(key)
        for action in options(game, here, player, any_will_do):
            if skip is None or not skip(here, action):
                line.append(action)
                look(game.apply(here, action))
                line.pop()
                if _is_hopeless(here):
                    return

    def _is_hopeless(here: S) -> bool:
        """Whether no line from here can be better than the best one so far."""
        bound = most(here) if best is not None else None
        return best is not None and bound is not None and bound <= best[0]

    look(state)
    return None if best is None else BestLine(best[0], best[1], len(looked_at))
