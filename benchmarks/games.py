"""Games of `tsolve simulate`: how many a second, and what a second process is worth."""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time

from benchmarks.row import Row
from tsolve import api

GAMES = 20
LONG = 300
"""Games enough that starting another process is worth it."""
ROUNDS = 3


def rows() -> list[Row]:
    """Games per second of processor time by this process alone; then the ratio with a second one."""
    api.simulate(games=1)  # warm up
    quick = median(_alone(number, detailed=False) for number in range(ROUNDS))
    told = median(_alone(number, detailed=True) for number in range(ROUNDS))
    one, two = _elapsed(1), _elapsed(2)
    return [
        Row("games, scores only, 1 process", quick, "1/s"),
        Row("games, turn by turn, 1 process", told, "1/s"),
        Row(f"{LONG} games, 1 process / 2 processes (time elapsed)", one / two, "x"),
    ]


def _alone(number: int, detailed: bool) -> float:
    """Games per second of processor time."""
    started = process_time()
    api.simulate(number * GAMES, GAMES, detailed=detailed)
    return GAMES / (process_time() - started)


def _elapsed(workers: int) -> float:
    started = perf_counter()
    api.simulate(games=LONG, detailed=False, workers=workers)
    return perf_counter() - started
