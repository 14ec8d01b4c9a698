"""One measured figure."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Row(NamedTuple):
    """A figure with its unit; `target` says what it should be at most or at least, if anything."""

    name: str
    value: float
    unit: str
    target: str = ""
    met: bool | None = None


def milliseconds(action: Callable[[], object], repeats: int = 5) -> float:
    """The median time of an action, after one run to warm up."""
    action()
    times = []
    for _ in range(repeats):
        started = perf_counter()
        action()
        times.append((perf_counter() - started) * 1000)
    return median(times)
