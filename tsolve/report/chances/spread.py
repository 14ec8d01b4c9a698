"""The outcomes of a figure in a row of few columns, those beside each other together where there are many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tsolve.report.chances.panels import Panel
from tsolve.report.words.numbers import percent

_LONGEST = 6
"""Characters of a fraction that has room in a column."""


class _Outcome(NamedTuple):
    """Numbers from `low` to `high` that are all enough, or are all not; with the chance in each deck."""

    low: int | None
    high: int | None
    enough: bool
    chances: tuple[float, ...]

    @property
    def total(self) -> float:
        return sum(self.chances)


def spread(panel: Panel, most: int) -> tuple[list[str], list[list[str]]]:
    """At most so many outcomes, and for each deck their chances; the least likely stand together.

    What is enough never stands with what is not.
    """
    found = _outcomes(panel)
    while len(found) > most and (pairs := _pairs(found)):
        at = min(pairs, key=lambda at: found[at].total + found[at + 1].total)
        found[at : at + 2] = [_together(found[at], found[at + 1])]
    marks = panel.threshold is not None
    labels = [_label(outcome, marks) for outcome in found]
    decks = range(len(panel.series))
    return labels, [[_share(outcome.chances[deck]) for outcome in found] for deck in decks]


def fractions(panel: Panel, columns: int) -> list[list[str]]:
    """The exact chances of the outcomes of one deck, where each has a column and all are short; else none."""
    (bars,) = panel.series
    found = [bar.chance.exact for bar in bars]
    return [found] if len(found) == columns and all(0 < len(each) <= _LONGEST for each in found) else []


def _outcomes(panel: Panel) -> list[_Outcome]:
    """Every outcome that some deck has, from low to high."""
    known = [{(bar.number, bar.enough): bar.chance.value for bar in series} for series in panel.series]
    every = dict.fromkeys(outcome for chances in known for outcome in chances)
    ordered = sorted(every, key=lambda each: (-1 if each[0] is None else each[0], each[1]))
    return [
        _Outcome(number, number, enough, tuple(chances.get((number, enough), 0.0) for chances in known))
        for number, enough in ordered
    ]


def _pairs(found: Sequence[_Outcome]) -> list[int]:
    """Where two neighbours may stand together."""
    return [
        at
        for at, (one, other) in enumerate(pairwise(found))
        if one.enough == other.enough and one.low is not None
    ]


def _together(one: _Outcome, other: _Outcome) -> _Outcome:
    chances = tuple(a + b for a, b in zip(one.chances, other.chances, strict=True))
    return _Outcome(one.low, other.high, one.enough, chances)


def _share(chance: float) -> str:
    return percent(chance) if chance else "-"


def _label(outcome: _Outcome, marks: bool) -> str:
    """`4*`, `0 to 2`, `none`."""
    star = "*" if marks and outcome.enough else ""
    if outcome.low is None:
        return "none"
    told = str(outcome.low) if outcome.low == outcome.high else f"{outcome.low} to {outcome.high}"
    return told + star
