"""Cold start: whole processes, compared with importing the command-line and YAML libraries alone."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.row import Row

LINE = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Polearm, Torch]
hall: [Blink Dog, Suffering, Uyril Unending]
line: [equip Polearm on Thyrian Squire, attack Suffering]
"""
MOST = 1.5
"""Times the baseline that a start may take."""

ROUNDS = 15
BASELINE = "python: import typer, yaml"


def rows() -> list[Row]:
    """Medians in milliseconds, and each command as a ratio to the baseline."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "line.yaml"
        path.write_text(LINE, encoding="utf-8")
        times = _medians(
            {
                BASELINE: ("-c", "import typer, yaml"),
                "tsolve --help": ("-m", "tsolve", "--help"),
                "tsolve rule zero_rule": ("-m", "tsolve", "rule", "zero_rule"),
                "tsolve card Polearm": ("-m", "tsolve", "card", "Polearm"),
                "tsolve check of a given line": ("-m", "tsolve", "check", str(path)),
            }
        )
    found = [Row(name, taken, "ms") for name, taken in times.items()]
    for name, taken in times.items():
        if name != BASELINE:
            ratio = taken / times[BASELINE]
            found.append(Row(f"{name}, to the baseline", ratio, "times", f"<= {MOST}", ratio <= MOST))
    return found


def _medians(commands: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The median time of each, taken in turns, so that a busy moment of the machine meets all of them."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(ROUNDS + 1):
        for name, arguments in commands.items():
            started = perf_counter()
            subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
            if number:  # the first round warms up
                times[name].append((perf_counter() - started) * 1000)
    return {name: median(taken) for name, taken in times.items()}
