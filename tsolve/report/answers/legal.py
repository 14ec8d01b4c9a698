"""What is legal and what is not, with the reasons: in a few lines, then all of it."""

from __future__ import annotations

from tsolve.model.lookups import LegalAnswer
from tsolve.report.answers.positions import alike, first, grouped, show_legal, show_refused
from tsolve.report.detail import BRIEF, Detail
from tsolve.report.grounds.rulings import show_grounds, show_notes
from tsolve.report.page import Page
from tsolve.report.words.sentences import ended, sentence

_MOST_REASONS = 6
"""Reasons that are told; more of them stand behind `-v`."""
_MOST_RULES = 3
_TEXT = 13
"""Where the text beside a verdict begins."""


def show_legal_page(page: Page, answer: LegalAnswer, detail: Detail = BRIEF) -> None:
    """Actions of a kind together, then what is refused with its reasons; then the layers asked for."""
    if answer.waiting:
        page.text(sentence(answer.waiting), style="warn")
    told = grouped(answer.legal)
    page.verdict("legal", told[0] if told else "nothing")
    for text in told[1:]:
        page.text(text, _TEXT, 2)
    _show_refused_briefly(page, answer)
    if detail.verbose:
        show_legal(page, answer.legal)
        if answer.refused:
            show_refused(page, answer.refused)
    show_notes(page, answer.notes)
    show_grounds(page, detail, (), answer.citations, answer.documents)


def _show_refused_briefly(page: Page, answer: LegalAnswer) -> None:
    groups = list(alike(answer.refused).items())
    for number, ((reason, rules), actions) in enumerate(groups[:_MOST_REASONS]):
        text = f"{first(actions, '; ')}: {ended(reason)}"
        if number:
            page.text(text, _TEXT, 2, rules=rules[:_MOST_RULES])
        else:
            page.verdict("not legal", text, rules=rules[:_MOST_RULES])
    if more := sum(len(actions) for _, actions in groups[_MOST_REASONS:]):
        page.text(f"{more} more (-v)", _TEXT)
