"""A question that lasts, asked at a terminal: a line says that it goes on; Ctrl-C ends it with an answer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

POSITION = """\
game: thunderstone
turn: dungeon
hand: [Militia, Feast, Elf Archmage, Battle Fury, Banish]
deck: []
discard: [Selurin Theurge]
hall: [Judgement, Revenant, Grayskin Lizard]
dungeon_deck: {top: [Firebrand Cyclops, Kingdom], rest: unknown}
"""
"""What would make 9 Light possible is sought for many seconds: every card of the game is tried."""


def read_until(terminal: int, word: str) -> str:
    """What the terminal shows until the word comes."""
    shown, end = "", time.monotonic() + 60
    while word not in shown:
        assert time.monotonic() < end, shown
        shown += os.read(terminal, 4096).decode()
    return shown


def asked(arguments: Sequence[str], folder: Path, terminal: int) -> subprocess.Popen[str]:
    """A process at a terminal, which hears of Ctrl-C although those who started it may not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "tsolve", *arguments],
            cwd=folder,
            env={**os.environ, "TERM": "xterm"},
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=terminal,
            text=True,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "arguments",
    [
        *(("check", "-"), ("targets", "-"), ("solve", "-"), ("check", "position.yaml", "-")),
        *(("why-not", "-", "buy Torch"), ("legal", "-"), ("odds", "-"), ("grade", "-"), ("score", "-")),
        *(("show", "-"), ("check", "/dev/stdin")),
    ],
    ids=" ".join,
)
def test_one_control_c_ends_the_wait_for_what_nobody_types(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "position.yaml").write_text("game: thunderstone\nhand: [Torch]\n")
    ours, theirs = pty.openpty()
    process = asked(arguments, tmp_path, theirs)
    os.close(theirs)
    if "check" in arguments:
        read_until(ours, "checking")  # a sign of life: it waits
    else:
        time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=10)
    os.close(ours)

    assert process.returncode == 130


def test_a_sign_of_life_and_an_answer_after_control_c(tmp_path: Path) -> None:
    (tmp_path / "position.yaml").write_text(POSITION)
    ours, theirs = pty.openpty()
    process = asked(("why-not", "position.yaml", "reach light 9"), tmp_path, theirs)
    os.close(theirs)
    shown = read_until(ours, "steps")
    assert "position.yaml" in shown
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(ours)

    assert process.returncode == 3
    assert out.startswith("? undecided  Reach light 9.")
    assert "search was stopped" in out
