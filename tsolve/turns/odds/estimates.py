"""From sums over hands to chances and means with their bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt

from tsolve.model.odds import Change, DeckOdds, Estimate, Method
from tsolve.turns.odds.deal import Deal
from tsolve.turns.odds.tally import Outcome, Tally

Z = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Estimator:
    """Reads one tally of a deal."""

    def __init__(self, deal: Deal, tally: Tally, complete: bool) -> None:
        self.deal, self.tally = deal, tally
        self.method: Method = "sample" if deal.samples else "exact" if complete else "cut short"

    @property
    def share(self) -> float:
        """The share of the hands that were looked at, by their weight."""
        return self.tally.weight / self.deal.weight

    def outcomes(self, quantity: int) -> list[Outcome]:
        """The outcomes that were met, in order."""
        return sorted(self.tally.outcomes[quantity]) if self.tally.outcomes else []

    def chance(self, quantity: int, fits: Callable[[Outcome], bool]) -> Estimate:
        """The chance of the outcomes that fit."""
        weight = self._sum(quantity, lambda outcome: int(fits(outcome)))
        if self.method == "sample":
            return _wilson(float(weight), self.tally.weight)
        sure = weight / Fraction(self.deal.weight)
        if self.method == "exact":
            return exact(sure)
        open_ = 1 - Fraction(self.tally.weight, self.deal.weight)
        return Estimate(float(sure), float(sure), float(sure + open_))

    def mean(self, quantity: int, number: Callable[[Outcome], int]) -> Estimate:
        """The mean of a number, never negative, that belongs to each outcome."""
        weight = self._sum(quantity, number)
        if self.method == "sample":
            return self._sampled_mean(quantity, number, weight)
        sure = weight / Fraction(self.deal.weight)
        if self.method == "exact":
            return exact(sure)
        return Estimate(float(sure), float(sure), None)

    def _sum(self, quantity: int, number: Callable[[Outcome], int]) -> Fraction:
        known = self.tally.outcomes[quantity] if self.tally.outcomes else {}
        return sum((weight * Fraction(number(outcome)) for outcome, weight in known.items()), Fraction(0))

    def _sampled_mean(self, quantity: int, number: Callable[[Outcome], int], weight: Fraction) -> Estimate:
        count = self.tally.weight
        if count < 2:
            return Estimate(float(weight), 0.0, None)
        mean = weight / count
        squares = self._sum(quantity, lambda outcome: number(outcome) ** 2)
        variance = (squares - mean * weight) / (count - 1)
        reach = Z * sqrt(float(variance) / count)
        return Estimate(float(mean), max(float(mean) - reach, 0.0), float(mean) + reach)


def changes(before: DeckOdds, after: DeckOdds) -> Iterator[Change]:
    """Every figure of two decks that are asked about the same things."""
    for (_, one), (_, other) in zip(before.figures(), after.figures(), strict=True):
        gap = difference(one.estimate, other.estimate)
        yield Change(one.title, one.kind, one.estimate, other.estimate, gap)


def difference(before: Estimate, after: Estimate) -> Estimate:
    """By how much the second figure is higher. Samples of two decks are independent of each other."""
    if before.exact and after.exact:
        return exact(Fraction(after.exact) - Fraction(before.exact))
    value = after.value - before.value
    if before.high is None or after.high is None:
        return Estimate(value, None, None)
    assert before.low is not None
    assert after.low is not None
    down = sqrt((after.value - after.low) ** 2 + (before.high - before.value) ** 2)
    up = sqrt((after.high - after.value) ** 2 + (before.value - before.low) ** 2)
    return Estimate(value, value - down, value + up)


def exact(number: Fraction | int) -> Estimate:
    """A number that is known."""
    return Estimate(float(number), float(number), float(number), str(number))


def _wilson(hits: float, count: int) -> Estimate:
    """Wilson's interval for a share: it keeps to 0 and 1, and is honest near them."""
    if not count:
        return Estimate(0.0, 0.0, 1.0)
    share = hits / count
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    reach = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return Estimate(share, max(middle - reach, 0.0), min(middle + reach, 1.0))
