"""Facts, both stated and found: their types, their words, and the answers to expectations of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tsolve.errors import TreePath
from tsolve.model.answers import ExpectationAnswer, Value

UNDECIDED = "undecided"


Piece = int | str | tuple[str, ...]


Fact = Piece | Mapping[str, Piece] | None
"""The result of a line in one measure: a number, a name, pieces by their ids, or any of these by the name of
its owner; None for no result yet.
"""


def by_name(values: Mapping[str, Fact]) -> str:
    """The values of several figures or elements, each with its name."""
    return ", ".join(f"{name} {worded(value)}".strip() for name, value in values.items())


def worded(value: object) -> str:
    """A value in words; a list as `a, b and c`."""
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "nothing"}[value]
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)


def same(
    path: TreePath, what: str, expected: object, found: object, detail: str = "", right: Value | None = None
) -> ExpectationAnswer:
    """Compare an expectation with what was found; `detail` explains the latter if they differ.

    `path` leads to the expectation inside `expect`. `right` is what the file would have to state; by default
    what was found, if that is a number or a truth value.
    """
    holds = expected == found
    text = worded(found)
    if right is None and isinstance(found, int):
        right = found
    return answered(path, what, holds, worded(expected), f"{text}: {detail}" if detail else text, right, text)


def answered(
    path: TreePath,
    what: str,
    holds: bool,
    expected: str,
    found: str,
    right: Value | None = None,
    confirmed: str | None = None,
) -> ExpectationAnswer:
    """An answer; if it holds, it needs no `right` value and shows `confirmed` instead of `found`."""
    if holds:
        return ExpectationAnswer(
            what, True, expected, found if confirmed is None else confirmed, ("expect", *path)
        )
    return ExpectationAnswer(what, False, expected, found, ("expect", *path), right=right)


def doubted(answer: ExpectationAnswer, right: Value | None = None) -> ExpectationAnswer:
    """An answer if what was found is uncertain: one that fails is undecided, not refuted.

    `right` is given if a file may state that it is undecided.
    """
    if answer.holds:
        return answer
    found = answer.found if answer.found.startswith(UNDECIDED) else f"{UNDECIDED}: {answer.found}"
    return replace(answer, undecided=True, found=found, right=right)


def in_all_ways(ways: Sequence[str], answers: Sequence[ExpectationAnswer]) -> ExpectationAnswer:
    """One answer for several ways in which the line may go, each named in words; undecided if they differ."""
    told = {(each.holds, each.undecided): (way, each) for way, each in zip(ways, answers, strict=True)}
    if len(told) == 1:
        return answers[0]
    found = "; ".join(f"with {way}: {each.found}" for way, each in told.values())
    failing = next(each for each in answers if not each.holds)
    return doubted(replace(failing, found=f"it depends on what the steps leave open: {found}"))


def so_far(answer: ExpectationAnswer) -> ExpectationAnswer:
    """An answer about the best line found so far: undecided if it fails, since another one may be better."""
    return answer if answer.holds else doubted(replace(answer, found=f"{UNDECIDED}, so far {answer.found}"))
