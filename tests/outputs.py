"""What tsolve says about every puzzle, as digests: what must stay the same while code is moved.

    python -m tests.outputs write before.txt                  # before a change
    python -m tests.outputs compare before.txt                # after it: tells what is answered otherwise
    python -m tests.outputs write before.txt --every 10       # a fixed tenth: some minutes

Every puzzle is asked by check, solve, legal, why-not, grade, odds and targets, in one process. An answer is
worked out once and shown in both faces, as JSON and as text; every other puzzle's text is the long one. Work
is limited in steps and never in seconds, so that every machine stops at the same place. A digest covers the
exit code and everything that is written. The help of every command, every rule and every card belong to it.

Nothing here says that an answer is right; the puzzles and the oracles do. Only an exit code of 4, a defect of
tsolve, is told in any case.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import TypeVar
from unittest import mock

import yaml

from tests.stripped import puzzles, said
from tsolve.api import games
from tsolve.budget import Budget, allow
from tsolve.cli import run
from tsolve.cli.commands import COMMANDS
from tsolve.cli.session import Session
from tsolve.model.verdicts import Answer
from tsolve.report.page import Page

A = TypeVar("A", bound=Answer)

ROOT = Path(__file__).resolve().parent.parent
STEPS = 20_000
"""Work that an answer may take."""
QUESTIONS = {
    "thunderstone": "defeat Rank 1",
    "quest": "defeat the Giant Rat",
    "gloomhaven": "attack Bandit Guard 1",
}
"""Asked of every puzzle of a game, besides the last steps of which it speaks itself."""


def commands(every: int = 1, first: int = 0) -> Iterator[tuple[str, ...]]:
    """Every command line, in a fixed order."""
    for index, path in list(enumerate(puzzles()))[first::every]:
        file = str(path.relative_to(ROOT))
        long = ("-v", "--explain") if index % 2 else ()
        for command in ("check", "solve", "legal", "grade", "odds", "targets"):
            yield (command, file, *long)
        values = yaml.load(path.read_bytes(), yaml.CSafeLoader)
        game = values.get("game", games.DEFAULT_GAME)
        for question in dict.fromkeys((*said(values, most=2), QUESTIONS[game])):
            yield ("why-not", file, *long, "--", question)
    if first == 0:
        yield from looked_up()


def looked_up() -> Iterator[tuple[str, ...]]:
    """What is asked without a position."""
    yield ("--help",)
    for command in COMMANDS:
        yield (command, "--help")
    for game in games.GAMES:
        yield ("cards", "--game", game)
        yield ("schema", "--game", game)
        for ruling in games.ruleset(game).glossary:
            yield ("rule", ruling, "--game", game)


def digest(command: tuple[str, ...]) -> str:
    """The exit code, and a digest of it with everything that the command says in both faces."""
    out, err = io.StringIO(), io.StringIO()
    with (
        allow(Budget(steps=STEPS)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(Session, "deliver", _deliver_both),
    ):
        code = run(command)
    whole = f"{code}\n{out.getvalue()}\n{err.getvalue()}"
    return f"{code} {hashlib.sha256(whole.encode()).hexdigest()[:16]}"


_deliver = Session.deliver


def _deliver_both(
    session: Session,
    found: A,
    show: Callable[[Page, A], None],
    lines: Callable[[A], Iterable[str]] | None = None,
) -> None:
    """Write an answer as text, and as what JSON makes of it."""
    from tsolve.report.formats import Run, as_json

    _deliver(session, found, show, lines)
    print(as_json(Run(session.command, 0, (found,), (), False)))


def main() -> int:
    """Write the digests, or compare them; exit code 1 where one is another, or a command failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="each so-manieth puzzle")
    parser.add_argument("--first", type=int, default=0, help="the first puzzle, from 0")
    given = parser.parse_args()
    before: dict[str, str] = {}
    if given.task == "compare":
        before = dict(line.split("  ", 1)[::-1] for line in given.file.read_text().splitlines())
    began, told, changed = process_time(), [], 0
    for command in commands(given.every, given.first):
        line, now = " ".join(command), digest(command)
        told.append(f"{now}  {line}\n")
        if before.get(line, now) != now or now.startswith("4 "):
            changed += 1
            print(f"tsolve {line}", flush=True)
    if given.task == "write":
        given.file.write_text("".join(told))
    print(
        f"{len(told)} commands, {changed} changed or failed; {process_time() - began:.0f} s", file=sys.stderr
    )
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
