"""The figures over all hands, from the results of single hands."""

from __future__ import annotations

from collections.abc import Callable

from tsolve.model.odds import Bar, Distribution, Figure
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.tally import Outcome

Reading = Callable[[Outcome], tuple[int | None, bool]]
"""The number that an outcome stands for, None where there is none, and whether it is enough."""


def chance_of(
    found: Estimator, quantity: int, id_: str, name: str, title: str, fits: Callable[[Outcome], bool]
) -> Figure:
    """The chance of the outcomes that fit."""
    return Figure(id_, name, title, "chance", found.chance(quantity, fits))


def mean_of(
    found: Estimator, quantity: int, id_: str, name: str, title: str, unit: str, level: int = 0
) -> Figure:
    """The mean of one number of each outcome."""
    return Figure(id_, name, title, "mean", found.mean(quantity, lambda outcome: outcome[level]), unit)


def spread_of(
    found: Estimator,
    quantity: int,
    id_: str,
    name: str,
    title: str,
    unit: str,
    heading: str,
    read: Reading = lambda outcome: (outcome[0], True),
    none: str = "",
) -> Figure:
    """Every number that may come with its chance, and their mean; an outcome without one counts as 0. `none`
    says what it means that there is none.
    """
    numbers = sorted({read(outcome) for outcome in found.outcomes(quantity)}, key=_by_number)
    bars = tuple(
        Bar(*each, found.chance(quantity, lambda outcome, each=each: read(outcome) == each))  # type: ignore[misc]
        for each in numbers
    )
    mean = found.mean(quantity, lambda outcome: read(outcome)[0] or 0)
    return Figure(id_, name, title, "mean", mean, unit, Distribution(heading, bars, none))


def _by_number(bar: tuple[int | None, bool]) -> tuple[int, bool]:
    number, enough = bar
    return (-1 if number is None else number), enough
