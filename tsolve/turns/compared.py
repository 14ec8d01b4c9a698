"""One expectation compared with what was found: equal or not, in words and as the file would state it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from tsolve.model.answers import ExpectationAnswer, Value
from tsolve.source.decode import Path
from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")

UNDECIDED = "undecided"

Fact = int | tuple[str, ...] | None
"""What a line has come to in something: a number, or pieces by their ids; None for nothing yet."""


def same(
    path: Path, what: str, expected: object, found: object, detail: str = "", right: Value | None = None
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
    path: Path,
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


def whatever_is_chosen(
    played: Played[S, A], judge: Callable[[Played[S, A]], Iterator[ExpectationAnswer]]
) -> Iterator[ExpectationAnswer]:
    """The expectations about a line; where it leaves a choice open, those that hold, or fail, by every way in
    which that can go, and the others in doubt.
    """
    if not played.ways:
        yield from judge(played)
        return
    for answers in zip(*(judge(way.played) for way in played.ways), strict=True):
        yield in_all_ways([way.told for way in played.ways], answers)


def in_all_ways(ways: Sequence[str], answers: Sequence[ExpectationAnswer]) -> ExpectationAnswer:
    """One answer for all the ways in which it may go, each told in words; in doubt where they differ."""
    told = {each.holds: (way, each) for way, each in zip(ways, answers, strict=True)}
    if len(told) == 1:
        return answers[0]
    found = "; ".join(f"with {way}: {each.found}" for way, each in told.values())
    return doubted(replace(told[False][1], found=f"it hangs on a choice that the steps leave open: {found}"))


def so_far(answer: ExpectationAnswer) -> ExpectationAnswer:
    """An answer about the best line found so far: another one may be better."""
    return answer if answer.holds else doubted(replace(answer, found=f"{UNDECIDED}, so far {answer.found}"))


def worded(value: object) -> str:
    """A value in words; lists as they are read aloud."""
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "nothing"}[value]
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)
