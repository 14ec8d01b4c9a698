"""Shows a calculation: in one line, as a sum and what it is compared with; or as a table with columns for
quantities and rows for contributions and modifiers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry
from tsolve.regex import Regex
from tsolve.report.page import Column, Page

MODIFIERS = ("multiply", "halve", "cancel", "floor")
"""Steps that replace a number instead of adding to it."""
_REPLACING = {"multiply": "multiplied", "halve": "halved", "cancel": "cancelled"}
_LONGEST = 54
"""Cards are listed one by one if that takes no more characters than this."""


def show_sum(page: Page, calculation: Calculation | None, titles: Mapping[str, str]) -> None:
    """Show the sum and whether it is enough; before that, replacements of numbers that go into it.

    Shows nothing if nothing is added up. `titles` names the rules of rows without a card.
    """
    if calculation is None or not calculation.rows:
        return
    summed = summed_quantity(calculation)
    for row in calculation.rows:
        if row.step in MODIFIERS and row.quantity != summed and row.before != row.after:
            page.text(f"{label_of(row, titles)}: {row.quantity} {row.before} becomes {row.after}", 5, 2)
    text = terms(calculation, titles) or calculation.title
    shown = text if text.endswith(":") else f"{text} ="
    page.sum(shown, str(calculation.total), compared(calculation), calculation)


def summed_quantity(calculation: Calculation) -> str | None:
    """The quantity that becomes the total: that of the last row; None if nothing contributes to it."""
    last = calculation.rows[-1] if calculation.rows else None
    return last.quantity if last is not None and last.after == calculation.total else None


def terms(calculation: Calculation, titles: Mapping[str, str]) -> str:
    """The terms of the sum: `Club 3 - Mud 1`; card by card if there are few.

    Ends with a colon if the last row replaces the number.
    """
    summed = summed_quantity(calculation)
    if summed is None:
        return ""
    rows = [row for row in calculation.rows if row.quantity == summed]
    parts = [part for row in rows for part in _parts(calculation, row)]
    by_cards, by_rows = (_joined(_added(each, titles), calculation) for each in (parts, rows))
    return by_cards if len(by_cards) <= _LONGEST else by_rows


_NEGATIVE = Regex(r"- (.+?) (\d+)(?= [-+=]| each|$)")
"""The first term of a sum, if it is negative."""


def _joined(terms: Iterable[str], calculation: Calculation) -> str:
    text = " ".join(terms).removesuffix(f" {calculation.total},")
    return _NEGATIVE.sub(r"\1 -\2", text, count=1) if text.startswith("- ") else text.removeprefix("+ ")


class Share(NamedTuple):
    """What one card or rule contributes to the total."""

    label: str
    change: int


def shares(calculation: Calculation, titles: Mapping[str, str]) -> list[Share]:
    """The contributions to the total, positive and negative, card by card; equal labels are merged."""
    summed = summed_quantity(calculation)
    found: dict[str, int] = {}
    for row in calculation.rows if summed is not None else ():
        for part in _parts(calculation, row) if row.quantity == summed else ():
            label = _replaced(part, titles) if part.step in MODIFIERS else label_of(part, titles)
            found[label] = found.get(label, 0) + part.change
    return [Share(label, change) for label, change in found.items() if change]


def compared(calculation: Calculation) -> str:
    """What the total has to reach, and how much is missing or to spare."""
    if calculation.against is None:
        return ""
    measure = f"{calculation.measure} {calculation.against}".strip()
    measure = measure[0].upper() + measure[1:]
    spare = calculation.total - calculation.against
    if spare < 0:
        return f"{measure}: {-spare} missing"
    return f"{measure}: {spare} to spare" if spare else f"{measure}: just enough"


def label_of(row: Entry, titles: Mapping[str, str]) -> str:
    """A row in a few words: its card, or else the start of its note."""
    text = row.subject or row.note.partition(" (")[0]
    return text or next((titles[rule] for rule in row.rulings if rule in titles), row.step)


def _parts(calculation: Calculation, row: Entry) -> Sequence[Entry]:
    """The rows of the quantity that this row adds unchanged; else only the row itself."""
    quantities = {each.quantity for each in calculation.rows} - {row.quantity}
    named = next((word for word in row.note.casefold().split() if word in quantities), "")
    parts = [each for each in calculation.rows if each.quantity == named and each.change]
    whole = parts and parts[-1].after == row.change and not any(each.step in MODIFIERS for each in parts)
    return parts if whole and not row.subject else [row]


def _added(rows: Iterable[Entry], titles: Mapping[str, str]) -> Iterator[str]:
    """Each term with its sign; rows of one name are merged."""
    sums: dict[str, list[Entry]] = {}
    for row in rows:
        if row.step in MODIFIERS:
            yield from _signed(sums)
            sums = {}
            yield f"= {row.before}; {_replaced(row, titles)}: {row.after},"
        elif row.change:
            sums.setdefault(label_of(row, titles), []).append(row)
    yield from _signed(sums)


def _replaced(row: Entry, titles: Mapping[str, str]) -> str:
    """Why a number is replaced: `halved by Reef`, `cannot go below 0`."""
    label = label_of(row, titles)
    return f"{_REPLACING[row.step]} by {label}" if row.subject and row.step in _REPLACING else label


def _copies(rows: Iterable[Entry]) -> int:
    """How many copies of a card these rows are from; 0 if they do not say.

    A card may contribute in several ways, and each copy in the same. A row that follows from a rule and the
    printed card is there once for each copy; one from the card's text alone may be there for other reasons.
    """
    brought = Counter((row.rulings, row.change) for row in rows if _is_of_a_copy(row))
    return max(brought.values(), default=0)


def _is_of_a_copy(row: Entry) -> bool:
    """Whether there is one such row for each copy of its card."""
    by_cards = [ruling.startswith("card.") for ruling in row.rulings]
    return not all(by_cards) if any(by_cards) else not row.note


def _signed(sums: Mapping[str, Sequence[Entry]]) -> Iterator[str]:
    """The terms of each label: `+ Club 3`; for several copies their number and what each adds."""
    for label, rows in sums.items():
        count = max(_copies(rows), 1)
        alike, others = _alike(rows, count)
        if alike or not others:
            yield _term(label, count, alike)
        if others:
            yield _term(label, 1, others, apart=bool(alike))


def _alike(rows: Sequence[Entry], count: int) -> tuple[int, int]:
    """What each of the copies adds, and the sum of all other rows."""
    times = Counter((row.rulings, row.change) for row in rows)
    alike = sum(change * (number // count) for (_, change), number in times.items() if number % count == 0)
    return alike, sum(row.change for row in rows) - alike * count


def _term(label: str, count: int, change: int, apart: bool = False) -> str:
    """One term with its sign; `apart` if another term with the same label comes before it."""
    sign, size = "-" if change < 0 else "+", abs(change)
    several = count > 1
    if label.startswith(f"{size} ") and not several:
        return f"{sign} {label}"
    if apart or not label[0].isalpha() or label[-1].isdigit():
        called = f"{count} x {label}, {size} each" if several else label
        return f"{sign} {size * count} ({called})"
    return f"{sign} {count} x {label} {size} each" if several else f"{sign} {label} {size}"


class Tables:
    """The tables of one page. Each is printed once; later uses refer to it."""

    def __init__(self, page: Page, titles: Mapping[str, str]) -> None:
        """`titles` names rulings, for rows without a card."""
        self.page, self.titles = page, titles
        self._places: dict[Calculation, str] = {}

    def place(self, calculation: Calculation) -> str:
        """Where the page has an equal table, in words; empty if nowhere yet."""
        return self._places.get(calculation, "")

    def stands(self, calculation: Calculation, place: str) -> None:
        """Note that the page has an equal table there already."""
        self._places.setdefault(calculation, place)

    def show(self, calculation: Calculation, place: str, indent: int = 2) -> None:
        """Print the table, or a reference to an equal one; `place` is what later references will say."""
        if known := self.place(calculation):
            self.page.text(f"{calculation.title}: {known}", indent=indent, hang=2)
            return
        self._places[calculation] = place
        show_calculation(self.page, calculation, self.titles, indent)


def show_calculation(
    page: Page, calculation: Calculation, titles: Mapping[str, str], indent: int = 2
) -> None:
    """Show the table; `titles` names rulings, for rows without a card."""
    page.text(calculation.title, indent=indent, style="bold")
    quantities = list(dict.fromkeys(row.quantity for row in calculation.rows if row.quantity))
    if "total" in quantities:  # the sum is the last column
        quantities = [each for each in quantities if each != "total"] + ["total"]
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
    if summed_quantity(calculation) is None:  # the total has no column
        compared = f"{calculation.total} {compared}".rstrip()
    else:
        sums[-1] = str(calculation.total)
    rows.append(("total", *sums, compared))
    page.table(heads, rows, indent, sums=1, calculation=calculation)


def split(calculation: Calculation, titles: Mapping[str, str]) -> str:
    """The terms of the total in a line: `Attack +7, cover -2`."""
    summed = summed_quantity(calculation)
    changing = (row for row in calculation.rows if row.quantity == summed and row.change)
    return ", ".join(f"{_label(row, titles)} {_cell(row)}" for row in changing)


def _cell(row: Entry) -> str:
    """What the row does to its quantity: `+2`, or `7 -> 3` if it replaces the number."""
    if row.step in MODIFIERS:
        return f"{row.before} -> {row.after}"
    return f"{row.change:+d}" if row.change else "0"


def _label(row: Entry, titles: Mapping[str, str]) -> str:
    ruling = row.rulings[0] if row.rulings else ""
    text = ", ".join(part for part in (row.subject, row.note) if part) or titles.get(ruling, row.step)
    return f"{text} ({row.step})" if row.step in MODIFIERS and row.step != "floor" else text


def _against(calculation: Calculation) -> str:
    if calculation.against is None:
        return ""
    sign = ">=" if calculation.total >= calculation.against else "<"
    measure = f" ({calculation.measure})" if calculation.measure else ""
    return f"{sign} {calculation.against}{measure}"
