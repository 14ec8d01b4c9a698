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
from tsolve.report.words.sentences import many, parts_that_differ, sentence

_INDENT = 3
_MOST = 4
"""Differences that are told one by one."""
_UNDECIDED = "Not everything is decided: something is unknown or not proved."
_AFTERWARDS = "afterwards"
"""How what lies where after the turn begins; it follows from the rest."""


_WORDS = {"same": "the same", "different": "different", "undecided": "undecided"}


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
    """One line: what differs of a position, or which of several change, and by which interpretations."""
    changed = [(answer.file, _in_short(answer)) for answer in answers if answer.differences]
    _show_briefly(page, answers, changed, _how_many_change(answers))


def show_diffs(page: Page, answers: Sequence[DiffAnswer]) -> None:
    """Which positions change, what of them, and by which interpretations."""
    page.heading(_how_many_change(answers))
    for answer in answers:
        if answer.differences:
            page.text(answer.file, indent=2, hang=2)
            page.text(_in_short(answer), indent=6, hang=2)
    if unsure := sum(answer.undecided and not answer.differences for answer in answers):
        page.blank()
        page.text(f"of {many(unsure, 'position')} not everything is decided on both sides", style="warn")


def _in_short(answer: DiffAnswer) -> str:
    """What differs, and by what; the latter may not have been found out."""
    makers = _makers(answer)
    return kinds_of(answer.differences) + (f"; by {makers}" if makers else "")


def _how_many_change(answers: Sequence[DiffAnswer]) -> str:
    """How many positions change from which side to which."""
    changed = sum(bool(answer.differences) for answer in answers)
    told = f"{changed} of {many(len(answers), 'position')} change{'s' if changed == 1 else ''}"
    return told + (f" from {answers[0].sides[0].name} to {answers[0].sides[1].name}" if answers else "")


def _show_briefly(
    page: Page,
    answers: Sequence[DiffAnswer] | Sequence[DependenceAnswer],
    changed: Sequence[tuple[str, str]],
    of_several: str,
) -> None:
    """One line, however long. `changed` are the files that differ, with what is said of each; `of_several`
    begins the line about several positions.
    """
    unsure = [answer for answer in answers if answer.verdict == "undecided"]
    if len(answers) == 1:
        (answer,) = answers
        word = _WORDS[answer.verdict]
        told = "; ".join((*(what for _, what in changed), *(answer.notes if unsure else ())))
        page.line(f"{answer.file}: {word}{f': {told}' if told else ''}")
    elif answers:
        which = "; ".join(f"{file} ({what})" for file, what in changed)
        open_ = f"; of {many(len(unsure), 'position')} not everything is decided" if unsure else ""
        page.line(f"{of_several}{f': {which}' if which else ''}{open_}")


# every open point, one at a time


def show_dependences(page: Page, answer: DependenceAnswer, detail: Detail = BRIEF) -> None:
    """Each open point that matters with its other readings and what they make of the answer."""
    found = answer.dependence
    not_examined = found.all_not_examined
    others = answer.tried - len({*(each.key for each in found.keys), *not_examined})
    if found.keys:
        matter = f"{many(len(found.keys), 'open point')} matter{'s' if len(found.keys) == 1 else ''} here"
        page.verdict("different", f"{matter}.", "", answer.file)
    elif not found.is_answered:
        page.verdict("undecided", _first("".join(map(sentence, answer.notes))), "warn", answer.file)
        return
    elif answer.verdict == "undecided":
        page.verdict("undecided", "No open point that was tried matters here.", "warn", answer.file)
    else:
        page.verdict("the same", f"None of {others} open points matters here.", "good", answer.file)
    if found.summary:
        page.text(f"{'As judged: ' if found.keys else ''}{found.summary}", _INDENT, 2)
    for key, rival in _by_weight(found):
        page.text(f"{key} = {rival.option}{_whose(rival)}: {otherwise(rival, found.summary)}", _INDENT, 2)
    if found.keys:
        page.text(f"The other {others} open points change nothing here.", _INDENT)
    if found.undecided:
        page.text(_UNDECIDED, _INDENT, style="warn")
    if not_examined:
        page.text(f"Not examined: {', '.join(not_examined)}.", _INDENT, 2, style="warn")
    show_notes(page, answer.notes)
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
    """One line: the interpretations that a position depends on, or which of several depend on any."""
    changed = [(answer.file, _keys(answer.dependence)) for answer in answers if answer.dependence.keys]
    _show_briefly(page, answers, changed, _how_many_depend(answers))


def show_all_dependences(page: Page, answers: Sequence[DependenceAnswer]) -> None:
    """Each position with the interpretations that it depends on."""
    page.heading(_how_many_depend(answers))
    for answer in answers:
        if answer.dependence.keys:
            page.text(answer.file, indent=2, hang=2)
            page.text(_keys(answer.dependence), indent=6, hang=2)
    for answer in answers:
        if not_examined := answer.dependence.all_not_examined:
            names = ", ".join(not_examined)
            page.text(f"not examined: {answer.file}: {names}", hang=2, style="warn")
        for note in answer.notes:
            page.text(f"{answer.file}: {note}", hang=2, style="warn")


def _how_many_depend(answers: Sequence[DependenceAnswer]) -> str:
    """How many positions depend on some open point."""
    some = sum(bool(answer.dependence.keys) for answer in answers)
    return f"{some} of {many(len(answers), 'position')} depend{'s' if some == 1 else ''} on some open point"


def _makers(answer: DiffAnswer) -> str:
    return ", ".join(maker.key for maker in answer.makers)


def _keys(found: Dependence) -> str:
    return ", ".join(each.key for each in found.keys)


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]
