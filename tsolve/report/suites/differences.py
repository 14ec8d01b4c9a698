"""Everything that differs under other readings, difference by difference."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.model.comparisons import KINDS, Dependency, Difference, Kind, Rival
from tsolve.model.diffs import DiffAnswer, Maker
from tsolve.report.grounds.dependence import READERS_READING
from tsolve.report.page import Page

_WIDTH = 11
_NOTHING = "-"
"""Stands where a side has nothing to say."""
_BEST_LINE: Kind = "best line"


def show_every_difference(page: Page, answer: DiffAnswer) -> None:
    """What differs, and what each open point that makes the difference changes by itself."""
    if answer.differences:
        page.heading(f"What differs from {answer.sides[0].name} to {answer.sides[1].name}")
        show_differences(page, answer.differences)
    if len(answer.makers) > 1:
        page.heading("What each changes by itself")
        for maker in answer.makers:
            _show_maker(page, maker)


def show_differences(page: Page, found: Sequence[Difference]) -> None:
    """Each difference with what it is about, the weightiest kind first."""
    for kind in KINDS:
        for each in found:
            if each.kind == kind:
                page.labelled(called(kind), in_words(each), width=_WIDTH)


def show_every_reading(page: Page, keys: Sequence[Dependency]) -> None:
    """Each open point with its other readings, and all that is otherwise under them."""
    for each in keys:
        page.heading(f"{each.key} = {each.option}{'' if each.is_open else ' (chosen)'}: {each.question}")
        for rival in each.rivals:
            _show_rival(page, rival)


def called(kind: Kind) -> str:
    """A kind of difference in people's words."""
    return "best play" if kind == _BEST_LINE else kind


def in_words(each: Difference) -> str:
    """`the sum of the turn: 14 -> 12`."""
    return f"{each.what}: {each.before or _NOTHING} -> {each.after or _NOTHING}"


def kinds_of(found: Sequence[Difference]) -> str:
    """The kinds of differences, the weightiest first."""
    here = {each.kind for each in found}
    return ", ".join(called(kind) for kind in KINDS if kind in here)


def _show_maker(page: Page, maker: Maker) -> None:
    told = kinds_of(maker.alone) if maker.alone else "nothing"
    page.text(f"{maker.key}: {maker.before} -> {maker.after}: by itself it changes: {told}", 2, 2)


def _show_rival(page: Page, rival: Rival) -> None:
    whose = "" if rival.printings else f" ({READERS_READING})"
    page.text(f"with {rival.option}{whose}: {rival.summary}", indent=2, hang=2)
    for each in rival.differences:
        page.labelled(called(each.kind), in_words(each), indent=4, width=_WIDTH)
