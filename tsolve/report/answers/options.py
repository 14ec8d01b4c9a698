"""What the rules leave to do, and what decided against the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tsolve.model.options import letter_of
from tsolve.report.page import Column, Page
from tsolve.report.words.sentences import many, sentence

if TYPE_CHECKING:
    from tsolve.model.options import Contest, Option, Options

_MOST_TOLD = 8
"""Options that are told one by one; the layers tell the others."""


def show_options(page: Page, options: Options, place: str = "", everything: bool = False) -> None:
    """The only option in a sentence, or all of them for whoever may choose; then what decided."""
    found = options.options
    if options.hangs_on:
        told = f"the {options.title} hangs on {' and '.join(options.hangs_on)}, which the file does not tell"
        page.verdict("undecided", sentence(told), "warn", place)
        _list(page, found, everything)
    elif len(found) == 1:
        page.verdict("decided", sentence(found[0].text), "good", place)
    else:
        told = f"{many(len(found), 'option')} in the {options.title}: {options.chooser} choose."
        page.verdict("open", told, "good", place)
        _list(page, found, everything)
    for contest in options.contests:
        if everything:
            _show_table(page, contest)
        elif contest.told or contest.decided_by:
            page.text(_in_short(contest), 3, 3, rules=contest.rulings)


def _list(page: Page, found: Sequence[Option], everything: bool) -> None:
    """One by one, with letters by which people and maps name them."""
    shown = found if everything else found[:_MOST_TOLD]
    for index, each in enumerate(shown):
        page.text(f"({letter_of(index)}) {each.text}", 3, 4)
    if len(shown) < len(found):
        page.text(f"and {len(found) - len(shown)} more", 3)


def _in_short(contest: Contest) -> str:
    """The best and the next one, with what decides between them."""
    if contest.told:
        return f"{contest.title}: {sentence(contest.told)}"
    at = contest.columns.index(contest.decided_by)
    best = contest.rivals[0]
    others = [rival for rival in contest.rivals if not rival.is_best]
    told = ", ".join(f"{rival.name} {rival.cells[at]}" for rival in (best, *others[:2]))
    return f"{contest.title}: {contest.decided_by} decide: {told}."


def _show_table(page: Page, contest: Contest) -> None:
    page.heading(contest.title)
    heads = (Column(""), *(Column(column, "right") for column in contest.columns), Column(""))
    rows = [(rival.name, *map(str, rival.cells), "best" if rival.is_best else "") for rival in contest.rivals]
    page.table(heads, rows)
    if contest.told:
        page.text(sentence(contest.told), 2, rules=contest.rulings)
    elif contest.decided_by:
        page.text(f"decided by {contest.decided_by}", 2, rules=contest.rulings)
