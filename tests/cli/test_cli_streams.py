"""Terminals, pipes, colours, interruptions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.cli.conftest import HAND, Tsolve

Write = Callable[..., str]


def _on_a_terminal(arguments: list[str], environment: dict[str, str], columns: int = 80) -> str:
    """Run tsolve on a terminal of its own and return what it shows there."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    command = [sys.executable, "-m", "tsolve", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # Linux: the other side is closed
            pass
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("extra", "argument", "coloured"),
    [
        ({}, [], True),
        ({"NO_COLOR": "1"}, [], False),
        ({"TERM": "dumb"}, [], False),
        ({}, ["--no-color"], False),
    ],
)
def test_colours(
    extra: dict[str, str], argument: list[str], coloured: bool, environment: dict[str, str]
) -> None:
    shown = _on_a_terminal(["rule", "zero_rule", *argument], {**environment, "TERM": "xterm", **extra})
    assert ("\x1b[" in shown) is coloured


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_lines_fit_the_terminal(columns: int, environment: dict[str, str]) -> None:
    for arguments in (["cards"], ["card", "Pegasus"], ["rule", "zero_rule"]):
        shown = _on_a_terminal([*arguments, "--no-color"], {**environment, "TERM": "xterm"}, columns)
        table = 20 if arguments == ["cards"] and columns < 80 else 0  # numbers are never cut
        assert max(len(line) for line in shown.splitlines()) <= columns + table


def test_no_colour_in_a_pipe(tsolve: Tsolve) -> None:
    assert "\x1b" not in tsolve("card", "Pegasus").out


def test_interruption(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "tsolve", "simulate", "--quiet", "--games", "10000"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # else children would ignore it, too
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    finally:
        signal.signal(signal.SIGINT, before)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=1.5)  # long enough to be at work
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, b"")
    assert b"stopped early: " in out


def test_a_name_that_the_terminal_cannot_show(tsolve: Tsolve) -> None:
    ended = tsolve("card", "Pegaz", env={"PYTHONIOENCODING": "ascii"})
    assert ended.code == 0
    assert "Kamie\\u0144" in ended.out


def test_github_annotations(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND + "line:\n- equip Torch on Thyrian Squire\n")
    ended = tsolve("check", name, env={"GITHUB_ACTIONS": "true"})
    assert ended.code == 1
    first, verdict = ended.out.splitlines()
    assert first.startswith("::error file=position.yaml,line=6,title=not legal::step 1")
    assert verdict == "tsolve: position.yaml: refuted"
    wrong = tsolve("check", write(HAND + "xp: -1\n"), env={"GITHUB_ACTIONS": "true"})
    assert wrong.out.startswith("::error file=position.yaml,line=5,col=5,title=TS205::")
