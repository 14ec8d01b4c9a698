"""The cheapest repairs: how much of something is missing, and which of many candidates close the gap."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

C = TypeVar("C")
R = TypeVar("R")


def least_amount(enough: Callable[[int], bool], most: int) -> int | None:
    """The least amount from 1 to `most` that is enough, or None when not even `most` is.

    The amount returned was tried and is enough; one less was tried and is not (0 counts as not enough). It is
    the least of all where more never does harm.
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
    """What the candidates that repair lead to, in the order given.

    Of candidates with the same `symmetry_key` all repair or none: once one does not, no other is tried.
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
