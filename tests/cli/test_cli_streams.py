"""Terminals, pipes, colours, interruptions."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HAND, ROOT, Tsolve

Write = Callable[..., str]


_WIPED = "\r\x1b[K"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def _on_a_terminal(arguments: list[str], environment: dict[str, str], columns: int = 80) -> str:
    """Run tsolve on a terminal of its own and return what it shows there."""
    return _python_on_a_terminal(["-m", "tsolve", *arguments], environment, columns)


def _python_on_a_terminal(arguments: list[str], environment: dict[str, str], columns: int = 80) -> str:
    """Run Python on a terminal of its own and return what it shows there."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with subprocess.Popen(
        [sys.executable, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ):
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
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
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


@pytest.mark.parametrize("columns", [60, 120])
@pytest.mark.parametrize(
    "arguments",
    [
        "cards",
        "card Pegasus -v",
        "rule zero_rule",
        "check -v --explain examples/dispute.yaml examples/dragonspire.yaml examples/quest-dungeon.yaml",
        "solve --all examples/draw.yaml",
        "legal examples/quest-village.yaml",
        "odds examples/odds.yaml",
        "targets examples/quest-dungeon.yaml",
        "score examples/village.yaml",
    ],
)
def test_lines_fit_the_terminal(arguments: str, columns: int, environment: dict[str, str]) -> None:
    words = [str(ROOT / "tsolve" / word) if "/" in word else word for word in arguments.split()]
    shown = _on_a_terminal([*words, "--no-color"], {**environment, "TERM": "xterm"}, columns)
    shown = shown.rpartition(_WIPED)[2]  # what a sign of life shows is not there for long
    assert max(len(line) for line in shown.splitlines()) <= columns


def test_no_colour_in_a_pipe_unless_forced(tsolve: Tsolve) -> None:
    plain = tsolve("card", "Pegasus").out
    assert "\x1b" not in plain
    forced = tsolve("card", "Pegasus", env={"FORCE_COLOR": "1"}).out
    assert "\x1b[1m" in forced
    assert _COLOURS.sub("", forced) == plain


def test_mistakes_are_coloured_on_a_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "typo.yaml"
    path.write_text(HAND + "totel: 1\n")
    for arguments, marked in (
        (["check", str(path)], "\x1b[1;31merror E202\x1b[0m"),
        (["check", "--nothing"], "\x1b[1;31mError: \x1b[0m"),
        (["card", "Pegsus"], "\x1b[31m"),
    ):
        terminal = {**environment, "TERM": "xterm"}
        shown = _on_a_terminal(arguments, terminal, 100)
        assert marked in shown
        assert "\x1b" not in _on_a_terminal([*arguments, "--no-color"], terminal, 100)


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        (["check"], "More: -v the steps and sums; --explain the rules; --sources the books\n"),
        (["check", "-v", "--sources"], "More: --explain the rules\n"),
        (["check", "-v", "--explain", "--sources"], ""),
        (["check", "--quiet"], ""),
        (["check", "--format", "json"], ""),
        (["card", "Pegasus"], "More: -v everything\n"),
        (["check", "no-such-file.yaml"], ""),
    ],
)
def test_a_terminal_is_told_what_more_there_is(
    arguments: list[str], more: str, environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "line.yaml"
    path.write_text(HAND + "line: [attack Pegasus in Rank 1]\n")
    file = [] if len(arguments) > 1 and not arguments[1].startswith("-") else [str(path)]
    shown = _on_a_terminal([*arguments, *file, "--no-color"], {**environment, "TERM": "xterm"})
    assert shown.endswith(more)
    assert shown.count("More: -") == bool(more)


def test_nobody_else_is_told_what_more_there_is(tsolve: Tsolve, write: Write) -> None:
    ended = tsolve("check", write(HAND + "line: [attack Pegasus in Rank 1]\n"))
    assert ended.err == ""
    assert "More:" not in ended.out


@pytest.mark.parametrize("forced", [False, True])
def test_rich_is_for_terminals(forced: bool, environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "line.yaml"
    path.write_text(HAND + "line: [attack Pegasus in Rank 1]\n")
    told = tmp_path / "loaded"
    code = f"""import sys
from tsolve.cli import run
run(["check", {str(path)!r}])
open({str(told)!r}, "w").write(str("rich" in sys.modules))"""
    _python_on_a_terminal(["-c", code], {**environment, "TERM": "xterm"})
    assert told.read_text() == "True"
    extra = {"FORCE_COLOR": "1"} if forced else {}
    subprocess.run(
        [sys.executable, "-c", code], env={**environment, **extra}, capture_output=True, check=True
    )
    assert told.read_text() == str(forced)


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
    ended = tsolve("card", "Pegaz", "-v", env={"PYTHONIOENCODING": "ascii"})
    assert ended.code == 0
    assert "Kamien" in ended.out
    assert ended.out.isascii()


def test_a_locale_that_has_no_more_than_ascii(tsolve: Tsolve, write: Write) -> None:
    plain = {"LC_ALL": "C", "PYTHONIOENCODING": ""}
    ended = tsolve("check", write(HAND + "claims: [1 against Nixie]\n"), env=plain)
    assert ended.out.startswith("x refuted ")
    assert ended.out.isascii()
    wrong = tsolve("check", write(HAND.replace("Torch", "Światło")), env=plain)
    assert 'unknown card "Swiatlo"' in wrong.err
    assert wrong.err.isascii()


def test_github_annotations(tsolve: Tsolve, write: Write) -> None:
    name = write(HAND + "line:\n- equip Torch on Thyrian Squire\n")
    ended = tsolve("check", name, env={"GITHUB_ACTIONS": "true"})
    assert ended.code == 1
    first, verdict = ended.out.splitlines()
    assert first.startswith("::error file=position.yaml,line=6,title=not legal::step 1")
    assert verdict == "tsolve: position.yaml: refuted"
    wrong = tsolve("check", write(HAND + "xp: -1\n"), env={"GITHUB_ACTIONS": "true"})
    assert wrong.out.startswith("::error file=position.yaml,line=5,col=5,title=E205::")


@pytest.mark.parametrize("coloured", [True, False])
def test_a_sign_of_life_is_a_bar_that_fits_the_terminal(coloured: bool, environment: dict[str, str]) -> None:
    code = """import time
from tsolve.cli import progress
progress.DELAY = 0
with progress.progress_bar("games") as tell:
    tell(3, 4)
    time.sleep(0.5)
with progress.progress("a long question " * 9) as tell:
    time.sleep(0.5)
"""
    extra = {} if coloured else {"NO_COLOR": "1"}
    shown = _python_on_a_terminal(["-c", code], {**environment, "TERM": "xterm", **extra}, 60)
    bar = f"{'#' * 15}{'.' * 5} 3 of 4 games, 0 s left"  # three quarters of 20
    assert bar in _COLOURS.sub("", shown)
    assert (f"\x1b[32m{'#' * 15}\x1b[0m" in shown) is coloured
    signs = re.split(re.escape(_WIPED), _COLOURS.sub("", shown))
    assert max(map(len, signs)) == 59  # the last column stays free
