"""The standard streams: terminals, files, full disks, closed pipes, and what must not reach them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import HAND, ROOT, Tsolve, Write

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
        "grade examples/turn.yaml",
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


def test_a_locale_that_has_no_more_than_ascii(process: Tsolve, write: Write) -> None:
    plain = {"LC_ALL": "C", "PYTHONIOENCODING": ""}
    ended = process("check", write(HAND + "claims: [1 against Nixie]\n"), env=plain)
    assert ended.out.startswith("x refuted ")
    assert ended.out.isascii()
    wrong = process("check", write(HAND.replace("Torch", "Światło")), env=plain)
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


Shell = Callable[[str], tuple[int, str, str]]

HOLDS = HAND + "claims: [{not_defeats: Pegasus in Rank 1}]\n"
REFUTED = HAND + "claims: [{defeats: Pegasus in Rank 1}]\n"

COMMANDS = {
    "check refuted.yaml --format json": 1,
    "check nope.yaml holds.yaml": 2,
    "--help": 0,
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
    for command in ("check", "diff --all"):
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


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "x.yaml"])
def test_what_is_no_file_is_told_by_every_command(kind: str, tsolve: Tsolve, tmp_path: Path) -> None:
    """A pipe that nobody writes into, a link to a device without an end, and one to itself."""
    path = tmp_path / "x.yaml"
    os.mkfifo(path) if kind == "pipe" else path.symlink_to(kind)
    for command in ("check", "solve", "odds", "legal", "score", "grade", "diff --all", "verify", "regress"):
        ended = tsolve(*command.split(), "x.yaml")
        assert ended.code == 2, command
        assert "x.yaml" in ended.out + ended.err, command
    for arguments in (("why-not", "x.yaml", "attack Pegasus"), ("regress", "."), ("diff", "--all", ".")):
        ended = tsolve(*arguments)
        assert (ended.code, "x.yaml" in ended.out + ended.err) == (2, True), arguments


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


HIDDEN = "\u202e\u2066\u200b\u00ad\ufeff"
NAME = f"=Ax{HIDDEN} &'b"
FILE = f"=a{HIDDEN}<b>,.yaml"
POSITION = f"""\
game: thunderstone
title: "{HIDDEN} ::error::title"
turn: dungeon
hand: [Thyrian Squire, "{NAME}"]
deck: [6 x "{NAME}"]
hall: ["{NAME} Ooze", Pegasus, Pegasus]
cards:
  "{NAME}": {{kind: village, cost: 3, gold: 2}}
  "{NAME} Ooze": {{kind: monster, health: 5, xp: 1, vp: 1}}
village: {{"{NAME}": 8}}
claims: [{{not_defeats: "{NAME} Ooze"}}]
""".replace('6 x "', '"6 x ')

COMMANDS_IN_TEXT = (
    *(("check",), ("check", "--format", "json"), ("check", "--format", "github"), ("solve",), ("legal",)),
    *(("odds",), ("odds", "--format", "csv"), ("odds", "--with", f"1 x {NAME}"), ("score",), ("regress",)),
    *(("regress", "--format", "junit"), ("check", "--target", NAME), ("diff", "--all"), (f"--{NAME}",)),
)


def hidden(text: str) -> Iterator[str]:
    """The characters of a text that nobody sees, but for the ends of lines."""
    kinds = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return (each for each in text if unicodedata.category(each) in kinds and each not in "\n\r")


@pytest.fixture
def position(tmp_path: Path) -> str:
    (tmp_path / FILE).write_text(POSITION, encoding="utf-8")
    return FILE


@pytest.mark.parametrize("command", COMMANDS_IN_TEXT, ids=" ".join)
def test_nothing_hidden_is_shown(command: tuple[str, ...], position: str, tsolve: Tsolve) -> None:
    ended = tsolve(*command, position)
    assert ended.code in (0, 1, 2, 3)
    assert list(hidden(ended.out + ended.err)) == []
    assert [line for line in (ended.out + ended.err).splitlines() if line.startswith("::error::title")] == []


def test_a_table_holds_no_formulas(position: str, tsolve: Tsolve) -> None:
    ended = tsolve("odds", position, "--with", f"1 x {NAME}", "--format", "csv")
    assert ended.code in (0, 3)
    cells = [cell for row in csv.reader(io.StringIO(ended.out)) for cell in row]
    assert any("Ax\\u202e" in cell for cell in cells)
    assert [cell for cell in cells if cell[:1] in "=+@" and cell] == []
    assert [cell for cell in cells if cell.startswith("-") and not cell[1:].replace(".", "").isdigit()] == []


def test_files_hold_nothing_hidden(position: str, tsolve: Tsolve, tmp_path: Path) -> None:
    assert tsolve("odds", position, "--svg", "odds.svg").code in (0, 3)
    drawn = (tmp_path / "odds.svg").read_text()
    assert list(hidden(drawn)) == []
    assert "Ax\\u202e" in "".join(ElementTree.fromstring(drawn).itertext())

    ended = tsolve("check", position, "--receipt", "receipt.json")
    assert ended.code in (0, 1, 3)
    written = (tmp_path / "receipt.json").read_text()
    assert list(hidden(written)) == []
    assert NAME in json.dumps(json.loads(written), ensure_ascii=False)  # the same text is read again
    assert tsolve("verify", "receipt.json", "--position", position).code == 0


def test_a_file_whose_name_is_an_order_to_a_runner(tsolve: Tsolve, tmp_path: Path) -> None:
    for name in ("::error::owned", "##[error]owned", "x\n::error::owned", "x\u2028::error::owned"):
        (tmp_path / name).write_text("game: chess\n")
        for arguments in (("check", name), ("check", name, "--format", "github"), ("card", name)):
            ended = tsolve(*arguments)
            assert ended.code == 2
            for line in (ended.out + ended.err).splitlines():
                assert not line.startswith(("::error::owned", "##[error]owned"))


def test_a_usage_error_shows_no_more_than_other_errors(tsolve: Tsolve) -> None:
    colour = "\x1b[31m\u202e"
    for arguments in ((f"check{colour}",), ("check", f"--no{colour}such"), ("regress", "-k", f"({colour}")):
        ended = tsolve(*arguments)
        assert ended.code == 2
        assert list(hidden(ended.out + ended.err)) == []
