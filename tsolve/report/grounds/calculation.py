"""A calculation as a table: columns for quantities, rows for contributions and modifiers, the sum below.

Every number is one of the engine's; the table only puts them side by side.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsolve.model.answers import Calculation
from tsolve.model.trace import Entry
from tsolve.report.grounds.sums import MODIFIERS, summed_quantity
from tsolve.report.page import Column, Page


class Tables:
    """The tables of one page. Each is printed once; whatever rests on the same one refers to it."""

    def __init__(self, page: Page, titles: Mapping[str, str]) -> None:
        """`titles` names rulings, for rows that no card stands behind."""
        self.page, self.titles = page, titles
        self._places: dict[Calculation, str] = {}

    def place(self, calculation: Calculation) -> str:
        """Where an equal table stands on the page, in words; empty if nowhere yet."""
        return self._places.get(calculation, "")

    def stands(self, calculation: Calculation, place: str) -> None:
        """An equal table stands there already."""
        self._places.setdefault(calculation, place)

    def show(self, calculation: Calculation, place: str, indent: int = 2) -> None:
        """Print the table, or where the same table stands; `place` is what later references will say."""
        if known := self.place(calculation):
            self.page.text(f"{calculation.title}: {known}", indent=indent, hang=2)
            return
        self._places[calculation] = place
        show_calculation(self.page, calculation, self.titles, indent)


def show_calculation(
    page: Page, calculation: Calculation, titles: Mapping[str, str], indent: int = 2
) -> None:
    """The table; `titles` names rulings, for rows that no card stands behind."""
    page.text(calculation.title, indent=indent, style="bold")
    quantities = list(dict.fromkeys(row.quantity for row in calculation.rows if row.quantity))
    if "value" in quantities:  # the sum stands in the last column
        quantities = [each for each in quantities if each != "value"] + ["value"]
    quantities = quantities or [""]
    heads = (
        Column("from", wraps=True),
        *(Column(quantity, align="right") for quantity in quantities),
        Column("rules", wraps=True, style="rule", spare=True),
    )
    rows = []
    for row in calculation.rows:
        cells = [_cell(row) if row.quantity == quantity else "" for quantity in quantities]
        rows.append((_label(row, titles), *cells, ", ".join(row.rulings)))
    sums = [""] * len(quantities)
    compared = _against(calculation)
    if summed_quantity(calculation) is None:  # no column is that of the total
        compared = f"{calculation.total} {compared}".rstrip()
    else:
        sums[-1] = str(calculation.total)
    rows.append(("total", *sums, compared))
    page.table(heads, rows, indent, sums=1, calculation=calculation)


def split(calculation: Calculation, titles: Mapping[str, str]) -> str:
    """What the total is the sum of, in a line: `Attack +7, cover -2`."""
    summed = summed_quantity(calculation)
    changing = (row for row in calculation.rows if row.quantity == summed and row.change)
    return ", ".join(f"{_label(row, titles)} {_cell(row)}" for row in changing)


def _cell(row: Entry) -> str:
    """What the row did to its quantity: `+2`, or `7 -> 3` where it replaced the number."""
    if row.step in MODIFIERS:
        return f"{row.before} -> {row.after}"
    return f"{row.change:+d}" if row.change else "0"


def _label(row: Entry, titles: Mapping[str, str]) -> str:
    ruling = row.rulings[0] if row.rulings else ""
    told = ", ".join(part for part in (row.subject, row.note) if part) or titles.get(ruling, row.step)
    return f"{told} ({row.step})" if row.step in MODIFIERS and row.step != "floor" else told


def _against(calculation: Calculation) -> str:
    if calculation.against is None:
        return ""
    sign = ">=" if calculation.total >= calculation.against else "<"
    measure = f" ({calculation.measure})" if calculation.measure else ""
    return f"{sign} {calculation.against}{measure}"
