"""A question that lasts, asked at a terminal: a line says that it goes on; Ctrl-C ends it with an answer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
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


def test_a_sign_of_life_and_an_answer_after_control_c(tmp_path: Path) -> None:
    (tmp_path / "position.yaml").write_text(POSITION)
    ours, theirs = pty.openpty()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # else the child would ignore it, too
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "tsolve", "why-not", "position.yaml", "reach light 9"],
            cwd=tmp_path,
            env={**os.environ, "TERM": "xterm"},
            stdout=subprocess.PIPE,
            stderr=theirs,
            text=True,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    os.close(theirs)
    shown = read_until(ours, "steps")
    assert "position.yaml" in shown
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(ours)

    assert process.returncode == 3
    assert out.startswith("? undecided  Reach light 9.")
    assert "search was stopped" in out
