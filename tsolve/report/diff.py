"""One position under several readings: what differs, what makes it so, and which positions change."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.model.comparisons import KINDS, Dependence, Difference, Rival
from tsolve.model.diffs import DependenceAnswer, DiffAnswer, Maker
from tsolve.report.dependence import READERS_READING
from tsolve.report.page import Page
from tsolve.report.rulings import show_notes, show_rulings
from tsolve.report.verdict import HOLDS, REFUTED, UNDECIDED

_WIDTH = 11
_UNDECIDED = "not everything is decided: something is unknown or not proved"
_NOTHING = "-"
"""Stands where a side has nothing to say."""


def diff_code(answer: DiffAnswer) -> int:
    """As of `diff`: 0 nothing differs, 1 something does; 3 nothing, as far as is known."""
    if answer.differences:
        return REFUTED
    return UNDECIDED if answer.undecided else HOLDS


def dependence_code(answer: DependenceAnswer) -> int:
    """As of `diff --all`: 0 it depends on no interpretation, 1 on some; 3 on none, as far as is known."""
    found = answer.dependence
    if found.keys:
        return REFUTED
    return UNDECIDED if _not_examined(found) or found.undecided else HOLDS


# two sets of readings


def show_diff(page: Page, answer: DiffAnswer) -> None:
    """Both sides in a sentence, every difference, and the interpretations that make it."""
    told = "differs" if answer.differences else "the same on both sides"
    if not any(side.summary for side in answer.sides) and answer.undecided:
        told = "not compared"
    page.heading(f"{answer.file}: {told}", style="warn" if answer.differences else "good")
    for side in answer.sides:
        page.text(f"{side.name}: {side.summary}", indent=2, hang=2)
    if answer.undecided:
        page.text(_UNDECIDED, indent=2, hang=2, style="warn")
    if answer.differences:
        page.heading(f"What differs from {answer.sides[0].name} to {answer.sides[1].name}")
        show_differences(page, answer.differences)
    if answer.makers:
        several = len(answer.makers) > 1
        page.heading("These together make the difference" if several else "This makes the difference")
        for maker in answer.makers:
            _show_maker(page, maker, several)
    show_rulings(page, (), answer.citations, answer.documents)
    if answer.notes:
        show_notes(page, answer.notes)


def show_diffs_briefly(page: Page, answers: Sequence[DiffAnswer]) -> None:
    """One line for each position that differs."""
    for answer in answers:
        if answer.differences:
            page.text(f"{answer.file}: {_kinds(answer.differences)}; by {_makers(answer)}", hang=2)


def show_diffs(page: Page, answers: Sequence[DiffAnswer]) -> None:
    """Which positions change, what of them, and by which interpretations."""
    changed = [answer for answer in answers if answer.differences]
    told = f"{len(changed)} of {_many(len(answers), 'position')} change{'s' if len(changed) == 1 else ''}"
    names = f" from {answers[0].sides[0].name} to {answers[0].sides[1].name}" if answers else ""
    page.heading(told + names)
    for answer in changed:
        page.text(answer.file, indent=2, hang=2)
        page.text(f"{_kinds(answer.differences)}; by {_makers(answer)}", indent=6, hang=2)
    if unsure := sum(answer.undecided and not answer.differences for answer in answers):
        page.blank()
        page.text(f"of {_many(unsure, 'position')} not everything is decided on both sides", style="warn")


def show_differences(page: Page, found: Sequence[Difference]) -> None:
    for kind in KINDS:
        for each in found:
            if each.kind == kind:
                told = f"{each.what}: {each.before or _NOTHING} -> {each.after or _NOTHING}"
                page.labelled(kind, told, width=_WIDTH)


def _show_maker(page: Page, maker: Maker, several: bool) -> None:
    page.text(f"{maker.key}: {maker.before} -> {maker.after}: {maker.question}", indent=2, hang=2)
    if several:
        told = _kinds(maker.alone) if maker.alone else "nothing"
        page.text(f"by itself it changes: {told}", indent=4, hang=2)


# every interpretation, one at a time


def show_dependences(page: Page, answer: DependenceAnswer) -> None:
    """Each interpretation that matters, with every other option and all that is otherwise under it."""
    found = answer.dependence
    keys = ", ".join(each.key for each in found.keys)
    told = f"depends on {keys}" if keys else "depends on no interpretation"
    page.heading(f"{answer.file}: {told}", style="warn" if keys else "good")
    page.text(found.summary, indent=2, hang=2)
    if found.undecided:
        page.text(_UNDECIDED, indent=2, hang=2, style="warn")
    for each in found.keys:
        page.heading(f"{each.key} = {each.option}{'' if each.is_open else ' (chosen)'}: {each.question}")
        for rival in each.rivals:
            _show_rival(page, rival)
    page.blank()
    not_examined = _not_examined(found)
    if not_examined:
        page.text(f"not examined: {', '.join(not_examined)}", style="warn", hang=2)
    others = answer.tried - len({*(each.key for each in found.keys), *not_examined})
    page.text(f"the other {others} interpretations change nothing here")
    show_rulings(page, (), answer.citations, answer.documents)


def show_dependences_briefly(page: Page, answers: Sequence[DependenceAnswer]) -> None:
    """One line for each position that depends on something."""
    for answer in answers:
        if keys := _keys(answer.dependence):
            page.text(f"{answer.file}: {keys}", hang=2)


def show_all_dependences(page: Page, answers: Sequence[DependenceAnswer]) -> None:
    """Each position with the interpretations that it depends on."""
    some = [answer for answer in answers if answer.dependence.keys]
    told = f"{len(some)} of {_many(len(answers), 'position')} depend{'s' if len(some) == 1 else ''} on some"
    page.heading(f"{told} interpretation")
    for answer in some:
        page.text(answer.file, indent=2, hang=2)
        page.text(_keys(answer.dependence), indent=6, hang=2)
    for answer in answers:
        if not_examined := _not_examined(answer.dependence):
            names = ", ".join(not_examined)
            page.text(f"not examined: {answer.file}: {names}", hang=2, style="warn")


def _show_rival(page: Page, rival: Rival) -> None:
    whose = "" if rival.printings else f" ({READERS_READING})"
    page.text(f"with {rival.option}{whose}: {rival.summary}", indent=2, hang=2)
    for each in rival.differences:
        told = f"{each.what}: {each.before or _NOTHING} -> {each.after or _NOTHING}"
        page.labelled(each.kind, told, indent=4, width=_WIDTH)


def _not_examined(found: Dependence) -> tuple[str, ...]:
    return (*found.not_examined, *found.readers_not_examined)


def _makers(answer: DiffAnswer) -> str:
    return ", ".join(maker.key for maker in answer.makers)


def _keys(found: Dependence) -> str:
    return ", ".join(each.key for each in found.keys)


def _kinds(found: Sequence[Difference]) -> str:
    here = {each.kind for each in found}
    return ", ".join(kind for kind in KINDS if kind in here)


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
