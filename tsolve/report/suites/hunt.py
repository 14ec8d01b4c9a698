"""A hunt as text: the position, and what differs on it."""

from __future__ import annotations

from tsolve.model.hunts import HuntAnswer
from tsolve.report.detail import BRIEF, Detail
from tsolve.report.grounds.rulings import show_grounds
from tsolve.report.page import Page
from tsolve.report.suites.differences import in_words
from tsolve.report.words.sentences import many, sentence

_INDENT = 3


def show_hunt(page: Page, answer: HuntAnswer, detail: Detail = BRIEF) -> None:
    """The position found, or how far was looked."""
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
    """The position as a file; one line where it was written to one, or where there is none."""
    if answer.found and not answer.file:
        for line in as_puzzle(answer).splitlines():
            page.line(line)
        return
    told = f"written to {answer.file}" if answer.found else f"none on {answer.tried} positions"
    told += f"; {answer.cut_short}" if answer.cut_short else ""
    page.text(f"{answer.before} and {answer.after}: {told}", hang=2)


def as_puzzle(answer: HuntAnswer) -> str:
    """The position as a file of its own: what differs stands in its comment."""
    told = [f"{each.what}: {each.before or '-'} / {each.after or '-'}" for each in answer.differences]
    head = [
        f"# The smallest position found on which {answer.before} and {answer.after} differ.",
        *(f"# {line}" for line in told),
    ]
    return "\n".join([*head, answer.position])
