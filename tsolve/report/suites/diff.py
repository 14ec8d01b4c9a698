"""One position under several readings: both verdicts, what changed, and which open point makes it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tsolve.model.comparisons import Dependence, Difference, Rival
from tsolve.model.diffs import DependenceAnswer, DiffAnswer
from tsolve.report.detail import BRIEF, Detail
from tsolve.report.grounds.dependence import changes_the_verdict, otherwise
from tsolve.report.grounds.rulings import show_grounds, show_notes
from tsolve.report.page import Page
from tsolve.report.suites.differences import (
    in_words,
    kinds_of,
    show_every_difference,
    show_every_reading,
)
from tsolve.report.words.sentences import many, parts_that_differ

_INDENT = 3
_MOST = 4
"""Differences that are told one by one."""
_UNDECIDED = "Not everything is decided: something is unknown or not proved."
_AFTERWARDS = "afterwards"
"""How what lies where after the turn begins; it follows from the rest."""


# two sets of readings


def show_diff(page: Page, answer: DiffAnswer, detail: Detail = BRIEF) -> None:
    """What is said on either side, the weightiest differences, and the open points that make them."""
    if answer.differences:
        makers = " and ".join(maker.key for maker in answer.makers)
        by = f", by {makers}" if makers else ""
        page.verdict("different", f"{_first(kinds_of(answer.differences))}{by}.", "", answer.file)
        for maker in answer.makers:
            page.text(f"{maker.key}: {maker.before} -> {maker.after}. {maker.question}", _INDENT, 2)
    elif answer.undecided:
        page.verdict("undecided", "No difference was found.", "warn", answer.file)
    else:
        page.verdict("the same", "Nothing differs.", "good", answer.file)
    _show_sides(page, answer)
    if answer.undecided:
        page.text(_UNDECIDED, _INDENT, style="warn")
    shown = _weightiest(answer)
    for each in shown:
        before, after = parts_that_differ(each.before, each.after)
        page.text(_first(in_words(replace(each, before=before, after=after))), _INDENT, 2)
    if left := len(answer.differences) - len(shown):
        page.text(f"{many(left, 'more difference')}: -v shows all.", _INDENT, style="dim")
    if detail.verbose:
        show_every_difference(page, answer)
    show_notes(page, answer.notes)
    show_grounds(page, detail, (), answer.citations, answer.documents)


def _show_sides(page: Page, answer: DiffAnswer) -> None:
    """What is so on each side; once where both say the same."""
    told = {side.summary for side in answer.sides}
    if len(told) == 1:
        names = " and ".join(side.name for side in answer.sides)
        page.text(f"{names}: {answer.sides[0].summary}" if any(told) else names, _INDENT, 2)
        return
    width = max(len(side.name) for side in answer.sides) + 2
    for side in answer.sides:
        page.labelled(side.name, side.summary, _INDENT, min(width, 30), "bold")


def _weightiest(answer: DiffAnswer) -> list[Difference]:
    """The differences that others follow from, but not what the sides say; of equal ones the first."""
    sides = {side.summary for side in answer.sides}
    found = [each for each in answer.differences if not {each.before, each.after} <= sides]
    plain = [each for each in found if not each.what.startswith(_AFTERWARDS) and each.kind != "best line"]
    unequal = {(each.kind, each.before, each.after): each for each in reversed(plain or found)}
    return [each for each in plain or found if each in unequal.values()][:_MOST]


def show_diffs_briefly(page: Page, answers: Sequence[DiffAnswer]) -> None:
    """One line for each position that differs."""
    for answer in answers:
        if answer.differences:
            page.text(f"{answer.file}: {kinds_of(answer.differences)}; by {_makers(answer)}", hang=2)


def show_diffs(page: Page, answers: Sequence[DiffAnswer]) -> None:
    """Which positions change, what of them, and by which interpretations."""
    changed = [answer for answer in answers if answer.differences]
    told = f"{len(changed)} of {many(len(answers), 'position')} change{'s' if len(changed) == 1 else ''}"
    names = f" from {answers[0].sides[0].name} to {answers[0].sides[1].name}" if answers else ""
    page.heading(told + names)
    for answer in changed:
        page.text(answer.file, indent=2, hang=2)
        page.text(f"{kinds_of(answer.differences)}; by {_makers(answer)}", indent=6, hang=2)
    if unsure := sum(answer.undecided and not answer.differences for answer in answers):
        page.blank()
        page.text(f"of {many(unsure, 'position')} not everything is decided on both sides", style="warn")


# every open point, one at a time


def show_dependences(page: Page, answer: DependenceAnswer, detail: Detail = BRIEF) -> None:
    """Each open point that matters with its other readings and what they make of the answer."""
    found = answer.dependence
    not_examined = found.all_not_examined
    others = answer.tried - len({*(each.key for each in found.keys), *not_examined})
    if found.keys:
        matter = f"{many(len(found.keys), 'open point')} matter{'s' if len(found.keys) == 1 else ''} here"
        page.verdict("different", f"{matter}.", "", answer.file)
    elif answer.verdict == "undecided":
        page.verdict("undecided", "No open point that was tried matters here.", "warn", answer.file)
    else:
        page.verdict("the same", f"None of {others} open points matters here.", "good", answer.file)
    page.text(f"{'As judged: ' if found.keys else ''}{found.summary}", _INDENT, 2)
    for key, rival in _by_weight(found):
        page.text(f"{key} = {rival.option}{_whose(rival)}: {otherwise(rival, found.summary)}", _INDENT, 2)
    if found.keys:
        page.text(f"The other {others} open points change nothing here.", _INDENT)
    if found.undecided:
        page.text(_UNDECIDED, _INDENT, style="warn")
    if not_examined:
        page.text(f"Not examined: {', '.join(not_examined)}.", _INDENT, 2, style="warn")
    if detail.verbose:
        show_every_reading(page, found.keys)
    show_grounds(page, detail, (), answer.citations, answer.documents)


def _by_weight(found: Dependence) -> list[tuple[str, Rival]]:
    """The other readings, those first that change the verdict."""
    rivals = [(each.key, rival) for each in found.keys for rival in each.rivals]
    return sorted(rivals, key=lambda each: not changes_the_verdict(each[1]))


def _whose(rival: Rival) -> str:
    return "" if rival.printings else " (no printing has it)"


def show_dependences_briefly(page: Page, answers: Sequence[DependenceAnswer]) -> None:
    """One line for each position that depends on something."""
    for answer in answers:
        if keys := _keys(answer.dependence):
            page.text(f"{answer.file}: {keys}", hang=2)


def show_all_dependences(page: Page, answers: Sequence[DependenceAnswer]) -> None:
    """Each position with the interpretations that it depends on."""
    some = [answer for answer in answers if answer.dependence.keys]
    told = f"{len(some)} of {many(len(answers), 'position')} depend{'s' if len(some) == 1 else ''} on some"
    page.heading(f"{told} open point")
    for answer in some:
        page.text(answer.file, indent=2, hang=2)
        page.text(_keys(answer.dependence), indent=6, hang=2)
    for answer in answers:
        if not_examined := answer.dependence.all_not_examined:
            names = ", ".join(not_examined)
            page.text(f"not examined: {answer.file}: {names}", hang=2, style="warn")


def _makers(answer: DiffAnswer) -> str:
    return ", ".join(maker.key for maker in answer.makers)


def _keys(found: Dependence) -> str:
    return ", ".join(each.key for each in found.keys)


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]
