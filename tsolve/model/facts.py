"""Facts that people state and that are found: their types, in words, and expectations of them answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tsolve.errors import TreePath
from tsolve.model.answers import ExpectationAnswer, Value

UNDECIDED = "undecided"


Piece = int | str | tuple[str, ...]


Fact = Piece | Mapping[str, Piece] | None
"""What a line has come to in something: a number, a name, pieces by their ids, or any of these by the name of
whose it is; None for nothing yet.
"""


def by_name(values: Mapping[str, Fact]) -> str:
    """What is stated or found of several figures, or of several elements."""
    return ", ".join(f"{name} {worded(value)}".strip() for name, value in values.items())


def worded(value: object) -> str:
    """A value in words; lists as they are read aloud."""
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "nothing"}[value]
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)


def same(
    path: TreePath, what: str, expected: object, found: object, detail: str = "", right: Value | None = None
) -> ExpectationAnswer:
    """Whether both are equal; `detail` explains what was found where they are not.

    `path` leads to the expectation inside `expect`. `right` is what the file would have to state: when it is
    left out, what was found, where that is a number or a truth.
    """
    holds = expected == found
    told = worded(found)
    if right is None and isinstance(found, int):
        right = found
    return answered(path, what, holds, worded(expected), f"{told}: {detail}" if detail else told, right, told)


def answered(
    path: TreePath,
    what: str,
    holds: bool,
    expected: str,
    found: str,
    right: Value | None = None,
    confirmed: str | None = None,
) -> ExpectationAnswer:
    """An answer; one that holds needs no right value, and says `confirmed` instead of `found`."""
    if holds:
        return ExpectationAnswer(
            what, True, expected, found if confirmed is None else confirmed, ("expect", *path)
        )
    return ExpectationAnswer(what, False, expected, found, ("expect", *path), right=right)


def doubted(answer: ExpectationAnswer, right: Value | None = None) -> ExpectationAnswer:
    """An answer where what was found is not sure: one that fails is not refuted, but undecided.

    `right` is given where a file may state that it is undecided.
    """
    if answer.holds:
        return answer
    found = answer.found if answer.found.startswith(UNDECIDED) else f"{UNDECIDED}: {answer.found}"
    return replace(answer, undecided=True, found=found, right=right)


def in_all_ways(ways: Sequence[str], answers: Sequence[ExpectationAnswer]) -> ExpectationAnswer:
    """One answer for all the ways in which it may go, each told in words; in doubt where they differ."""
    told = {(each.holds, each.undecided): (way, each) for way, each in zip(ways, answers, strict=True)}
    if len(told) == 1:
        return answers[0]
    found = "; ".join(f"with {way}: {each.found}" for way, each in told.values())
    failing = next(each for each in answers if not each.holds)
    return doubted(replace(failing, found=f"it depends on what the steps leave open: {found}"))


def so_far(answer: ExpectationAnswer) -> ExpectationAnswer:
    """An answer about the best line found so far: another one may be better."""
    return answer if answer.holds else doubted(replace(answer, found=f"{UNDECIDED}, so far {answer.found}"))
