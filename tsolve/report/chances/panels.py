"""The charts of an answer about chances: one for every figure whose numbers are told one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tsolve.model.odds import Bar, DeckOdds, Threshold


class Panel(NamedTuple):
    """One chart, with a series of bars for each deck."""

    heading: str
    series: tuple[tuple[Bar, ...], ...]
    none: str
    threshold: Threshold | None


def panels(decks: Sequence[DeckOdds]) -> Iterator[Panel]:
    """The charts of decks that are asked about the same things."""
    for found in zip(*(deck.figures() for deck in decks), strict=True):
        row, figure = found[0]
        if figure.distribution is not None:
            series = tuple(each.distribution.bars if each.distribution else () for _, each in found)
            limit = row.threshold if row is not None else None
            yield Panel(figure.distribution.heading, series, figure.distribution.none, limit)


def reached(threshold: Threshold) -> str:
    """What the marked outcomes do: `kills it (hit points 4)`."""
    return f"{threshold.reached} ({threshold.name} {threshold.number})"
