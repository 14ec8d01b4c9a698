"""Streams that are closed, full, endless or gone: never a traceback, never another verdict than the true one.

An answer that nobody could read is none (exit code 2), unless the reader himself has left, as `head` does.
Whether standard error can be written makes no difference at all.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HAND

Write = Callable[..., str]
Shell = Callable[[str], tuple[int, str, str]]

HOLDS = HAND + "claims: [{not_defeats: Pegasus in Rank 1}]\n"
REFUTED = HAND + "claims: [{defeats: Pegasus in Rank 1}]\n"

COMMANDS = {
    "check holds.yaml": 0,
    "check refuted.yaml --format json": 1,
    "check nope.yaml holds.yaml": 2,
    "regress holds.yaml refuted.yaml --no-cache": 2,
    "cards": 0,
    "--help": 0,
    "--version": 0,
    "frobnicate": 2,
}
"""Commands with the exit codes that they have on sound streams."""

SILENT_ON_OUTPUT = ("frobnicate",)
"""Commands that write nothing but an error."""


@pytest.fixture
def shell(environment: dict[str, str], tmp_path: Path) -> Shell:
    """Run `tsolve ...` in a shell, with whatever redirections are written behind it."""
    (tmp_path / "holds.yaml").write_text(HOLDS)
    (tmp_path / "refuted.yaml").write_text(REFUTED)

    def run(line: str) -> tuple[int, str, str]:
        script = f'tsolve() {{ "{sys.executable}" -m tsolve "$@"; }}\n{line}'
        ended = subprocess.run(
            ["bash", "-o", "pipefail", "-c", script],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )
        return ended.returncode, ended.stdout, ended.stderr

    return run


@pytest.mark.parametrize("command", COMMANDS)
def test_streams_that_cannot_be_written(command: str, shell: Shell) -> None:
    true = COMMANDS[command]
    code, out, err = shell(f"tsolve {command}")
    assert code == true

    for lost in (">&-", ">/dev/full"):
        code, _, told = shell(f"tsolve {command} {lost}")
        assert code == 2, lost
        last = told.splitlines()[-1]
        assert last.startswith("the answer cannot be written: ") is (command not in SILENT_ON_OUTPUT)
        assert "Traceback" not in told

    for lost in ("2>&-", "2>/dev/full"):
        assert shell(f"tsolve {command} {lost}") == (true, out, ""), lost

    code, out, _ = shell(f"tsolve {command} >&- 2>&- <&-")
    assert (code, out) == (2, "")

    code, _, told = shell(f"tsolve {command} | true")  # the code is the worst of both: that of tsolve
    assert (code, told) == (true, err)


def test_standard_input_that_is_closed_or_endless(shell: Shell) -> None:
    for command in ("check", "solve", "odds", "legal", "score", "grade", "diff --all"):
        code, out, err = shell(f"tsolve {command} - <&-")
        assert (code, out) == (2, ""), command
        assert err == "<stdin>:1:1: error E101: the file cannot be read: bad file descriptor\n"

        code, out, err = shell(f"ulimit -v 600000; tsolve {command} - < /dev/zero")
        assert (code, out) == (2, ""), command
        assert err == "<stdin>:1:1: error E103: the file is larger than 1,048,576 bytes\n"


def test_process_substitution_and_named_streams(shell: Shell) -> None:
    for file in ("<(cat refuted.yaml)", "/dev/stdin < refuted.yaml", "- < <(cat refuted.yaml)"):
        code, out, err = shell(f"tsolve check {file}")
        assert (code, err) == (1, "")
        assert "refuted" in out.splitlines()[0]

    code, _, err = shell("tsolve check <(cat /dev/zero)")
    assert code == 2
    assert "E103" in err


def test_a_stream_that_others_made_non_blocking_is_read_to_its_end(shell: Shell) -> None:
    """A part of a position would be another position."""
    slow = "(head -2 refuted.yaml; sleep 1; tail -n +3 refuted.yaml)"
    unblock = f"'{sys.executable}' -c 'import os; os.set_blocking(0, False)'"
    code, out, err = shell(f"{slow} | ({unblock}; tsolve check -)")
    assert (code, err) == (1, "")
    assert out.startswith("✗ refuted")


@pytest.mark.parametrize("kind", ["mkfifo x.yaml", "ln -s /dev/zero x.yaml", "ln -s x.yaml x.yaml"])
def test_what_is_no_file_is_told_by_every_command(kind: str, shell: Shell) -> None:
    shell(kind)
    for command in (
        *("check x.yaml", "solve x.yaml", "odds x.yaml", "legal x.yaml", "score x.yaml", "grade x.yaml"),
        *("why-not x.yaml 'attack Pegasus'", "diff --all x.yaml", "verify x.yaml", "regress x.yaml"),
        *("regress .", "diff --all ."),
    ):
        code, out, err = shell(f"tsolve {command}")
        assert code == 2, command
        assert "x.yaml" in out + err, command


def test_a_full_file_system_is_no_verdict(shell: Shell, tmp_path: Path) -> None:
    """No byte may be written to files; Python is told of it as of a full disk."""
    for command in (
        "check refuted.yaml > out.txt",
        "check refuted.yaml --format json > out.txt",
        "check refuted.yaml --receipt receipt.json",
        "odds refuted.yaml --svg odds.svg",
    ):
        code, _, err = shell(f"ulimit -f 0; tsolve {command}")
        assert code == 2, command
        assert "Traceback" not in err
        assert len(err.splitlines()) == 1
        assert not (tmp_path / "receipt.json").exists()
