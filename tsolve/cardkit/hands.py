"""All different hands that a deck may give, each with the number of ways to deal it.

A deck is a number of copies of each kind of card; a hand takes some of each. Hands are numbered in a fixed
order, so that a range of numbers is a share of the work, whoever does it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

Taken = tuple[int, ...]
"""How many copies of each kind are in a hand."""


def ways(copies: Sequence[int], size: int) -> int:
    """How many hands there are if every single card counts as different."""
    return comb(sum(copies), size)


def different(copies: Sequence[int], size: int) -> int:
    """How many hands there are when equal cards are not told apart."""
    return _tails(tuple(copies), size)[0][size]


def hands(copies: Sequence[int], size: int, start: int, stop: int) -> Iterator[tuple[Taken, int]]:
    """The hands numbered `start` to `stop - 1`, each with its number of ways."""
    return _Walk(tuple(copies), size, start, stop).at(0, size, (), 1)


def draws(deck: Mapping[str, int], count: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """The different sets of `count` cards that may be drawn (of all cards where there are fewer), each with
    its chance. `deck` is the number of copies of each card.
    """
    kinds, copies = tuple(deck), tuple(deck.values())
    count = min(count, sum(copies))
    whole = ways(copies, count)
    for taken, number in hands(copies, count, 0, whole):
        yield tuple(Counter(dict(zip(kinds, taken, strict=True))).elements()), Fraction(number, whole)


class _Walk:
    """Takes most of the first kind first; whole branches before `start` are stepped over by their size."""

    def __init__(self, copies: tuple[int, ...], size: int, start: int, stop: int) -> None:
        self._copies = copies
        self._tails = _tails(copies, size)
        self._next, self._start, self._stop = 0, start, stop

    def at(self, kind: int, left: int, taken: Taken, number: int) -> Iterator[tuple[Taken, int]]:
        """The hands that begin with `taken`, which is possible in `number` ways, and take `left` more."""
        if kind == len(self._copies):
            self._next += 1
            yield taken, number
            return
        here, tail = self._copies[kind], self._tails[kind + 1]
        for take in range(min(here, left), -1, -1):
            beyond = self._next + tail[left - take]
            if beyond <= self._start:
                self._next = beyond
            elif self._next < min(beyond, self._stop):
                yield from self.at(kind + 1, left - take, (*taken, take), number * comb(here, take))


@lru_cache(maxsize=16)
def _tails(copies: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """For each kind: how many different ways there are to take 0, 1, ... cards of it and all later kinds."""
    tails = [(1, *[0] * size)]
    for here in reversed(copies):
        after = tails[-1]
        tails.append(
            tuple(sum(after[left - take] for take in range(min(here, left) + 1)) for left in range(size + 1))
        )
    return tuple(reversed(tails))
