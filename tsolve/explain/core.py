"""A minimal set of obstacles: together they forbid a thing, and without any one of them they do not.

Such a set is a minimal unsatisfiable core. It is found by deletion: one obstacle after another is left out
for good as long as the thing stays impossible. What remains is checked again, each obstacle by itself, so
that the answer does not rest on the assumption that leaving out more never forbids more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

Oracle = Callable[[frozenset[str]], bool]
"""Whether the thing is possible when exactly these obstacles stand in its way."""


class Core(msgspec.Struct, frozen=True):
    """Obstacles (by id) that together forbid a thing while every other one is left out."""

    obstacles: tuple[str, ...]
    """In the order in which they were preferred. Empty: the thing is impossible whatever is left out."""


def minimal_core(obstacles: Sequence[str], possible: Oracle) -> Core | None:
    """A minimal set among `obstacles` that forbids the thing by itself; None when all of them do not.

    Obstacles are listed with the most telling first: they are left out last, so that a set of telling ones is
    found where there are several sets.
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
    """Whether the obstacles forbid the thing, and no longer do when any one of them is left out."""
    whole = frozenset(obstacles)
    return not possible(whole) and all(possible(whole - {each}) for each in whole)


def disjoint_cores(obstacles: Sequence[str], possible: Oracle) -> Iterator[Core]:
    """Minimal sets that share no obstacle, until what is left over no longer forbids the thing."""
    left = list(obstacles)
    while (core := minimal_core(left, possible)) is not None:
        yield core
        if not core.obstacles:
            return
        left = [each for each in left if each not in core.obstacles]
