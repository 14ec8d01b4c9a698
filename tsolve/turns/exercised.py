"""What an answer exercised: every ruling behind something that it found, and every reading that it looked up.

It does not count that an action is legal somewhere, or what a puzzle says it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

import msgspec

from tsolve.engine.protocol import Game
from tsolve.model.answers import ReadingAnswer
from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")

_NOT_FOUND_OUT = ("position", "legal", "refused", "citations", "documents")
_NOT_SAID = ("moves", "states", "result", "final")
_SKIPPED = frozenset((*_NOT_FOUND_OUT, *_NOT_SAID))
"""Parts of answers that only describe, and positions on the way."""


def rulings_and_readings(game: Game[S, A], parts: Iterable[object]) -> tuple[set[str], dict[str, str]]:
    """The rulings of the parts of an answer, of a line also those that allow its actions; the readings."""
    rulings: set[str] = set()
    readings: dict[str, str] = {}
    for each in parts:
        if isinstance(each, Played):
            for move in each.moves:
                rulings.update(game.rulings_for(move.before, move.action))
        elif isinstance(each, ReadingAnswer):
            readings[each.key] = each.option
        rulings.update(getattr(each, "rulings", ()))
        asked = getattr(each, "readings", ())
        if isinstance(asked, Mapping):
            readings.update(asked)
    return rulings, readings


def parts_of(value: object) -> Iterator[object]:
    """Every struct within an answer, itself included, in no order that matters."""
    left = [value]
    while left:
        here = left.pop()
        if isinstance(here, tuple):
            left += here
        elif isinstance(here, msgspec.Struct):
            yield here
            left += [getattr(here, name) for name in _told(type(here))]


@cache
def _told(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields of a part of an answer that tell what was found, and may hold further parts."""
    return tuple(name for name in kind.__struct_fields__ if name not in _SKIPPED)
