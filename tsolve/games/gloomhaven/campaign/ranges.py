"""Numbers of cards as people write them."""

from __future__ import annotations

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


def _told(first: int, last: int, digits: int) -> str:
    start, end = f"{first:0{digits}}", f"{last:0{digits}}"
    return start if first == last else f"{start}-{end}"
