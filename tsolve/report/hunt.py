"""A hunt as text: the position, and what differs on it."""

from __future__ import annotations

from tsolve.model.hunts import HuntAnswer
from tsolve.report.diff import show_differences
from tsolve.report.page import Page
from tsolve.report.rulings import show_rulings
from tsolve.report.verdict import HOLDS, REFUTED, UNDECIDED


def hunt_code(answer: HuntAnswer) -> int:
    """0 a position was found, 1 none was, 3 the search ended before one was found."""
    if answer.found:
        return HOLDS
    return UNDECIDED if answer.cut_short else REFUTED


def show_hunt(page: Page, answer: HuntAnswer) -> None:
    """The position found, or how far was looked."""
    sides = f"{answer.before} and {answer.after}"
    if not answer.found:
        page.heading(f"{sides}: moot within these bounds", style="warn")
        page.text(f"no difference on {answer.tried} positions ({answer.bounds})", indent=2, hang=2)
        if answer.cut_short:
            page.text(f"undecided: {answer.cut_short}", indent=2, hang=2, style="warn")
    else:
        page.heading(f"{sides} differ", style="good")
        page.text(f"{answer.tried} positions tried ({answer.bounds})", indent=2, hang=2)
        if answer.cut_short:
            page.text(f"there may be a smaller one: {answer.cut_short}", indent=2, hang=2, style="warn")
        if answer.file:
            page.text(f"written to {answer.file}", indent=2, hang=2)
        page.heading(f"What differs from {answer.before} to {answer.after}")
        show_differences(page, answer.differences)
        page.heading("The position")
        for line in answer.position.splitlines():
            page.text(line.lstrip(), indent=2 + len(line) - len(line.lstrip()), hang=4)
    show_rulings(page, (), answer.citations, answer.documents)


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
