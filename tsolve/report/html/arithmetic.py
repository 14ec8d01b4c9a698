"""How a number comes about: a table of what is added up, and a bar on the scale of what it has to reach."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tsolve.model.lines import Calculation
from tsolve.model.trace import Entry
from tsolve.report.grounds.sums import MODIFIERS, compared, label_of
from tsolve.report.html.citing import Rules
from tsolve.report.html.markup import NOTHING, Markup, joined, tag

_WIDTH, _HEIGHT = 480, 48
_BAR = 18
"""The height of a bar."""


def sum_table(
    calculation: Calculation, rules: Rules, deciding: Collection[Entry] = (), bubbles: bool = True
) -> Markup:
    """Each row with what it adds, the total below. A deciding row is marked and has its rule in full."""
    summed = calculation.rows[-1].quantity
    quantities = [*dict.fromkeys(row.quantity for row in calculation.rows if row.quantity != summed), summed]
    rows = [
        part
        for quantity in quantities
        for row in calculation.rows
        if row.quantity == quantity
        for part in _row(row, rules, row in deciding, quantity == summed, bubbles)
    ]
    total = tag(
        "tr",
        tag("th", "Total", tag("small", compared(calculation)), scope="row"),
        tag("td", _signed(calculation.total), class_="number"),
        tag("td"),
        class_="total",
    )
    heads = tag("tr", *(tag("th", head, scope="col") for head in ("From", "Amount", "Rules")))
    return tag("table", tag("thead", heads), tag("tbody", *rows, total), class_="sum")


def scale(calculation: Calculation) -> Markup:
    """The total as a bar, what was lost of it hatched, and what it has to reach as a line.

    Nothing where nothing was lost and nothing is to be reached.
    """
    running = [row.after for row in calculation.rows if row.quantity == calculation.rows[-1].quantity]
    most, total, needed = max(running, default=0), calculation.total, calculation.against
    longest = max(most, total, needed or 0)
    if total < 0 or longest <= 0 or (needed is None and most <= total):
        return NOTHING

    def x(number: int) -> str:
        return f"{4 + (_WIDTH - 8) * number / longest:.1f}"

    def box(start: int, end: int, kind: str) -> Markup:
        width = (_WIDTH - 8) * (end - start) / longest
        return tag("rect", x=x(start), y=4, width=f"{width:.1f}", height=_BAR, class_=kind)

    told = f"{total} reached"
    parts = [box(0, longest, "track"), box(0, total, "reached")]
    if most > total:
        parts.append(box(total, most, "lost"))
        told += f", {most - total} lost"
    if needed is not None:
        measure = calculation.measure or "needed"
        told += f"; {measure} {needed}"
        parts.append(tag("path", d=f"M{x(needed)} 0V{_BAR + 8}", class_="needed"))
        parts.append(_mark(x(needed), needed, longest, f"{measure} {needed}"))
    return tag(
        "svg",
        tag("title", told),
        *parts,
        class_="scale",
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        role="img",
    )


def _mark(x: str, number: int, longest: int, told: str) -> Markup:
    side = "end" if number > longest / 2 else "start"
    return tag("text", told, x=x, y=_HEIGHT - 6, text_anchor=side)


def _row(row: Entry, rules: Rules, decides: bool, adds: bool, bubbles: bool) -> Iterator[Markup]:
    label = label_of(row, rules.titles)
    note = row.note if row.subject or not row.note.startswith(label) else row.note.removeprefix(label)
    kind = " ".join(word for word, wanted in (("decides", decides), ("part", not adds)) if wanted)
    quantity = tag("small", row.quantity) if not adds else ""
    yield tag(
        "tr",
        tag("th", label, tag("small", note.strip(" ()")) if note else "", scope="row"),
        tag("td", _amount(row), " ", quantity, class_="number"),
        tag("td", rules.row(row.rulings, row.subject, bubbles), class_="rules"),
        class_=kind,
    )
    if decides and (told := _in_full(row, rules)):
        yield tag("tr", tag("td", told, colspan=3), class_="decides why")


def _in_full(row: Entry, rules: Rules) -> Markup:
    cited = next((rules.known[rule] for rule in row.rulings if rule in rules.known), None)
    return joined((rules.link(cited.id, bubble=False), ": ", cited.text)) if cited is not None else NOTHING


def _amount(row: Entry) -> str:
    if row.step in MODIFIERS:
        return f"{_signed(row.before)} → {_signed(row.after)}"
    return f"+{row.change}" if row.change > 0 else _signed(row.change)


def _signed(number: int) -> str:
    """With a true minus sign, which is as wide as a plus."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)
