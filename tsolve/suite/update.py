"""Expectations brought up to date: the wrong values, what the files would look like, and writing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff
from typing import NamedTuple

from tsolve.diagnostics import escape
from tsolve.errors import UsageError
from tsolve.model.regress import Judged, Judgement
from tsolve.saving import save
from tsolve.suite.judging import judge
from tsolve.suite.rewriting import rewritten
from tsolve.suite.run import JudgedPuzzle

NOTHING_RIGHT = "nothing else could be stated there"
UNDECIDED = "it is undecided"
OTHER_PART = "it is not an expectation"


class Left(NamedTuple):
    """Something that fails and cannot be brought up to date, and why."""

    judgement: Judgement
    why: str


class Change(NamedTuple):
    """A puzzle with its wrong values replaced."""

    file: str
    before: bytes
    after: bytes
    """The same as before where nothing can be written."""
    judged: Judged
    """The answer to the new content."""
    written: int
    """How many values are new."""
    left: tuple[Left, ...]


def changes(found: Iterable[JudgedPuzzle]) -> Iterator[Change]:
    """What would make the puzzles that fail hold again, as far as it can be written; each is judged anew."""
    for each in found:
        if each.judged.failures:
            yield _change(each)


def diff(change: Change) -> str:
    """The change as a unified diff."""
    lines = unified_diff(
        _lines(change.before), _lines(change.after), f"a/{change.file}", f"b/{change.file}", lineterm=""
    )
    return "".join(f"{escape(line)}\n" for line in lines)


def write(change: Change) -> None:
    """Put the new content in place of the old one, whole or not at all.

    Raises UsageError where the file may not be written or is not what was judged; OSError where it fails.
    """
    with open(change.file, "rb") as stream:
        if stream.read() != change.before:
            raise UsageError("the file was changed meanwhile; nothing was written")
    try:
        save(change.file, change.after)
    except PermissionError as error:
        raise UsageError(f"{error.strerror}; nothing was written") from None


def _change(found: JudgedPuzzle) -> Change:
    judged = found.judged
    right = {each.path: each.right for each in judged.failures if each.right is not None}
    after, refused = rewritten(found.content, right)
    left = []
    for each in judged.failures:
        if each.right is None:
            why = UNDECIDED if each.status == "undecided" else NOTHING_RIGHT
            left.append(Left(each, why if each.path[:1] == ("expect",) else OTHER_PART))
        elif each.path in refused:
            left.append(Left(each, refused[each.path]))
    again = judge(judged.file, after) if after != found.content else judged
    return Change(judged.file, found.content, after, again, len(right) - len(refused), tuple(left))


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "replace").splitlines()
