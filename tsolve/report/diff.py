"""Shows differences: of one position under several readings, of the position that a hunt found, and of a
receipt compared with the answer of today.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse

from msgspec.structs import replace

from tsolve.model.comparisons import KINDS, Dependence, Dependency, Difference, Kind, Rival
from tsolve.model.diffs import DependenceAnswer, DiffAnswer, HuntAnswer, Maker
from tsolve.model.receipts import FileChange, SaidOtherwise, VerifyAnswer
from tsolve.model.verdicts import comes_first
from tsolve.report.page import BRIEF, Detail, Page, Style, in_one_line
from tsolve.report.rulings import READERS_READING, changes_the_verdict, otherwise, show_grounds, show_notes
from tsolve.report.words import many, parts_that_differ, sentence

_WIDTH = 11
_NOTHING = "-"
"""Shown for a side that has no such finding."""
_BEST_LINE: Kind = "best line"


def show_every_difference(page: Page, answer: DiffAnswer) -> None:
    """Show what differs, and what each open point that makes the difference changes alone."""
    if answer.differences:
        page.heading(f"What differs from {answer.sides[0].name} to {answer.sides[1].name}")
        show_differences(page, answer.differences)
    if len(answer.makers) > 1:
        page.heading("What each changes by itself")
        for maker in answer.makers:
            _show_maker(page, maker)


def show_differences(page: Page, found: Sequence[Difference]) -> None:
    """Show each difference with its subject, the most important kind first."""
    for kind in KINDS:
        for each in found:
            if each.kind == kind:
                page.labelled(called(kind), in_words(each), width=_WIDTH)


def show_every_reading(page: Page, keys: Sequence[Dependency]) -> None:
    """Show each open point with its other readings, and all that these change."""
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
    """The kinds of differences, the most important first."""
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


_INDENT = 3
_MOST = 4
"""The most differences that are listed one by one."""
_UNDECIDED = "Not everything is decided: something is unknown or not proved."
_AFTERWARDS = "afterwards"
"""How differences of the position after the turn begin; they follow from the others."""


_WORDS = {"same": "the same", "different": "different", "undecided": "undecided"}


# two sets of readings


def show_diff(page: Page, answer: DiffAnswer, detail: Detail = BRIEF) -> None:
    """Show the answer on each side, the most important differences, and the open points that make them."""
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
        page.text(f"{many(left, 'more difference')}.", _INDENT, style="dim", hint="-v shows all")
    if detail.verbose:
        show_every_difference(page, answer)
    show_notes(page, answer.notes)
    show_grounds(page, detail, (), answer.citations, answer.documents)


def _show_sides(page: Page, answer: DiffAnswer) -> None:
    """Show the answer on each side; only once if they are the same."""
    told = {side.summary for side in answer.sides}
    if len(told) == 1:
        names = " and ".join(side.name for side in answer.sides)
        page.text(f"{names}: {answer.sides[0].summary}" if any(told) else names, _INDENT, 2)
        return
    width = max(len(side.name) for side in answer.sides) + 2
    for side in answer.sides:
        page.labelled(side.name, side.summary, _INDENT, min(width, 30), "bold")


def _weightiest(answer: DiffAnswer) -> list[Difference]:
    """The most important differences, without those that the answers of the sides show already or that follow
    from others.
    """
    sides = {side.summary for side in answer.sides}
    found = [each for each in answer.differences if not {each.before, each.after} <= sides]
    plain = [each for each in found if not each.what.startswith(_AFTERWARDS) and each.kind != "best line"]
    unequal = {(each.kind, each.before, each.after): each for each in reversed(plain or found)}
    return [each for each in plain or found if each in unequal.values()][:_MOST]


def show_diffs_briefly(page: Page, answers: Sequence[DiffAnswer]) -> None:
    """One line: what differs about a position, or which of several positions change; by which open points."""
    changed = [(answer.file, _in_short(answer)) for answer in answers if answer.differences]
    _show_briefly(page, answers, changed, _how_many_change(answers))


def show_diffs(page: Page, answers: Sequence[DiffAnswer]) -> None:
    """Show which positions change, in what, and by which open points."""
    page.heading(_how_many_change(answers))
    for answer in answers:
        if answer.differences:
            page.text(answer.file, indent=2, hang=2)
            page.text(_in_short(answer), indent=6, hang=2)
    if unsure := sum(answer.undecided and not answer.differences for answer in answers):
        page.blank()
        page.text(f"of {many(unsure, 'position')} not everything is decided on both sides", style="warn")


def _in_short(answer: DiffAnswer) -> str:
    """What differs, and which open points make it, if these were found."""
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
    """One line, however long. `changed` are the files that differ, with a text for each; `of_several` begins
    the line if there are several positions.
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
    """Show each open point that matters, with its other readings and the answer under each."""
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
    """The other readings; those that change the verdict come first."""
    rivals = [(each.key, rival) for each in found.keys for rival in each.rivals]
    return sorted(rivals, key=lambda each: not changes_the_verdict(each[1]))


def _whose(rival: Rival) -> str:
    return "" if rival.printings else " (no printing has it)"


def show_dependences_briefly(page: Page, answers: Sequence[DependenceAnswer]) -> None:
    """One line: the open points that a position depends on, or which of several positions depend on any."""
    changed = [(answer.file, _keys(answer.dependence)) for answer in answers if answer.dependence.keys]
    _show_briefly(page, answers, changed, _how_many_depend(answers))


def show_all_dependences(page: Page, answers: Sequence[DependenceAnswer]) -> None:
    """Show each position with the open points that it depends on."""
    page.heading(_how_many_depend(answers))
    for answer in answers:
        if answer.dependence.keys:
            page.text(answer.file, indent=2, hang=2)
            page.text(_keys(answer.dependence), indent=6, hang=2)
    for answer in answers:
        if not_examined := answer.dependence.all_not_examined:
            names = ", ".join(not_examined)
            page.text(f"not examined: {answer.file}: {names}", hang=2, style="warn")
        for note in filterfalse(comes_first, answer.notes):
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


def show_hunt(page: Page, answer: HuntAnswer, detail: Detail = BRIEF) -> None:
    """Show the position that was found, or how many were tried."""
    sides = f"{answer.before} and {answer.after}"
    if not answer.found:
        told = f"No difference between {sides} on {many(answer.tried, 'position')} ({answer.bounds})."
        page.verdict("undecided" if answer.cut_short else "moot", told, "warn" if answer.cut_short else "")
        if answer.cut_short:
            page.text(sentence(answer.cut_short), _INDENT, style="warn")
    else:
        page.verdict("different", f"{sides} differ on {answer.file or 'this position'}.", "")
        for each in answer.differences:
            page.text(in_words(each), _INDENT, 2)
        if not answer.file:
            page.blank()
            for line in answer.position.splitlines():
                page.text(line.lstrip(), indent=2 + len(line) - len(line.lstrip()), hang=4)
            page.blank()
        page.text(f"{many(answer.tried, 'position')} tried ({answer.bounds}).", _INDENT, 2)
        if answer.cut_short:
            page.text(f"There may be a smaller one: {answer.cut_short}.", _INDENT, 2, style="warn")
    show_grounds(page, detail, (), answer.citations, answer.documents)


def show_hunt_briefly(page: Page, answer: HuntAnswer) -> None:
    """The position as a file; or one line, if it was written to a file or none was found."""
    if answer.found and not answer.file:
        for line in as_puzzle(answer).splitlines():
            page.line(line)
        return
    told = f"written to {answer.file}" if answer.found else f"none on {answer.tried} positions"
    told += f"; {answer.cut_short}" if answer.cut_short else ""
    page.text(f"{answer.before} and {answer.after}: {told}", hang=2)


def as_puzzle(answer: HuntAnswer) -> str:
    """The position as a file, with the differences in a comment."""
    told = [f"{each.what}: {each.before or '-'} / {each.after or '-'}" for each in answer.differences]
    head = [
        f"# The smallest position found on which {answer.before} and {answer.after} differ.",
        *(f"# {line}" for line in told),
    ]
    return "\n".join([*head, answer.position])


_SAID: dict[str, tuple[str, str, Style]] = {
    "identical": ("identical", "The answer is the same, and so is all that it rests on.", "good"),
    "unchanged": ("the same", "The answer is the same, although something else has changed.", "good"),
    "newer_form": (
        "the same",
        "The answer is the same; its form is newer than that of the receipt, so its wording differs.",
        "good",
    ),
    "changed": ("different", "The answer is different.", "bad"),
}
_WIDE = 12


def show_receipt(page: Page, answer: VerifyAnswer) -> None:
    """Show whether the answer is the same, what has changed, and which parts of the answer differ."""
    word, said, style = _SAID[answer.status]
    page.verdict(word, said, style, answer.file)
    page.text(f"{answer.command} of {answer.position}: {answer.now}", indent=2, hang=2)
    for change in answer.changes:
        page.labelled("changed", _changed(change), width=_WIDE, style="warn")
    if answer.status == "changed" and not answer.changes:
        page.labelled("changed", "nothing that the answer was derived from", width=_WIDE, style="warn")
    told = {difference.what for difference in answer.differences}
    label = "worded now" if answer.status == "newer_form" else "differs"
    for difference in answer.differences:
        if difference.what == "trace" and "events" in told:
            continue  # `events` shows the same in words
        page.labelled(label, _otherwise(difference), width=_WIDE)


show_receipt_in_a_line = in_one_line(show_receipt)


def _changed(change: FileChange) -> str:
    if change.what == "position":
        return "the position was edited"
    if change.what == "code":
        return "the code of tsolve"
    if change.what == "ruleset":
        how = {"edited": "was edited", "missing": "is no longer there", "new": "is new"}[change.how]
        return f"the ruleset: {change.name} {how}"
    names = {
        "version": "the version of tsolve",
        "printing": "the printing",
        "interpretation": f"the reading of {change.name}",
    }
    return f"{names[change.what]}: {change.before or 'none'} -> {change.after or 'none'}"


def _otherwise(difference: SaidOtherwise) -> str:
    if difference.what == "trace":
        return "the events behind the answer, their order, or the rules behind them"
    return f"{difference.what}: {difference.before or 'nothing'} -> {difference.after or 'nothing'}"
