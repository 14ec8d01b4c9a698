"""Copies of cards that are alike: equal choices count as one, and the order of equal cards makes no
difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


def grouped(items: Iterable[T], key: Callable[[T], H]) -> dict[H, list[T]]:
    """The items that are alike together, in their order."""
    groups: dict[H, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def first_of_each(items: Iterable[T], key: Callable[[T], Hashable]) -> list[T]:
    """The items without those that are like an earlier one."""
    firsts: dict[Hashable, T] = {}
    for item in items:
        firsts.setdefault(key(item), item)
    return list(firsts.values())


def in_any_order(items: Iterable[H]) -> frozenset[tuple[H, int]]:
    """Equal for the same items in whatever order."""
    return frozenset(Counter(items).items())


def copy_number(cards: Sequence[str], place: int) -> int:
    """Which copy of its card lies in this place, counted from 1; 0 where it is the only one."""
    card = cards[place]
    return cards[: place + 1].count(card) if cards.count(card) > 1 else 0
