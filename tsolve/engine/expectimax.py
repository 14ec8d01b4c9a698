"""Exhaustive search over a game's actions and its chance: the oracle for policies.

The sibling of `search.best_line`: no bounds, no merging of outcomes, nothing but the protocol of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Generic, Literal, TypeVar

import msgspec

from tsolve.engine.protocol import CHANCE, UNKNOWN, Game
from tsolve.engine.search import LONGEST
from tsolve.errors import TooLargeError

S = TypeVar("S")
A = TypeVar("A")

Attitude = Literal["expected", "worst", "best", "known"]
"""How chance is met: by the mean, as an enemy, as a friend, or not at all."""
Worth = tuple[Fraction, ...]
"""One number for each level of a goal; the first level decides."""


class BestPolicy(msgspec.Struct, Generic[A], frozen=True):
    """What the best policy is worth and how it begins."""

    worth: Worth
    first: A | None
    """The first action; None where the turn is over already or chance comes first."""
    left_out: bool
    """Whether some line had no value and was therefore not taken."""
    skipped_draws: bool
    """Whether some line ended where chance had a choice, as the attitude `known` asks."""
    known: Mapping[Hashable, tuple[Worth, A | None] | None]
    """By `game.key`: what every position looked at is worth, and the best action where the player acts; None
    where no line has a value.
    """


def best_policy(
    game: Game[S, A],
    state: S,
    value: Callable[[S], tuple[int, ...] | None],
    player: int,
    attitude: Attitude = "expected",
    limit: int = 200_000,
    skip: Callable[[S, A], bool] | None = None,
) -> BestPolicy[A] | None:
    """Try every action of `player` against every outcome of chance; None when no line has a value.

    `value` is called on every position; a tuple ends the line there. The player takes the action of the
    greatest worth, level by level. An event of chance is worth the mean of its outcomes, each level by
    itself, or the least (`worst`) or the greatest (`best`) of them; under `known` there must be one outcome
    only. A line ends without a value where an unknown card, another player's choice, or under `known` a draw
    comes next. An event of which an outcome has no value has none itself, but under `best`, where that
    outcome need not come. `skip` leaves out actions. Equal positions (by `game.key`) are searched once.
    Raises TooLargeError past `limit`, or when some line is longer than LONGEST.
    """
    memory: dict[Hashable, tuple[Worth, A | None] | None] = {}
    under_way: set[Hashable] = set()
    left_out = skipped_draws = False

    def search(here: S, length: int) -> tuple[Worth, A | None] | None:
        nonlocal left_out
        reached = value(here)
        if reached is not None:
            return tuple(map(Fraction, reached)), None
        key = game.key(here)
        if key not in memory:
            if len(memory) >= limit:
                raise TooLargeError(f"more than {limit} positions")
            if length > LONGEST:
                raise TooLargeError(f"lines of more than {LONGEST} actions")
            memory[key] = None
            under_way.add(key)
            memory[key] = look(here, length)
            under_way.remove(key)
        left_out = left_out or key in under_way  # going round
        return memory[key]

    def look(here: S, length: int) -> tuple[Worth, A | None] | None:
        nonlocal left_out
        mover = game.mover(here)
        if mover == CHANCE:
            return chance(here, length)
        if mover == UNKNOWN or mover != player:
            left_out = True
            return None
        best: tuple[Worth, A | None] | None = None
        for action in game.legal_actions(here):
            if skip is not None and skip(here, action):
                continue
            below = search(game.apply(here, action), length + 1)
            if below is not None and (best is None or below[0] > best[0]):
                best = below[0], action
        return best

    def chance(here: S, length: int) -> tuple[Worth, A | None] | None:
        nonlocal skipped_draws
        events = game.chance(here)
        if attitude == "known" and len(events) > 1:
            skipped_draws = True
            return None
        below = [search(game.apply(here, event), length + 1) for event, _ in events]
        worths = [each[0] for each in below if each is not None]
        if attitude == "best" and worths:
            return max(worths), None
        if len(worths) < len(events):
            return None
        if attitude == "worst":
            return min(worths), None
        return mean(worths, [weight for _, weight in events]), None

    found = search(state, 0)
    return None if found is None else BestPolicy(*found, left_out, skipped_draws, memory)


def mean(worths: list[Worth], weights: list[int]) -> Worth:
    """The weighted mean, level by level."""
    return tuple(
        sum((weight * level for weight, level in zip(weights, levels, strict=True)), Fraction())
        / sum(weights)
        for levels in zip(*worths, strict=True)
    )
