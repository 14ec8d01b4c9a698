"""The whole answer about a position file, and the shorter pages of `solve` and `legal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.report.judged import (
    show_citations,
    show_claims,
    show_expectations,
    show_notes,
    show_readings,
    show_titles,
)
from tsolve.report.lines import show_line
from tsolve.report.page import Page, Style
from tsolve.report.positions import show_legal, show_legal_briefly, show_position, show_refused
from tsolve.report.solution import show_solution
from tsolve.report.verdict import exit_code

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.lookups import LegalAnswer, SolvedAnswer

_VERDICTS: dict[int, tuple[str, Style]] = {
    0: ("holds", "good"),
    1: ("refuted", "bad"),
    3: ("undecided", "warn"),
}


def show_check(page: Page, answer: CheckAnswer) -> None:
    """Position, what is legal, the line, claims, expectations, the best line, and what all of it rests on."""
    titles = {cited.id: cited.title for cited in answer.citations}
    verdict, style = _VERDICTS[exit_code(answer)]
    page.heading(f"{answer.file}: {verdict}", style=style)
    show_position(page, answer.position)
    show_legal_briefly(page, answer.legal)
    if answer.refused:
        show_refused(page, answer.refused)
    if answer.line is not None:
        page.heading("The line" if answer.line.legal else "The line is not legal")
        show_line(page, answer.line, titles, detailed=True)
    if answer.claims:
        show_claims(page, answer.claims, titles)
    if answer.expectations:
        show_expectations(page, answer.expectations)
    if answer.solution is not None:
        show_solution(page, answer.solution, titles)
    if answer.readings:
        show_readings(page, answer.readings)
    if answer.citations:
        show_citations(page, answer.citations, answer.documents)
    if answer.notes:
        show_notes(page, answer.notes)


def show_failures(page: Page, answer: CheckAnswer) -> None:
    """Only what does not hold, under the name of the file; nothing when all holds."""
    code = exit_code(answer)
    if code == 0:
        return
    titles = {cited.id: cited.title for cited in answer.citations}
    verdict, style = _VERDICTS[code]
    page.heading(f"{answer.file}: {verdict}", style=style)
    if answer.line is not None and not answer.line.legal:
        page.heading("The line is not legal")
        show_line(page, answer.line, titles, detailed=False)
    if claims := [claim for claim in answer.claims if claim.verdict != "confirmed"]:
        show_claims(page, claims, titles)
    if failed := [each for each in answer.expectations if not each.holds]:
        show_expectations(page, failed)
    if answer.solution is not None and answer.solution.status == "undecided":
        show_notes(page, (*answer.solution.left_out, *answer.solution.notes))


def show_solve(page: Page, answer: SolvedAnswer) -> None:
    """The best line with its table, and the rulings it rests on."""
    titles = {cited.id: cited.title for cited in answer.citations}
    show_solution(page, answer.solution, titles)
    show_citations(page, answer.citations, answer.documents)


def show_legal_page(page: Page, answer: LegalAnswer) -> None:
    """Every legal action, every refused one, and the rulings."""
    if answer.waiting:
        page.text(answer.waiting, style="warn")
    show_legal(page, answer.legal)
    if answer.refused:
        show_refused(page, answer.refused)
    show_titles(page, answer.citations)
