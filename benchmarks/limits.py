"""How far a limit is overrun on random large positions, in seconds of the processor."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from time import process_time
from unittest.mock import patch

from benchmarks.row import Row
from tests.games.thunderstone.judging.large_positions import large_position, with_statements
from tsolve import api
from tsolve.budget import within

POSITIONS = 150
LIMIT = 0.5
"""Seconds; what is overrun does not grow with it: what is played afterwards has an allowance of its own."""
ALLOWED = 1.0
"""How much longer than its limit a question may take."""


def rows() -> list[Row]:
    """The overruns of `solve` and of `check`, each with everything that the command says."""
    with patch(
        "tsolve.budget.monotonic", process_time
    ):  # a machine that is busy otherwise makes no difference
        return [*_overruns("solve", _solve), *_overruns("check", _check)]


def _overruns(name: str, ask: Callable[[int], None]) -> list[Row]:
    ask(0)  # what is loaded once
    over = []
    for seed in range(POSITIONS):
        gc.collect()  # what the last question left behind is none of this one's work
        started = process_time()
        with within(LIMIT):
            ask(seed)
        over.append(process_time() - started - LIMIT)
    late = sum(each > ALLOWED for each in over)
    worst = max(over)
    return [
        Row(
            f"{name}, worst overrun of {LIMIT} s, {POSITIONS} positions",
            worst,
            "s",
            f"<= {ALLOWED}",
            worst <= ALLOWED,
        ),
        Row(f"{name}, overrun by more than {ALLOWED} s", late, "times", "<= 0", not late),
        Row(f"{name}, used the whole limit", sum(each > 0 for each in over), "times"),
    ]


def _solve(seed: int) -> None:
    position = api.loads(large_position(Random(seed)).encode(), "p.yaml")
    api.in_full(position, api.solve(position, "p.yaml"))


def _check(seed: int) -> None:
    random = Random(seed)
    position = api.loads(with_statements(random, large_position(random)).encode(), "p.yaml")
    api.in_full(position, api.check(position, "p.yaml"))
