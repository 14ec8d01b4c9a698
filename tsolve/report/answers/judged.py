"""Verdicts on claims and expectations."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.model.answers import ClaimAnswer, ExpectationAnswer
from tsolve.report.grounds.calculation import Tables
from tsolve.report.grounds.rulings import cites
from tsolve.report.page import Page, Style

_VERDICTS: dict[str, Style] = {"confirmed": "good", "refuted": "bad", "undecided": "warn"}
_FAILS: tuple[str, Style] = ("fails", "bad")
_UNDECIDED: tuple[str, Style] = ("undecided", "warn")
_WIDTH = 11


def show_claims(page: Page, claims: Sequence[ClaimAnswer], tables: Tables) -> None:
    """Each claim with its verdict and reason, and the calculation unless it stands above already."""
    page.heading("Claims")
    for claim in claims:
        table = claim.calculation
        known = tables.place(table) if table is not None else ""
        rows = table.rows if table is not None else ()
        tabled = {ruling for row in rows for ruling in row.rulings}
        own = [ruling for ruling in claim.rulings if ruling not in tabled]
        parts = (f"{claim.text}: {claim.reason}", cites(own), f"({known})" if known else "")
        text = " ".join(part for part in parts if part)
        page.labelled(claim.verdict, text, width=_WIDTH, style=_VERDICTS[claim.verdict])
        if table is not None and not known:
            tables.show(table, f'calculation under "{claim.text}"', indent=4)
            page.blank()


def show_expectations(page: Page, expectations: Sequence[ExpectationAnswer], verbose: bool = False) -> None:
    """The expectations that fail or are undecided, with what was expected and found; `verbose` lists all."""
    page.heading("Expectations")
    for each in expectations:
        if not each.holds:
            text = f"{each.what}: expected {each.expected}, found {each.found}"
            label, style = _UNDECIDED if each.undecided else _FAILS
            page.labelled(label, text, width=_WIDTH, style=style)
        elif verbose:
            page.labelled("holds", f"{each.what}: {each.found}", width=_WIDTH, style="good")
