"""Verdicts: claims and expectations; then what they rest on: readings, rulings, notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tsolve.model.answers import Cited, CitedDocument, ClaimAnswer, ExpectationAnswer, ReadingAnswer
from tsolve.report.calculation import show_calculation
from tsolve.report.page import Page, Style, columns
from tsolve.report.positions import cites

_VERDICTS: dict[str, Style] = {"confirmed": "good", "refuted": "bad", "undecided": "warn"}
_WIDTH = 12


def show_claims(page: Page, claims: Iterable[ClaimAnswer], titles: Mapping[str, str]) -> None:
    """Each claim with its verdict, the reason and the calculation behind it."""
    page.heading("Claims")
    for claim in claims:
        page.labelled(claim.verdict, claim.text, width=_WIDTH, style=_VERDICTS[claim.verdict])
        page.text(f"{claim.reason} {cites(claim.rulings)}".strip(), indent=2 + _WIDTH)
        if claim.calculation is not None:
            show_calculation(page, claim.calculation, titles, indent=4)
            page.blank()


def show_expectations(page: Page, expectations: Iterable[ExpectationAnswer]) -> None:
    """Each expectation; one that fails with what was expected and what was found."""
    page.heading("Expectations")
    for each in expectations:
        if each.holds:
            page.labelled("holds", f"{each.what}: {each.found}", width=_WIDTH, style="good")
        else:
            text = f"{each.what}: expected {each.expected}, found {each.found}"
            page.labelled("fails", text, width=_WIDTH, style="bad")


def show_readings(page: Page, readings: Iterable[ReadingAnswer]) -> None:
    """The interpretations that the answer went through."""
    page.heading("Interpretations that the answer went through")
    for reading in readings:
        mark = " (chosen in the file or the command)" if reading.overridden else ""
        page.text(
            f"{reading.key} = {reading.option}{mark}", indent=2, style="warn" if reading.overridden else ""
        )
        page.text(reading.question, indent=4, style="dim")


def show_citations(page: Page, citations: Iterable[Cited], documents: Iterable[CitedDocument]) -> None:
    """The rulings with the sections where they are written, then the documents and their editions."""
    page.heading("Rulings")
    for cited in citations:
        page.text(f"{cited.id}: {cited.title}", indent=2, hang=2)
        for places in cited.sources:
            page.text(f"{places.document}: {'; '.join(places.sections)}", indent=4, hang=2, style="dim")
    page.heading("Documents")
    told = list(documents)
    width = max((columns(each.id) for each in told), default=0) + 2
    for each in told:
        page.labelled(
            each.id, f"{each.title}{', ' if each.edition else ''}{each.edition}", width=min(width, 20)
        )


def show_titles(page: Page, citations: Iterable[Cited]) -> None:
    """The rulings by id and title only."""
    page.heading("Rulings (tsolve rule ID tells where each is written)")
    cited = list(citations)
    width = max((columns(each.id) for each in cited), default=0) + 2
    for each in cited:
        page.labelled(each.id, each.title, width=min(width, 30))


def show_notes(page: Page, notes: Iterable[str]) -> None:
    """Remarks, each with a label."""
    page.blank()
    for note in notes:
        page.text(f"note: {note}", hang=6, style="warn")
