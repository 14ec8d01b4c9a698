"""Whole processes: their processor time, compared with importing the command-line and YAML libraries alone,
and the memory of one.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from benchmarks.row import Row

LINE = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Polearm, Torch]
hall: [Blink Dog, Suffering, Uyril Unending]
line: [equip Polearm on Thyrian Squire, attack Suffering]
"""
SMALL = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Polearm, Torch]
deck: []
hall: [Blink Dog, Suffering, Uyril Unending]
"""
MONSTER = """\
game: gloomhaven
turn: Bandit Guard 1
map: {size: 8 x 6}
characters:
  Brute: {at: [1, 2], hp: 10, initiative: 61}
  Tinkerer: {at: [5, 2], hp: 8, initiative: 20}
monsters:
  Bandit Guard 1: {at: [3, 2]}
ability_cards: {Bandit Guard: 525}
"""
MOST_SOLVING = 100.0
"""Milliseconds beyond the import of the solver that a small position may take."""

ROUNDS = 25
BASELINE = "python: import typer, yaml"
CHECK = "tsolve check of a given line"
"""With what the answer depends on and which rulings are decisive; `--quiet` finds out neither."""
HELP, RULE, CARD = "tsolve --help", "tsolve rule zero_rule", "tsolve card Polearm"
CHECK_MONSTER = "tsolve check of a monster's turn"
MOST = {HELP: 1.5, RULE: 1.25, CARD: 1.25, CHECK: 1.6, f"{CHECK}, --quiet": 1.5, CHECK_MONSTER: 1.9}
"""Times the baseline that a start should take at most."""
SOLVER = "python: import cp_model"
SOLVING = "tsolve solve of a small position"
TSOLVE = ("-c", "from tsolve.cli import main; main()")
"""What the installed script does."""
_WATCH = """
import os, sys
child = os.posix_spawn(sys.executable, [sys.executable, "-m", "tsolve", "check", sys.argv[1]], os.environ,
                       file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
print(os.wait4(child, 0)[2].ru_maxrss)
"""
"""Starts `check` from a process of its own: a child is charged with the memory of the one that starts it."""


def rows() -> list[Row]:
    """Medians in milliseconds, and each command as a ratio to the baseline; the megabytes of `check`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "line.yaml"
        path.write_text(LINE, encoding="utf-8")
        small = Path(folder) / "small.yaml"
        small.write_text(SMALL, encoding="utf-8")
        monster = Path(folder) / "monster.yaml"
        monster.write_text(MONSTER, encoding="utf-8")
        times = _medians(
            folder,
            {
                BASELINE: ("-c", "import typer, yaml"),
                HELP: (*TSOLVE, "--help"),
                RULE: (*TSOLVE, "rule", "zero_rule"),
                CARD: (*TSOLVE, "card", "Polearm"),
                CHECK: (*TSOLVE, "check", str(path)),
                f"{CHECK}, --quiet": (*TSOLVE, "check", "--quiet", str(path)),
                CHECK_MONSTER: (*TSOLVE, "check", str(monster)),
                SOLVER: ("-c", "from ortools.sat.python import cp_model"),
                SOLVING: (*TSOLVE, "solve", str(small)),
            },
        )
        memory = _memory(small)
    found = [Row(name, taken, "ms") for name, taken in times.items()]
    for name, most in MOST.items():
        ratio = times[name] / times[BASELINE]
        found.append(Row(f"{name}, to the baseline", ratio, "times", f"<= {most}", ratio <= most))
    beyond = times[SOLVING] - times[SOLVER]
    target = f"<= {MOST_SOLVING:.0f}"
    found.append(Row(f"{SOLVING}, beyond the solver", beyond, "ms", target, beyond <= MOST_SOLVING))
    return [*found, Row("tsolve check of a small position, peak memory", memory, "MB")]


def _medians(folder: str, commands: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The median processor time of each in a folder that is no project, taken in turns: a busy moment of the
    machine meets all of them.
    """
    times: dict[str, list[float]] = {name: [] for name in commands}
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONHASHSEED")
    clean = {name: value for name, value in os.environ.items() if name not in left_out}
    for number in range(ROUNDS + 1):
        for name, arguments in commands.items():
            before = _spent_by_children()
            subprocess.run(
                [sys.executable, *arguments], capture_output=True, check=True, env=clean, cwd=folder
            )
            if number:  # the first round compiles what needs to be compiled
                times[name].append((_spent_by_children() - before) * 1000)
    return {name: median(taken) for name, taken in times.items()}


def _spent_by_children() -> float:
    """Seconds of processor time of all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory(path: Path) -> float:
    watch = subprocess.run(
        [sys.executable, "-c", _WATCH, str(path)], capture_output=True, text=True, check=True
    )
    return int(watch.stdout) / 1024
