"""Exhaustive search over a game's actions and chance events: slow and simple, so that tests use it as their
oracle.

`best_line` and `best_policy` know only the protocol of a game. They merge no outcomes, and use no bounds but
those that the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Generic, Literal, TypeVar

import msgspec

from tsolve.engine import CHANCE, UNKNOWN, Game
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
"""The most actions in a line. No turn comes near this, unless it can go on for ever."""


def best_line(
    game: Game[S, A],
    state: S,
    value: Callable[[S], tuple[int, ...] | None],
    limit: int = 200_000,
    skip: Callable[[S, A], bool] | None = None,
    is_free_choice: Callable[[S], bool] = lambda _: False,
    most: Callable[[S], tuple[int, ...] | None] = lambda _: None,
) -> BestLine[A] | None:
    """Try every line of the active player and return the first of the best ones; None if none has a value.

    `value` is called on every position; if it returns a tuple, the line ends there with this value. A line
    ends without a value where chance (even with a single outcome), an unknown card, or another player's
    choice comes next. `skip` leaves out actions; `is_free_choice` says where another player's choice makes no
    difference. `most` gives an upper bound for all lines from a position, or None.

    Equal positions (by `game.key`) are searched once, since the value of a line depends only on its last
    position. So cycles do no harm.

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
        for action in options(game, here, player, is_free_choice):
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


def options(game: Game[S, A], here: S, player: int, is_free_choice: Callable[[S], bool]) -> list[A]:
    """The player's actions, or one action of another player whose choice makes no difference."""
    mover = game.mover(here)
    if mover in (CHANCE, UNKNOWN) or (mover != player and not is_free_choice(here)):
        return []
    legal = game.legal_actions(here)
    return legal if mover == player else legal[:1]


Attitude = Literal["expected", "worst", "best", "known"]
"""How chance counts: by the mean, by the worst outcome, by the best one, or not at all."""
Worth = tuple[Fraction, ...]
"""One number for each level of a goal; the first level decides."""


class BestPolicy(msgspec.Struct, Generic[A], frozen=True):
    """What the best policy is worth and how it begins."""

    worth: Worth
    first: A | None
    """The first action; None where the turn is over already or chance comes first."""
    left_out: bool
    """Whether some line was left out because it has no value."""
    skipped_draws: bool
    """Whether some line ended at an uncertain event because of the attitude `known`."""
    known: Mapping[Hashable, tuple[Worth, A | None] | None]
    """By `game.key`: what each position searched is worth, with the best action where the player acts; None
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
    """Try every action of `player` with every outcome of chance; None when no line has a value.

    `value` is called on every position; if it returns a tuple, the line ends there with this value. The
    player takes the action of the greatest worth, comparing level by level. A chance event is worth the mean
    of its outcomes, each level by itself, or the least (`worst`) or the greatest (`best`) of them; with
    `known` it has no value unless it has a single outcome. A line ends without a value where an unknown card
    or another player's choice comes next. If one outcome has no value, neither has the event, except with
    `best`, which may pick another outcome. `skip` leaves out actions. Equal positions (by `game.key`) are
    searched once. Raises TooLargeError past `limit` positions, or when some line is longer than LONGEST.
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
        left_out = left_out or key in under_way  # a cycle
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
