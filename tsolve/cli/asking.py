"""The same question about many files, shared out to processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from tsolve.cli.failing import Failure, explain

A = TypeVar("A")

STANDARD_INPUT = "-"


def ask_each(
    question: Callable[[str], A],
    files: Sequence[str],
    jobs: int,
    tell: Callable[[int, int], None] = lambda *_: None,
) -> list[A | Failure]:
    """What the question says of each file, or why it says nothing, in the order of the files.

    `question` is a function of a module, if need be with its first arguments given (`functools.partial`), so
    that other processes can call it. Standard input comes first where it is asked about, and this process
    reads it, since nobody else can. `tell` hears how many of how many are answered.
    """
    from tsolve.suite.sharing import shared_out

    done = 0

    def count(_: object) -> None:
        nonlocal done
        done += 1
        tell(done, len(files))

    work = partial(_answer_or_failure, question)
    own = 1 if files[:1] == [STANDARD_INPUT] else 0
    return [
        *shared_out(work, files[:own], 1, count),
        *shared_out(work, files[own:], jobs, count),
    ]


def _answer_or_failure(question: Callable[[str], A], file: str) -> A | Failure:
    """What a process does with one file."""
    try:
        return question(file)
    except Exception as error:  # the next file may be sound
        return explain(error, file)
