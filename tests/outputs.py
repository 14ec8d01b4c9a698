"""What every command says about every puzzle, as digests: what stays the same while code is moved.

    python -m tests.outputs write before.txt       # before a change
    python -m tests.outputs compare before.txt     # after it: prints the commands whose answer is another one

A digest covers the exit code and everything that the command writes. Nothing here says that an answer is
right; the puzzles and the oracles do.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import multiprocessing
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PUZZLES = "puzzles"
QUESTIONS = ("defeat Rank 1", "gold 12")
"""Asked of every tenth puzzle, as no file asks them."""


def commands() -> Iterator[tuple[str, ...]]:
    """Every command line, in a fixed order."""
    for index, path in enumerate(sorted(Path(PUZZLES).rglob("*.yaml"))):
        file, text = str(path), path.read_text()
        asked = {
            key for key in ("policy", "grade", "odds", "why_not") if re.search(rf"^  {key}:", text, re.M)
        }
        yield ("check", "--format", "json" if index % 2 else "text", file)
        yield ("legal", file)
        if index % 5 == 0 or "policy" in asked:
            yield ("solve", "--all", "--top", "2", "--format", "text" if index % 2 else "json", file)
        if "line:" in text and (index % 5 == 1 or "grade" in asked):
            yield ("grade", file)
        if index % 10 == 2:
            yield from (("why-not", file, question, "--time-limit", "inf") for question in QUESTIONS)
        if "odds" in asked:
            yield ("odds", file)
            yield ("odds", file, "--format", "csv")
            yield ("odds", file, "--format", "json", "--without", "Militia")
        if index % 20 == 3:
            yield ("score", file)
            yield ("diff", file, "--all")
    for ruling in ("TS-5.3", "TS-7.6", "TS-16.1"):
        yield ("rule", ruling)
    for kind in ("hero", "monster", "weapon"):
        yield ("cards", "--kind", kind)
    yield ("cards", "--format", "json")
    yield ("simulate", "--games", "3", "--seed", "5", "--jobs", "1")
    yield ("hunt", "zero_rule", "--positions", "2000", "--jobs", "1")
    yield ("hunt", "half_attack_order", "--positions", "2000", "--jobs", "1")


def said(command: tuple[str, ...]) -> tuple[str, str]:
    """The command line and the digest of what it says."""
    from tsolve.cli.commands import root

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = root().main(list(command), prog_name="tsolve", standalone_mode=False)
        except SystemExit as stopped:
            code = stopped.code
        except Exception as error:
            code = f"{type(error).__name__}: {error}"
    whole = f"{code}\n{out.getvalue()}\n{err.getvalue()}"
    return " ".join(command), hashlib.sha256(whole.encode()).hexdigest()[:16]


def everything(jobs: int) -> dict[str, str]:
    """The digests of all commands."""
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        return dict(pool.imap(said, commands(), chunksize=16))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    now = everything(given.jobs)
    if given.task == "write":
        given.file.write_text("".join(f"{digest} {command}\n" for command, digest in now.items()))
        return 0
    before = dict(line.split(" ", 1)[::-1] for line in given.file.read_text().splitlines())
    changed = [command for command, digest in now.items() if before.get(command, digest) != digest]
    for command in changed:
        print(f"tsolve {command}")
    print(f"{len(now)} commands, {len(changed)} answer otherwise", file=sys.stderr)
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
