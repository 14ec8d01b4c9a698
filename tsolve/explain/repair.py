"""The cheapest repairs: how much of something is missing, and which of many candidates close the gap."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
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


def first_repairs(
    candidates: Iterable[C],
    repaired: Callable[[C], R | None],
    wanted: int,
    is_over: Callable[[], bool] = lambda: False,
    likeness: Callable[[C], Hashable] | None = None,
) -> tuple[list[tuple[C, R]], bool]:
    """The first `wanted` candidates that repair, in the order given, each with what it leads to.

    Also whether every candidate was tried or enough of them were found before the time was over. Of
    candidates with the same `likeness` either all repair or none: once one does not, no other is tried.
    """
    found: list[tuple[C, R]] = []
    useless: set[Hashable] = set()
    for candidate in candidates:
        if len(found) == wanted:
            break
        kind = None if likeness is None else likeness(candidate)
        if kind is not None and kind in useless:
            continue
        if is_over():
            return found, False
        result = repaired(candidate)
        if result is not None:
            found.append((candidate, result))
        elif is_over():  # cut short: of this one nothing is known
            return found, False
        elif kind is not None:
            useless.add(kind)
    return found, True
