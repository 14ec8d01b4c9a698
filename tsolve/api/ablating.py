"""Which rulings of an answer are decisive, marked on its citations."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from tsolve.api.comparing import depending
from tsolve.errors import UnsupportedError
from tsolve.model.answers import CheckAnswer
from tsolve.model.wishes import NO_WISHES, Wishes
from tsolve.turns.ablating.ablate import KEY, decisive

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.comparisons import Dependence
    from tsolve.model.solved import SolvedAnswer

A = TypeVar("A", "CheckAnswer", "SolvedAnswer")


def in_full(opened: Opened, answer: A, wishes: Wishes = NO_WISHES, weighed: bool = True) -> A:
    """The answer of `check` or `solve` with what it depends on, and its decisive rulings marked, as far as
    the game can be asked for that.

    `wishes` are those that the answer was asked for with. Which rulings are decisive takes the most time;
    without `weighed` it is left open.
    """
    with suppress(UnsupportedError):
        answer = depending(opened, answer, wishes)
    if not weighed:
        return answer
    with suppress(UnsupportedError):
        answer = with_decisive(opened, answer, wishes)
    return answer


def with_decisive(opened: Opened, answer: A, wishes: Wishes = NO_WISHES) -> A:
    """The answer of `check` or `solve` with each of its citations marked: decisive or merely applied.

    `wishes` are those that the answer was asked for with. A ruling is decisive when the verdict changes
    once it is switched off. Of an interpretation the answer may say already whether it depends on it; else
    its other readings are tried.
    """
    rulings = [cited.id for cited in answer.citations]
    known = _known(answer.depends, rulings) if answer.depends is not None else {}
    marks = known | decisive(
        opened,
        [ruling for ruling in rulings if ruling not in known],
        answer.claims if isinstance(answer, CheckAnswer) else None,
        answer.solution,
        wishes,
    )
    citations = tuple(replace(cited, decisive=marks[cited.id]) for cited in answer.citations)
    return replace(answer, citations=citations)


def _known(depends: Dependence, rulings: list[str]) -> dict[str, bool | None]:
    """What is known of the interpretations among the rulings: no difference at all is none of the verdict."""
    found = {each.key for each in depends.keys if each.printed}
    known: dict[str, bool | None] = {}
    for ruling in rulings:
        key = ruling.removeprefix(KEY)
        if key == ruling:
            continue
        if key not in found:
            examined = depends.is_complete and key not in depends.not_examined
            known[ruling] = False if examined else None
    return known
