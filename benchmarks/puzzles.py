"""The best play of every puzzle: how many people would wait for, and which are the slowest.

Seconds are of the processor, of reading the file and of `solve`, in a process that is warm. A puzzle is given
up after PATIENCE.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.row import Row
from tsolve import api

PUZZLES = Path(__file__).parents[1] / "puzzles"
PATIENCE = 10.0
"""Seconds after which a puzzle is given up."""
LONG = 2.0
"""Seconds that nobody should wait for an answer."""
NOTICED = 0.3
"""Seconds after which people notice that they wait."""
SHOWN = 10
"""How many of the slowest are named."""


class Taken(NamedTuple):
    """What the answer to one puzzle took."""

    seconds: float
    name: str


def rows() -> list[Row]:
    """How many puzzles take long, and the slowest of them."""
    taken = sorted(map(_solved, sorted(PUZZLES.rglob("*.yaml"))), reverse=True)
    long = sum(each.seconds > LONG for each in taken)
    return [
        Row("puzzles", len(taken), "puzzles"),
        Row(f"of more than {LONG:g} s", long, "puzzles", "0", long == 0),
        Row(f"of more than {NOTICED:g} s", sum(each.seconds > NOTICED for each in taken), "puzzles"),
        Row("all of them", sum(each.seconds for each in taken), "s"),
        *(Row(each.name, each.seconds, "s") for each in taken[:SHOWN]),
    ]


def _solved(file: Path) -> Taken:
    started = process_time()
    api.solve(api.load(str(file)), time_limit=PATIENCE)
    return Taken(process_time() - started, str(file.relative_to(PUZZLES)))
