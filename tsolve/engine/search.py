"""Exhaustive search over a game's actions: slow, simple, and therefore the oracle."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

from tsolve.engine.protocol import CHANCE, UNKNOWN, Game
from tsolve.errors import TooLargeError

S = TypeVar("S")
A = TypeVar("A")


class BestLine(msgspec.Struct, Generic[A], frozen=True):
    """The best result of a search and one line that reaches it."""

    value: tuple[int, ...]
    line: tuple[A, ...]
    positions: int
    """How many different positions were looked at."""


LONGEST = 200
"""The most actions of a line that is followed. No turn comes near, but one that may go on for ever."""


def best_line(
    game: Game[S, A],
    state: S,
    value: Callable[[S], tuple[int, ...] | None],
    limit: int = 200_000,
    skip: Callable[[S, A], bool] | None = None,
    any_will_do: Callable[[S], bool] = lambda _: False,
) -> BestLine[A] | None:
    """Try every line of the active player until `value` is not None and return the best one, or None.

    `value` is called on every position; a tuple ends the line there. Lines end without a value where chance
    (whether one outcome or several are possible), an unknown card, or another player's choice comes next.
    `skip` leaves out actions; `any_will_do` says where it makes no difference what another player chooses.
    Equal positions (by `game.key`) are searched once.

    Raises TooLargeError past `limit`, or when some line is longer than LONGEST.
    """
    memory: dict[Hashable, tuple[tuple[int, ...], tuple[A, ...]] | None] = {}
    player = game.mover(state)

    def search(here: S, length: int) -> tuple[tuple[int, ...], tuple[A, ...]] | None:
        reached = value(here)
        if reached is not None:
            return reached, ()
        key = game.key(here)
        if key in memory:
            return memory[key]
        if len(memory) >= limit:
            raise TooLargeError(f"more than {limit} positions")
        if length > LONGEST:
            raise TooLargeError(f"lines of more than {LONGEST} actions")
        memory[key] = None
        best: tuple[tuple[int, ...], tuple[A, ...]] | None = None
        for action in options(game, here, player, any_will_do):
            if skip is not None and skip(here, action):
                continue
            below = search(game.apply(here, action), length + 1)
            if below is not None and (best is None or below[0] > best[0]):
                best = below[0], (action, *below[1])
        memory[key] = best
        return best

    found = search(state, 0)
    return None if found is None else BestLine(found[0], found[1], len(memory))


def options(game: Game[S, A], here: S, player: int, any_will_do: Callable[[S], bool]) -> list[A]:
    """What the player may do, or one thing that another may do where it makes no difference."""
    mover = game.mover(here)
    if mover in (CHANCE, UNKNOWN) or (mover != player and not any_will_do(here)):
        return []
    legal = game.legal_actions(here)
    return legal if mover == player else legal[:1]
