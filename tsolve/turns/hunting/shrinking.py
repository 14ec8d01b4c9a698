"""Shrinks a position and its line until nothing more can go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec

T = TypeVar("T")


class Example(msgspec.Struct, Generic[T], frozen=True):
    """A position as a game deals it, and a line from it in words."""

    table: T
    line: tuple[str, ...]


class Parts(ABC, Generic[T]):
    """What a position is made of."""

    @abstractmethod
    def size(self, table: T) -> tuple[int, ...]:
        """How much there is to look at: the number of things, then what else makes it hard to read."""

    @abstractmethod
    def smaller(self, table: T) -> Iterator[T]:
        """The position without one of its parts, the boldest first."""

    def plainer(self, found: Example[T]) -> Iterator[Example[T]]:
        """A plainer piece in place of another one, in the line too."""
        return iter(())

    def shorter(self, step: str) -> str:
        """A step without what tells apart things that may no longer be there."""
        return step


def size(parts: Parts[T], found: Example[T]) -> tuple[int, ...]:
    """How much there is to look at: things on the table and steps, then what is written on them."""
    things, *rest = parts.size(found.table)
    return things + len(found.line), *rest, sum(map(len, found.line))


def shrinking(
    parts: Parts[T], found: Example[T], differs: Callable[[Example[T]], bool]
) -> Iterator[Example[T]]:
    """The position, then ever smaller ones on which the readings still differ; of the last one no single
    change makes a smaller one.
    """
    smaller = True
    while smaller:
        yield found
        smaller = False
        for candidate in _candidates(parts, found):
            if size(parts, candidate) < size(parts, found) and differs(candidate):
                found, smaller = candidate, True
                break


def _candidates(parts: Parts[T], found: Example[T]) -> Iterator[Example[T]]:
    """Every single change, the boldest first."""
    table, line = found.table, found.line
    for length in range(len(line)):
        yield Example(table, line[:length])
    for at, step in enumerate(line):
        yield Example(table, line[:at] + line[at + 1 :])
        if (short := parts.shorter(step)) != step:
            yield Example(table, (*line[:at], short, *line[at + 1 :]))
    for smaller in parts.smaller(table):
        yield Example(smaller, line)
    yield from parts.plainer(found)
