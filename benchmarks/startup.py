"""Cold start: whole processes, compared with importing the command-line and YAML libraries alone."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.row import Row, milliseconds

LINE = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Polearm, Torch]
hall: [Blink Dog, Suffering, Uyril Unending]
line: [equip Polearm on Thyrian Squire, attack Suffering]
"""
MOST = 1.5
"""Times the baseline that a start may take."""

REPEATS = 15


def rows() -> list[Row]:
    """Medians in milliseconds; every command is given as a ratio to the baseline, too."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "line.yaml"
        path.write_text(LINE, encoding="utf-8")
        commands = {
            "--help": ("--help",),
            "rule zero_rule": ("rule", "zero_rule"),
            "card Polearm": ("card", "Polearm"),
            "check of a given line": ("check", str(path)),
        }
        base = _process("-c", ["import typer, yaml"])
        found = [Row("python: import typer, yaml", base, "ms")]
        for name, arguments in commands.items():
            taken = _process("-m", ["tsolve", *arguments])
            found.append(Row(f"tsolve {name}", taken, "ms"))
            ratio = taken / base
            found.append(Row(f"tsolve {name}, to the baseline", ratio, "times", f"<= {MOST}", ratio <= MOST))
    return found


def _process(flag: str, arguments: Sequence[str]) -> float:
    command = [sys.executable, flag, *arguments]
    return milliseconds(lambda: subprocess.run(command, capture_output=True, check=False), REPEATS)
