"""How far a limit is overrun by each command on random large positions of every game, in seconds of the
processor.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

from benchmarks.clock import Clock
from benchmarks.row import Row
from tests.large.asked import COMMANDS, DEALERS, LACKING, arguments, ask, file_of

POSITIONS = 8
LIMIT = 0.5
"""Seconds; what is overrun does not grow with it: what is played afterwards has an allowance of its own."""
ALLOWED = 1.0
"""How much longer than its limit a question may take."""


def rows(seconds: str = "") -> Iterator[Row]:
    """The worst overrun of each command in each game, with everything that the command says; `--seconds=2` is
    another limit.
    """
    limit = float(seconds.removeprefix("--seconds=") or LIMIT)
    # a machine that is busy otherwise makes no difference
    with TemporaryDirectory() as folder, patch("tsolve.budget.monotonic", Clock()):
        for dealer in DEALERS:
            used = 0
            for command in COMMANDS:
                if command not in LACKING.get(dealer, ()):
                    over = _overruns(dealer, command, limit, Path(folder))
                    used += sum(each > 0 for each in over)
                    worst = max(*over, 0.0)
                    name = f"{dealer}, {command}: worst overrun of {limit:g} s"
                    yield Row(name, worst, "s", f"<= {ALLOWED}", worst <= ALLOWED)
            yield Row(f"{dealer}: used the whole limit, of {POSITIONS} positions for each", used, "times")


def _overruns(dealer: str, command: str, limit: float, folder: Path) -> list[float]:
    """By how much each position is late; below zero where it has ended before."""
    seeds = (0, *range(POSITIONS))  # the first time is for what is loaded once
    return [_taken(dealer, command, seed, limit, folder) - limit for seed in seeds][1:]


def _taken(dealer: str, command: str, seed: int, limit: float, folder: Path) -> float:
    dealt, file = file_of(dealer, command, seed, folder)
    given = arguments(command, dealer, dealt, file, Random(seed))
    gc.collect()  # what the last question left behind is none of this one's work
    began = process_time()
    ended = ask([*given, "--time-limit", str(limit)])
    assert ended.code in (0, 1, 2, 3), ended
    return process_time() - began
