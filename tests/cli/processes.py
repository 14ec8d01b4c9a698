"""Commands that call helpers, watched from outside."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")


def start(arguments: list[str], environment: dict[str, str], folder: Path) -> subprocess.Popen[str]:
    """A process of tsolve with a group of its own, as a terminal has it."""
    return subprocess.Popen(
        [sys.executable, "-m", "tsolve", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def members(group: int) -> list[int]:
    """The living processes of a group."""
    return _living(2, group)


def children(parent: int) -> list[int]:
    """The living processes that a process has begun; each may have a session of its own."""
    return _living(1, parent)


def _living(field: int, value: int) -> list[int]:
    """The living processes in whose status a field has this value; fields count from behind the name."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[field]) == value and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def helpers(group: int) -> list[int]:
    """Those of a group that help the first."""
    return [pid for pid in members(group) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def wait_for_helpers(process: subprocess.Popen[str]) -> None:
    """Until there is this process, its helper and what watches over it, both at their work."""
    end = time.monotonic() + 30
    while len(members(process.pid)) < 3 or not helpers(process.pid):
        assert process.poll() is None
        assert time.monotonic() < end, "no helper was started"
        time.sleep(0.05)


def wait_for_nobody(group: int) -> None:
    """Until no process of the group lives."""
    end = time.monotonic() + 15
    while members(group):
        assert time.monotonic() < end
        time.sleep(0.1)
