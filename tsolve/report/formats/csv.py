"""The chances of a deck as a table for other programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from tsolve.diagnostics import escape
from tsolve.model.odds import DeckOdds, Estimate, OddsAnswer, Row

_FORMULAS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""How a formula begins, also in the wide letters of some keyboards."""
COLUMNS = ("deck", "quantity", "about", "outcome", "enough", "value", "low", "high", "exact")


def as_csv(answer: OddsAnswer) -> str:
    """A line for every chance and mean, with a head."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for deck in answer.decks:
        writer.writerows(_rows(deck))
    for event in answer.events:
        for each in event.by[: event.within]:
            known = each.chance
            numbers = (known.value, known.low, known.high, known.exact)
            where = (_cell(event.deck), event.unit, _cell(event.event))
            writer.writerow((*where, each.after, "", *numbers))
    return text.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    shown = escape(text)
    return f"'{shown}" if shown.startswith(_FORMULAS) else shown


def _rows(deck: DeckOdds) -> Iterator[tuple[object, ...]]:
    def row(
        quantity: str, about: str, estimate: Estimate, outcome: object = "", enough: object = ""
    ) -> tuple[object, ...]:
        ends = ("" if end is None else end for end in (estimate.low, estimate.high))
        texts = (_cell(deck.title), quantity, _cell(about))
        return (*texts, outcome, enough, estimate.value, *ends, estimate.exact)

    for where, figure in deck.figures():
        about, limit = ("", None) if where is None else (where.called, where.threshold)
        distribution = figure.distribution
        if distribution is None:
            yield row(figure.id, about, figure.estimate, _reached(where))
            continue
        yield row(f"mean {figure.id}", about, figure.estimate)
        for bar in distribution.bars:
            outcome = "none" if bar.number is None else bar.number
            yield row(figure.id, about, bar.chance, outcome, "" if limit is None else int(bar.enough))
    yield row("left out", "", deck.left_out)


def _reached(row: Row | None) -> object:
    """The number that a row without a distribution of its own is about, such as a price."""
    if row is None or row.threshold is None or any(figure.distribution for figure in row.figures):
        return ""
    return row.threshold.number
