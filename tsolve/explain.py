"""Why something is impossible, and what would make it possible: a minimal set of obstacles, and the
cheapest repairs, for any feasibility oracle.

Nothing here knows a game. An oracle says whether something is possible with only certain obstacles in its
way, or with so much of something added; every answer given here was tried with the oracle. A minimal set of
obstacles is a minimal unsatisfiable core, found by deletion: obstacles are removed one after another, as long
as the thing stays impossible. Then the result is checked, leaving out each obstacle alone, in case removing
an obstacle can also forbid something.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

Oracle = Callable[[frozenset[str]], bool]
"""Whether the thing is possible when exactly these obstacles are in its way."""


class Core(msgspec.Struct, frozen=True):
    """Obstacles (by id) that together forbid something, without any others."""

    obstacles: tuple[str, ...]
    """Most preferred first. Empty: the thing is impossible even without any obstacle."""


def minimal_core(obstacles: Sequence[str], possible: Oracle) -> Core | None:
    """A minimal set among `obstacles` that forbids the thing by itself; None when all together do not.

    List the most telling obstacles first: they are removed last, so that where several sets are minimal, the
    set found is a telling one.
    """
    standing = list(obstacles)
    if possible(frozenset(standing)):
        return None
    minimal = False
    while not minimal:
        for obstacle in reversed(standing.copy()):
            rest = [each for each in standing if each != obstacle]
            if not possible(frozenset(rest)):
                standing = rest
        minimal = is_minimal(standing, possible)
    return Core(tuple(standing))


def is_minimal(obstacles: Sequence[str], possible: Oracle) -> bool:
    """Whether the obstacles forbid the thing, but no longer do when any one of them is removed."""
    whole = frozenset(obstacles)
    return not possible(whole) and all(possible(whole - {each}) for each in whole)


def disjoint_cores(obstacles: Sequence[str], possible: Oracle) -> Iterator[Core]:
    """Minimal sets that share no obstacle, until the remaining obstacles no longer forbid the thing."""
    left = list(obstacles)
    while (core := minimal_core(left, possible)) is not None:
        yield core
        if not core.obstacles:
            return
        left = [each for each in left if each not in core.obstacles]


C = TypeVar("C")
R = TypeVar("R")


def least_amount(enough: Callable[[int], bool], most: int) -> int | None:
    """The least amount from 1 to `most` that is enough, or None when not even `most` is.

    The amount returned was tried and is enough; one less was tried and is not (0 counts as not enough). If a
    larger amount is always enough too, it is the least of all.
    """
    if most < 1 or not enough(most):
        return None
    low, high = 0, 1
    while high < most and not enough(high):
        low, high = high, min(high * 2, most)
    while high - low > 1:
        middle = (low + high) // 2
        if enough(middle):
            high = middle
        else:
            low = middle
    return high


def repairs(
    candidates: Iterable[C],
    repaired: Callable[[C], R | None],
    symmetry_key: Callable[[C], Hashable] | None = None,
) -> Iterator[R]:
    """The results of the candidates that repair, in the order given.

    Candidates with the same `symmetry_key` all repair or none does: once one fails, the others are skipped.
    """
    useless: set[Hashable] = set()
    for candidate in candidates:
        kind = None if symmetry_key is None else symmetry_key(candidate)
        if kind is not None and kind in useless:
            continue
        result = repaired(candidate)
        if result is not None:
            yield result
        elif kind is not None:
            useless.add(kind)
