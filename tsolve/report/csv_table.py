"""The chances of a deck as a table for other programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from tsolve.diagnostics import escape
from tsolve.model.odds import Bar, DeckOdds, Estimate, OddsAnswer

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

    def bars(quantity: str, about: str, found: tuple[Bar, ...], wins: bool) -> Iterator[tuple[object, ...]]:
        for bar in found:
            outcome = "none" if bar.number is None else bar.number
            yield row(quantity, about, bar.chance, outcome, int(bar.enough) if wins else "")

    for monster in deck.monsters:
        yield row("defeated", monster.called, monster.defeated)
        yield row("mean attack", monster.called, monster.mean)
        yield from bars("attack", monster.called, monster.attack, True)
    yield row("defeated", "any", deck.any_defeated)
    yield row("xp", "", deck.xp)
    yield row("vp", "", deck.vp)
    yield row("mean gold", "", deck.gold)
    yield from bars("gold", "", deck.purse, False)
    for stack in deck.stacks:
        yield row("afforded", stack.name, stack.afforded, stack.cost)
    yield row("left out", "", deck.left_out)
