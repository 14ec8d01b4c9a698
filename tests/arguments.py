"""The limits of every command: each of its options at its ends, beyond them, and with texts of every sort.

`python -m tests.arguments` asks every command about a position of each game, with one option or question
more each time: the least and the greatest number and those beyond, every choice, empty texts, long texts,
signs and names. Each ends with an answer, a usage error that says what to write, or undecided, within some
seconds of processor time where its work is limited in steps; none ends with an internal error.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from tests.long_texts import long_texts
from tests.sweeping import HangsError, arguments, ended_after
from tsolve.budget import Budget, allow
from tsolve.cli import run
from tsolve.cli.commands import COMMANDS, root

STEPS = 1_000
SLOW = 5.0
"""Seconds of processor time that a command may take."""
HANGS = 20.0
"""Seconds of processor time after which it is given up."""
INTERNAL = 4

POSITIONS = {
    "thunderstone.yaml": "game: thunderstone\nturn: dungeon\nhand: [Militia, Torch]\ndeck: [6 x Militia]\n"
    "hall: [Nixie, none, none]\nline: [attack Nixie]\n",
    "quest.yaml": "game: quest\nturn: dungeon\nhand: [Adventurer, Lantern]\ndeck: [4 x Dagger]\n",
    "gloomhaven.yaml": "game: gloomhaven\nturn: Bandit Guard 1\nmap: {size: 3 x 3}\n"
    "monsters: {Bandit Guard 1: {at: [0, 0], stats: {hp: 5, move: 2, attack: 2}}}\n"
    "characters: {Brute: {at: [2, 0], hp: 5}}\n",
}
BEHIND: dict[str, tuple[tuple[str, ...], ...]] = {
    **dict.fromkeys(
        ("check", "solve", "grade", "odds", "targets", "legal", "show", "score", "regress", "diff"),
        tuple((file,) for file in POSITIONS),
    ),
    "why-not": tuple((file, "buy Torch") for file in POSITIONS),
    "ask": (("Militia, Torch vs Nixie",),),
    "hunt": (("zero_rule", "--positions", "20", "--jobs", "1"),),
    "verify": (("thunderstone.yaml",),),
    "simulate": (("--jobs", "1", "-q"), ("--game", "quest", "--jobs", "1", "-q")),
    "setup": ((), ("--game", "quest")),
    "rule": (("zero",),),
    "card": (("Torch",),),
    "cards": ((), ("Torch",)),
    "vocabulary": ((), ("draw",), ("gold",)),
    "explain": (("E302",),),
    "example": ((), ("odds",)),
    "schema": ((),),
}
"""What stands behind a command that is whole."""
LEFT_OUT = (
    "--jobs",
    "--scheduler",
    "--games",
    "--positions",
    "--watch",
    "--update",
    "--ruleset-path",
    "--help",
)
"""Options that only share work out, set its size, or wait for somebody."""
TEXTS = (
    "",
    " ",
    "-",
    "=",
    "a=b",
    "a=",
    "=b",
    "x=y=z",
    ",",
    "1",
    "-1",
    "nan",
    "Torch",
    "\x1b[31m",
    "é",
    "a b",
    "'",
)


def command_lines() -> Iterator[tuple[str, ...]]:
    """What is asked."""
    for name in COMMANDS:
        params = root().get_command(None, name).params
        for behind in BEHIND.get(name, ()):
            for param in params:
                if param.param_type_name == "option" and not {*param.opts}.intersection(LEFT_OUT):
                    for value in _values(param):
                        yield (name, *behind, param.opts[0], *value)
            texts = (each for each in long_texts("Torch", 400) if each[0] != "/")  # a folder with everything
            for text in (*TEXTS, *texts, "x" * 501, "x" * 5_000):
                yield (name, *behind, "--", text)
                yield (name, *behind[:1], "--", text)


def _values(param: Any) -> Iterator[tuple[str, ...]]:
    """What is written behind an option."""
    if param.is_flag:
        yield ()
        return
    kind = param.type
    if choices := getattr(kind, "choices", None):
        yield from ((str(choice),) for choice in choices)
    if hasattr(kind, "min"):
        ends = [end for end in (kind.min, kind.max) if end is not None]
        yield from ((str(end + more),) for end in ends for more in (-1, 0, 1))
        yield from ((text,) for text in ("inf", "nan", "1e308", "9" * 30))
    texts = TEXTS if param.nargs == 1 else ()
    yield from ((text,) for text in (*texts, *list(long_texts("Torch", 400))[::8], "x" * 501, "x" * 5_000))


def outcome(command: tuple[str, ...]) -> tuple[str, str]:
    """How a command ends, in a word, and why it should not end so."""
    out, err = io.StringIO(), io.StringIO()
    began = process_time()
    try:
        with (
            ended_after(HANGS),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            allow(Budget(steps=STEPS)),
        ):
            code = run(command)
    except HangsError:
        return "failed", f"no end after {HANGS:g} s"
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"
    took = process_time() - began
    if code == INTERNAL:
        return "failed", " ".join((err.getvalue() or out.getvalue()).split())[-300:]
    return ("failed", f"{took:.1f} s") if took > SLOW else (f"code {code}", "")


def main() -> int:
    """Ask, count and tell; exit code 1 where a command breaks down."""
    parser = arguments(__doc__, "a command", "only every so-manieth command line")
    given = parser.parse_args()
    found: Counter[str] = Counter()
    began = process_time()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, content in POSITIONS.items():
            Path(name).write_text(content)
        for command in [each for each in command_lines() if given.only in ("", each[0])][:: given.every]:
            word, why = outcome(command)
            if why:
                print(f"{' '.join(command)[:200]!r}: {why}", flush=True)
            found[word] += 1
    counts = ", ".join(f"{number} {word}" for word, number in found.most_common())
    print(f"{found.total()} command lines: {counts}; {process_time() - began:.0f} s")
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
