"""The sums over the hands looked at: exact, and independent of their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

Weight = int | Fraction
Outcome = tuple[int, ...]
"""What happened to one quantity, in whatever numbers describe it; empty where nothing can be said."""
Figures = Sequence[Mapping[Outcome, Weight]]
"""For one hand: the outcomes of each quantity with their chances, which add up to 1."""


class Tally(msgspec.Struct):
    """The outcomes of each quantity with their weights: ways of being dealt, or hands of a sample."""

    outcomes: list[dict[Outcome, Weight]]
    hands: int = 0
    """How many hands were looked at."""
    weight: int = 0
    """The weight of these hands together."""

    def add(self, figures: Figures, weight: int) -> None:
        """Count one more hand."""
        self.hands += 1
        self.weight += weight
        while len(self.outcomes) < len(figures):
            self.outcomes.append({})
        for known, found in zip(self.outcomes, figures, strict=True):
            for outcome, chance in found.items():
                known[outcome] = known.get(outcome, 0) + weight * chance


def total(tallies: Iterable[Tally]) -> Tally:
    """All tallies as one; their order does not matter."""
    found = Tally([])
    for tally in tallies:
        found.hands += tally.hands
        found.weight += tally.weight
        while len(found.outcomes) < len(tally.outcomes):
            found.outcomes.append({})
        for known, new in zip(found.outcomes, tally.outcomes, strict=False):
            for outcome, weight in new.items():
                known[outcome] = known.get(outcome, 0) + weight
    return found
