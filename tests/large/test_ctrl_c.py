"""One Ctrl-C ends every command, at whatever moment it comes: with what was found by then, or with nothing,
never with a traceback.
"""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep

import pytest

from tests.cli.conftest import ROOT
from tests.cli.processes import needs_proc, start, wait_for_nobody
from tests.large.asked import COMMANDS, DEALERS, LACKING, arguments, file_of
from tests.sweeping import seeds
from tsolve.cli import INTERRUPTED

BEGUN = 0.03
"""Seconds of the processor after which Python itself has started and ours is the code that is interrupted."""
LATEST = 4.0
"""Seconds of the processor by which the interrupt has come, unless the command has ended before."""
SOON = 1.2
"""Seconds of the processor that an interrupted command may still take: a little more than the one second that
people wait, since a busy machine takes more of them for the same work.
"""
PATIENCE = 60.0
"""Seconds after which a command hangs."""
ANSWERED = (0, 1, 2, 3)
SHARED = {
    "simulate": ["simulate", "--games", "5000", "--quiet"],
    "regress": ["regress", str(ROOT / "puzzles" / "quest"), "--no-cache"],
    "diff": ["diff", str(ROOT / "puzzles" / "quest" / "rules"), "--all", "--quiet"],
    "hunt": ["hunt", "guardian_depth", "--positions", "1000000"],
}
"""What is shared out to two processes."""


def seconds_of(process: subprocess.Popen[str]) -> float:
    """What a living process has taken of the processor; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(given: list[str], moment: float, folder: Path, is_group: bool) -> tuple[int, str, float]:
    """How a command ends that is interrupted after so many seconds of the processor: its code, what it wrote
    on standard error, and how many seconds more it took.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder)}
    process = start(given, environment, folder)
    told: list[str] = []
    reader = Thread(target=lambda: told.append(process.communicate()[1]))
    reader.start()
    until = monotonic() + PATIENCE
    while process.poll() is None and seconds_of(process) < moment:
        assert monotonic() < until
        sleep(0.005)
    before = after = seconds_of(process)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT) if is_group else os.kill(process.pid, signal.SIGINT)
    until = monotonic() + PATIENCE
    while reader.is_alive():
        after = max(after, seconds_of(process))
        reader.join(0.02)
        if monotonic() > until:
            os.killpg(process.pid, signal.SIGKILL)
            raise AssertionError(f"{given} hangs, interrupted after {moment} s")
    wait_for_nobody(process.pid)
    return process.returncode, told[0], after - before


def ends_well(given: list[str], moment: float, folder: Path, is_group: bool) -> None:
    code, err, took = interrupted(given, moment, folder, is_group)
    how = f"{given}, interrupted after {moment:.3f} s: code {code}, {took:.2f} s more\n{err}"
    assert code in (*ANSWERED, INTERRUPTED), how
    assert "Traceback" not in err, how
    assert code != INTERRUPTED or not err, how
    assert took <= SOON, how


@needs_proc
@pytest.mark.parametrize("dealer", DEALERS)
def test_any_moment_of_any_command(dealer: str, tmp_path: Path) -> None:
    for seed in seeds(2, 60):
        random = Random(f"{dealer} {seed}")
        command = random.choice([each for each in COMMANDS if each not in LACKING.get(dealer, ())])
        dealt, file = file_of(dealer, command, seed, tmp_path)
        given = arguments(command, dealer, dealt, file, random)
        ends_well(given, random.uniform(BEGUN, random.choice((0.4, LATEST))), tmp_path, seed % 2 == 0)


@needs_proc
@pytest.mark.parametrize("command", SHARED)
def test_any_moment_of_work_that_is_shared_out(command: str, tmp_path: Path) -> None:
    for seed in seeds(1, 20):
        random = Random(f"{command} {seed}")
        moment = random.uniform(BEGUN, random.choice((0.4, LATEST)))
        ends_well([*SHARED[command], "--jobs", "2"], moment, tmp_path, random.random() < 0.5)
