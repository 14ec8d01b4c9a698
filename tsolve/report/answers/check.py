"""The answers of `check` and `solve`: in a few lines, then layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.report.answers.judged import show_claims, show_expectations
from tsolve.report.answers.positions import show_legal_briefly, show_position, show_refused
from tsolve.report.answers.summary import show_summary
from tsolve.report.detail import BRIEF, Detail
from tsolve.report.grounds.calculation import Tables
from tsolve.report.grounds.dependence import show_dependence
from tsolve.report.grounds.rulings import show_grounds, show_notes
from tsolve.report.page import Page
from tsolve.report.plays.lines import line_heading, show_line
from tsolve.report.plays.what_to_write import show_what_to_write

if TYPE_CHECKING:
    from msgspec import UnsetType

    from tsolve.model.answers import CheckAnswer
    from tsolve.model.solved import SolvedAnswer
    from tsolve.model.targets import TargetsAnswer


def show_check(page: Page, answer: CheckAnswer, detail: Detail = BRIEF) -> None:
    """Verdicts with their reasons, the numbers that matter, the readings that change them; then the layers
    that are asked for.
    """
    titles = {cited.id: cited.title for cited in answer.citations}
    show_summary(page, answer, titles)
    if answer.depends is not None:
        show_dependence(page, answer.depends, detail)
    if detail.verbose:
        show_position(page, answer.position)
        show_everything(page, answer, Tables(page, titles))
    show_notes(page, answer.notes)
    show_grounds(page, detail, answer.readings, answer.citations, answer.documents)
    if detail.sources:
        show_notes(page, answer.provenance)


def show_solve(page: Page, answer: SolvedAnswer, detail: Detail = BRIEF, everything: bool = False) -> None:
    """The best play with its sum, or the plan; then the layers; `everything` shows every best play."""
    from tsolve.report.plays.best import show_best
    from tsolve.report.plays.solution import show_all, show_solution

    titles = {cited.id: cited.title for cited in answer.citations}
    show_best(page, answer.solution, titles, answer.candidates)
    show_what_to_write(page, answer.to_write)
    if answer.depends is not None:
        show_dependence(page, answer.depends, detail)
    if detail.verbose:
        if answer.map:
            page.blank()
            page.map(answer.map)
        show_solution(page, answer.solution, Tables(page, titles), everything, answer.candidates)
    elif everything:
        show_all(page, answer.solution)
    show_reach(page, answer.targets)
    show_grounds(page, detail, answer.readings, answer.citations, answer.documents)


def show_reach(page: Page, targets: TargetsAnswer | UnsetType) -> None:
    """What the turn can do to each target; nothing where that was not asked."""
    if targets:
        from tsolve.report.answers.targets_whole import targets_in_short

        page.heading("What can be reached")
        for told in targets_in_short(targets):
            page.text(told, 2, 2)


def show_everything(page: Page, answer: CheckAnswer, tables: Tables) -> None:
    """The turn step by step, the claims with their calculations, what is legal."""
    if answer.options is not None:
        from tsolve.report.answers.options import show_options

        page.heading("Options")
        show_options(page, answer.options, everything=True)
    if answer.odds:
        from tsolve.report.chances.whole import show_whole

        show_whole(page, answer.odds)
    if answer.line is not None:
        page.heading(line_heading(answer.line))
        show_line(page, answer.line, tables, "calculation of the turn")
    if answer.claims:
        show_claims(page, answer.claims, tables)
    if answer.expectations:
        show_expectations(page, answer.expectations, verbose=True)
    if answer.solution is not None:
        from tsolve.report.plays.solution import show_solution

        show_solution(page, answer.solution, tables)
    if answer.refused:
        show_refused(page, answer.refused)
    show_legal_briefly(page, answer.legal)
