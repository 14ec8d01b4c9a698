"""Commands that share their work among processes, and that wait: what is told, and how they end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import ROOT, Tsolve
from tests.cli.processes import helpers, needs_proc, start, wait_for_helpers, wait_for_nobody
from tsolve.report.formats import output_schema

pty = pytest.importorskip("pty")

PUZZLES = str(ROOT / "puzzles" / "thunderstone")
REGRESS = ["regress", PUZZLES, "--no-cache"]
LONG = {
    "simulate": ["simulate", "--games", "10000"],
    "regress": REGRESS,
    "diff": ["diff", PUZZLES, "--between", "printing:1.4", "printing:it-1.0"],
    "hunt": ["hunt", "guardian_depth", "--positions", "1000000"],
}
"""Commands that take half a minute or more."""


def interrupted(arguments: list[str], environment: dict[str, str], folder: Path) -> tuple[int, str]:
    """Exit code and output of a command that is ended by Ctrl-C soon after its helpers have come."""
    process = start([*arguments, "--jobs", "2"], environment, folder)
    wait_for_helpers(process)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: it reaches every process
    out, err = process.communicate(timeout=30)
    assert err == ""
    wait_for_nobody(process.pid)
    return process.returncode, out


@needs_proc
@pytest.mark.parametrize("command", LONG)
def test_ctrl_c_tells_what_is_done(command: str, environment: dict[str, str], tmp_path: Path) -> None:
    code, out = interrupted([*LONG[command], "--format", "json"], environment, tmp_path)
    told = json.loads(out)
    jsonschema.validate(told, output_schema(command))

    assert code == told["exit_code"]
    assert code in ((1, 3) if command == "diff" else (3,))  # some of the positions differ
    assert told["stopped_early"]


@needs_proc
def test_what_was_not_judged_is_skipped(environment: dict[str, str], tmp_path: Path) -> None:
    code, out = interrupted([*REGRESS, "--format", "junit"], environment, tmp_path)
    suites = ET.fromstring(out)
    skipped = suites.findall("./testsuite/testcase/skipped")

    assert code == 3
    assert len(skipped) == int(suites.get("skipped", "0")) > 0
    assert len(suites.findall("testsuite")) > len(skipped), "some were judged"


@needs_proc
def test_an_interruption_in_words(environment: dict[str, str], tmp_path: Path) -> None:
    _, words = interrupted([*REGRESS, "--coverage"], environment, tmp_path)
    games = interrupted([*LONG["simulate"], "--quiet"], environment, tmp_path)[1].splitlines()

    assert "stopped early: " in words
    assert "no coverage report" in words
    played = games.index("") - 1  # below a head; what they come to follows
    assert games[-1] == f"stopped early: {played} of 10,000 games played"


@needs_proc
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_helpers_do_not_outlive_their_master(
    end: signal.Signals, environment: dict[str, str], tmp_path: Path
) -> None:
    process = start([*LONG["simulate"], "--jobs", "2"], environment, tmp_path)
    wait_for_helpers(process)
    process.send_signal(end)
    process.communicate(timeout=20)
    wait_for_nobody(process.pid)


@needs_proc
def test_a_killed_helper_changes_nothing(environment: dict[str, str], tsolve: Tsolve, tmp_path: Path) -> None:
    games = ["simulate", "--games", "300", "--quiet", "--format", "json"]
    process = start([*games, "--jobs", "2"], environment, tmp_path)
    wait_for_helpers(process)
    os.kill(helpers(process.pid)[0], signal.SIGKILL)
    out, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, "")
    assert out == tsolve(*games, "--jobs", "1").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--games", "40", "--seed", "7"),
        ("hunt", "guardian_depth", "--positions", "400"),
    ],
)
def test_the_same_whoever_does_it(arguments: tuple[str, ...], tsolve: Tsolve) -> None:
    alone, helped = (tsolve(*arguments, "--format", "json", "--jobs", jobs) for jobs in ("1", "3"))

    assert alone.out == helped.out
    assert alone.err == helped.err == ""


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
        *(("check", "-"), ("check", "/dev/stdin")),
        *(("why-not", "-", "buy Torch"), ("odds", "-")),
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
