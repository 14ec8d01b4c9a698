"""Numbers of cards as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable


def ranges(numbers: Iterable[int], digits: int) -> tuple[str, ...]:
    """Numbers in order, those that follow each other as a range: `001-014`, `071`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return tuple(_told(run[0], run[-1], digits) for run in found)


def in_usual_form(texts: Iterable[str], digits: int) -> tuple[str, ...]:
    """Numbers, ranges of them and names, written in whatever way, as `ranges` writes them; names behind."""
    numbers: set[int] = set()
    names: list[str] = []
    for text in texts:
        found = _RANGE.fullmatch(text)
        if found is None:
            names.append(text)
        else:
            numbers.update(range(int(found["first"]), int(found["last"] or found["first"]) + 1))
    return (*ranges(numbers, digits), *names)


def comparable(value: object, digits: int | None) -> object:
    """A fact so that two that say the same are equal: lists in no order, of numbers with so many `digits`
    however they are written.
    """
    if not isinstance(value, tuple):
        return value
    return sorted(text.casefold() for text in (value if digits is None else in_usual_form(value, digits)))


_RANGE = re.compile(r"\s*(?P<first>[0-9]{1,3})(?:\s*[-–]\s*(?P<last>[0-9]{1,3}))?\s*")


def _told(first: int, last: int, digits: int) -> str:
    start, end = f"{first:0{digits}}", f"{last:0{digits}}"
    return start if first == last else f"{start}-{end}"
