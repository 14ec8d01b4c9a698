"""The same question about many files, shared out to those who help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from tsolve.batch.pool import Pool
from tsolve.cli.failing import Failure, explain

A = TypeVar("A")

Question = Callable[[bytes, str], A]
"""Asked about the content of a file, and the name by which the file is known."""


class Asked(NamedTuple, Generic[A]):
    """The answers about the files, in their order, and how many files were not reached."""

    answers: list[A | Failure]
    left_out: int


class _File(NamedTuple):
    """A file as a process gets it, with its content, so that the process need not read it."""

    name: str
    content: bytes | Failure


def ask_each(question: Question[A], files: Sequence[str], pool: Pool) -> Asked[A]:
    """What the question says of each file, or why it says nothing; `-` is standard input.

    `question` is a function of a module, if need be with its first arguments given (`functools.partial`), so
    that other processes can call it.
    """
    done = 0

    def count(_: object) -> None:
        nonlocal done
        done += 1
        pool.on_progress(done, len(files))

    shared = pool.share_out(_Asking(question), list(map(_read, files)), count)
    return Asked(list(shared.results.values()), len(files) - len(shared.results))


def _read(file: str) -> _File:
    from tsolve import api

    try:
        return _File(file, api.content_of(file))
    except Exception as error:  # the next file may be there
        return _File(file, explain(error, file))


class _Asking(NamedTuple, Generic[A]):
    """Putting the question. (`tsolve.batch.work.Work`)"""

    question: Question[A]

    def open(self) -> Callable[[_File], A | Failure]:
        """Nothing has to be made ready."""
        return self._ask

    def _ask(self, file: _File) -> A | Failure:
        if isinstance(file.content, Failure):
            return file.content
        try:
            return self.question(file.content, file.name)
        except Exception as error:  # the next file may be sound
            return explain(error, file.name)
