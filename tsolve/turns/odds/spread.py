"""The outcomes of positions with their chances: mixed where chance decides, the best where a player does.

All numbers are whole numbers of one unit: fractions would take many times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tsolve.turns.odds.tally import Outcome, Weight


class Spread(NamedTuple):
    """Outcomes with their chances, and the sum of each of their numbers: whole numbers of one `unit`."""

    parts: dict[Outcome, int]
    sums: tuple[int, ...]
    unit: int
    """What makes certainty."""

    def chances(self) -> dict[Outcome, Weight]:
        """The outcomes with their chances as fractions."""
        return {outcome: Fraction(part, self.unit) for outcome, part in self.parts.items()}

    def in_units(self, unit: int) -> list[tuple[Outcome, int]]:
        """The outcomes in order, with their parts of another unit."""
        return sorted((outcome, part * (unit // self.unit)) for outcome, part in self.parts.items())


class Sight(NamedTuple):
    """A position looked at."""

    spreads: tuple[Spread, ...]
    """For each objective the outcomes of its best play."""
    left_out: bool = False
    """Whether some line meets something unknown, so that it could not be followed."""
    steps: int = 0
    """Abilities that reveal something on the longest line; what it takes to see all of it."""
    cut: bool = False
    """Whether lines go on beyond the steps that were looked at."""
    ways: int = 1
    """All ways through it, counted one by one: the same whatever is remembered."""


def _together(sights: Sequence[Sight], spreads: Iterable[Spread], left_out: bool) -> Sight:
    """One position from those that follow it."""
    return Sight(
        tuple(spreads),
        left_out or any(sight.left_out for sight in sights),
        max(sight.steps for sight in sights),
        any(sight.cut for sight in sights),
        1 + sum(sight.ways for sight in sights),
    )


def mixed(events: list[tuple[int, Sight]]) -> Sight:
    """What comes of events with these weights."""
    sights = [sight for _, sight in events]
    if len(sights) == 1:
        return sights[0]
    whole = sum(weight for weight, _ in events)
    spreads = []
    for number in range(len(events[0][1].spreads)):
        unit = lcm(*(sight.spreads[number].unit for _, sight in events))
        parts: dict[Outcome, int] = {}
        sums = [0] * len(events[0][1].spreads[number].sums)
        for weight, sight in events:
            spread = sight.spreads[number]
            factor = weight * (unit // spread.unit)
            for outcome, part in spread.parts.items():
                parts[outcome] = parts.get(outcome, 0) + factor * part
            sums = [total + factor * each for total, each in zip(sums, spread.sums, strict=True)]
        spreads.append(Spread(parts, tuple(sums), unit * whole))
    return _together(sights, spreads, False)


def best_of(options: Iterable[Sight | None]) -> Sight | None:
    """The best of all choices, objective by objective."""
    listed = list(options)
    known = [sight for sight in listed if sight is not None]
    if not known:
        return None
    choices = zip(*(sight.spreads for sight in known), strict=True)
    return _together(known, map(_better, choices), len(known) < len(listed))


def _better(spreads: Sequence[Spread]) -> Spread:
    """The spread with the best mean; among several the one with the greatest outcomes in a fixed order."""
    unit = lcm(*(spread.unit for spread in spreads))

    def mean(spread: Spread) -> tuple[int, ...]:
        return tuple(total * (unit // spread.unit) for total in spread.sums)

    best = max(map(mean, spreads))
    rivals = [spread for spread in spreads if mean(spread) == best]
    return rivals[0] if len(rivals) == 1 else max(rivals, key=lambda spread: spread.in_units(unit))
