"""Every puzzle without what was done and what is said of it, asked by every command: none may break down.

`python -m tests.stripped` takes every puzzle in turn, leaves out its line, its claims and its expectations,
and asks every command about what is left, in this process, each with a small budget counted in steps: the
answers are the same on every machine. Whatever ends with an internal error (exit code 4), or not within some
seconds, is told with the command and the place, and the position is kept. `--only quest` takes the puzzles
of one folder, `--every 20 --first 3` each twentieth from the third.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import yaml

from tests.sweeping import HangsError, arguments, ended_after
from tsolve.budget import Budget, allow
from tsolve.cli import run

ROOT = Path(__file__).resolve().parent.parent / "puzzles"

STEPS = 1_000
"""Work that one command may take."""
HANGS = 20.0
"""Seconds of processor time after which a command is given up."""
INTERNAL = 4
SAID = ("line", "claims", "expect", "about", "title", "source")
"""What a puzzle says of its position."""
FILE = "stripped.yaml"

ASKED: tuple[tuple[str, ...], ...] = (
    ("check", FILE),
    ("check", FILE, "-v", "--explain"),
    ("check", FILE, "--format", "json"),
    ("check", FILE, "--html", "-"),
    ("check", FILE, "--svg", "-"),
    ("solve", FILE),
    ("solve", FILE, "--all", "--top", "2"),
    ("solve", FILE, "--all", "-v", "--format", "json"),
    ("solve", FILE, "--turn", "any"),
    ("solve", FILE, "--draws", "known"),
    ("solve", FILE, "--html", "-"),
    ("targets", FILE),
    ("targets", FILE, "-v", "--format", "json"),
    ("targets", FILE, "--html", "-"),
    ("legal", FILE),
    ("legal", FILE, "-v"),
    ("odds", FILE),
    ("odds", FILE, "--format", "json"),
    ("grade", FILE),
    ("score", FILE),
    ("show", FILE),
    ("diff", FILE, "--all"),
)
"""The commands that ask about a position, in several ways each."""
QUESTIONS = ("end the turn", "defeat Rank 1", "gold 12", "the Bandit Guard attacks the Brute")
"""Asked of every puzzle, beside what it says itself."""


class Broken(NamedTuple):
    """A command that ended with an internal error, or did not end."""

    puzzle: Path
    command: tuple[str, ...]
    why: str
    content: bytes


def puzzles(only: str = "") -> list[Path]:
    """Every puzzle, or those of a folder."""
    return sorted((ROOT / only).rglob("*.yaml"))


def stripped(values: dict[str, Any]) -> bytes:
    """The position of a puzzle alone."""
    left = {key: value for key, value in values.items() if key not in SAID}
    return yaml.safe_dump(left, sort_keys=False, allow_unicode=True, width=1000).encode()


def commands(values: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """What is asked about the position of a puzzle."""
    yield from ASKED
    for question in dict.fromkeys((*said(values), *QUESTIONS)):
        yield ("why-not", FILE, "--", question)


def said(values: dict[str, Any], most: int = 3) -> tuple[str, ...]:
    """The last steps that the puzzle speaks of, as questions."""
    expected = values.get("expect") or {}
    asked = (
        [expected.get(key) for key in ("legal", "illegal", "why_not")] if isinstance(expected, dict) else []
    )
    lists = [list(each) for each in (*asked, values.get("line")) if isinstance(each, list | dict)]
    return tuple(step for steps in lists for step in steps[-1:] if isinstance(step, str))[:most]


def asked(puzzle: Path, steps: int = STEPS) -> Iterator[int | Broken]:
    """What every command says of a stripped puzzle: its exit code, or how it broke."""
    values = yaml.load(puzzle.read_bytes(), yaml.CSafeLoader)
    if not isinstance(values, dict):
        return
    content = stripped(values)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path(FILE).write_bytes(content)
        for command in commands(values):
            code, error = _run(command, steps)
            yield code if code != INTERNAL else Broken(puzzle, command, error, content)


def _run(command: tuple[str, ...], steps: int) -> tuple[int, str]:
    """The exit code, and what was said of an internal error with the last places of its bundle."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with (
            ended_after(HANGS),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            allow(Budget(steps=steps)),
        ):
            code = run(command)
    except HangsError as error:
        places = traceback.extract_tb(error.__traceback__)[-2:1:-1]
        told = " < ".join(f"{Path(each.filename).name}:{each.lineno} in {each.name}" for each in places[:12])
        return INTERNAL, f"no end after {HANGS:g} s; {told}"
    if code != INTERNAL:
        return code, ""
    places = [
        line[2:].strip()
        for bundle in Path().glob("tsolve-bundle-*.yaml")
        for line in bundle.read_text().splitlines()
        if line.startswith("#   ")
    ]
    for bundle in Path().glob("tsolve-bundle-*.yaml"):
        bundle.unlink()
    told = " ".join((err.getvalue() or out.getvalue()).split())
    return code, f"{told[-300:]}; {' < '.join(places[:-4:-1])}"


def main() -> int:
    """Ask, count and tell; exit code 1 where a command breaks down."""
    parser = arguments(__doc__, "a folder of puzzles, such as quest", "each so-manieth puzzle")
    parser.add_argument("--first", type=int, default=0, help="the first puzzle, from 0")
    parser.add_argument("--steps", type=int, default=STEPS, help="the budget of each command")
    parser.add_argument("--keep", type=Path, default=Path("broken"), help="where broken positions are kept")
    given = parser.parse_args()
    keep = given.keep.resolve()
    found: Counter[int] = Counter()
    began = process_time()
    chosen = puzzles(given.only)[given.first :: given.every]
    for number, puzzle in enumerate(chosen, start=1):
        for ended in asked(puzzle, given.steps):
            if isinstance(ended, Broken):
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{puzzle.parent.name}-{puzzle.name}").write_bytes(ended.content)
                print(f"{puzzle.relative_to(ROOT)}: {' '.join(ended.command)}: {ended.why}", flush=True)
                ended = INTERNAL
            found[ended] += 1
        if number % 50 == 0:
            print(f"{number}: {dict(found)}, {process_time() - began:.0f} s", file=sys.stderr, flush=True)
    told = ", ".join(f"{times} ended with {code}" for code, times in sorted(found.items()))
    print(f"{len(chosen)} puzzles, {found.total()} commands: {told}; {process_time() - began:.0f} s")
    return 1 if found[INTERNAL] else 0


if __name__ == "__main__":
    sys.exit(main())
