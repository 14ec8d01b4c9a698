"""The whole answer about a position file, and the shorter pages of `solve` and `legal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.report.calculation import Tables
from tsolve.report.dependence import show_dependence
from tsolve.report.judged import show_claims, show_expectations
from tsolve.report.lines import line_heading, show_line
from tsolve.report.page import Page
from tsolve.report.positions import show_legal, show_legal_briefly, show_position, show_refused
from tsolve.report.rulings import show_notes, show_rulings, show_titles
from tsolve.report.summary import brief_answer, show_verdict
from tsolve.report.verdict import has_news, only_asks

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.lookups import LegalAnswer
    from tsolve.model.solved import SolvedAnswer


def show_check(page: Page, answer: CheckAnswer, verbose: bool = False) -> None:
    """The verdict; position, line, claims and best line; what is legal; what all of it rests on.

    Expectations that hold are only counted, unless `verbose`.
    """
    tables = Tables(page, {cited.id: cited.title for cited in answer.citations})
    show_verdict(page, answer)
    show_position(page, answer.position)
    if answer.line is not None:
        page.heading(line_heading(answer.line))
        show_line(page, answer.line, tables, "calculation of the line")
    if answer.claims:
        show_claims(page, answer.claims, tables)
    if (verbose and answer.expectations) or not all(each.holds for each in answer.expectations):
        show_expectations(page, answer.expectations, verbose)
    if answer.solution is not None:
        from tsolve.report.solution import show_solution

        show_solution(page, answer.solution, tables)
    if answer.refused:
        show_refused(page, answer.refused)
    show_legal_briefly(page, answer.legal)
    show_rulings(page, answer.readings, answer.citations, answer.documents)
    if answer.notes:
        show_notes(page, answer.notes)


def show_failures(page: Page, answer: CheckAnswer) -> None:
    """Only what does not hold, under the name of the file; nothing when all holds.

    The answer to a file that only asks is one line, however long.
    """
    if not has_news(answer):
        return
    if only_asks(answer):
        page.line(f"{answer.file}: {brief_answer(answer)}")
        return
    tables = Tables(page, {cited.id: cited.title for cited in answer.citations})
    show_verdict(page, answer)
    if answer.line is not None and not answer.line.legal:
        page.heading(line_heading(answer.line))
        show_line(page, answer.line, tables, "calculation of the line", cited=False)
    if claims := [claim for claim in answer.claims if claim.verdict != "confirmed"]:
        show_claims(page, claims, tables)
    if not all(each.holds for each in answer.expectations):
        show_expectations(page, answer.expectations)
    if answer.solution is not None and answer.solution.status == "undecided":
        show_notes(page, (*answer.solution.left_out, *answer.solution.notes))


def show_solve(page: Page, answer: SolvedAnswer, everything: bool = False) -> None:
    """The best line with its table, or the policy, and what it rests on; `everything` shows every plan."""
    from tsolve.report.solution import show_solution

    tables = Tables(page, {cited.id: cited.title for cited in answer.citations})
    show_solution(page, answer.solution, tables, everything)
    if answer.depends is not None:
        page.blank()
        show_dependence(page, answer.depends)
    if answer.targets:
        from tsolve.report.targets import targets_in_short

        page.heading("What can be reached")
        for told in targets_in_short(answer.targets):
            page.text(told, 2, 2)
    show_rulings(page, answer.readings, answer.citations, answer.documents)


def show_legal_page(page: Page, answer: LegalAnswer) -> None:
    """Every legal action, every refused one, and the rulings."""
    if answer.waiting:
        page.text(answer.waiting, style="warn")
    show_legal(page, answer.legal)
    if answer.refused:
        show_refused(page, answer.refused)
    show_titles(page, answer.citations)
