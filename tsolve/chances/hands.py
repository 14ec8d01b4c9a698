"""Hands dealt from a deck: every one or a sample, looked at share by share; their sums, exact and
independent of their order; chances, means and figures with their bounds; and the outcomes of positions,
mixed where chance decides.

All numbers are whole numbers of one unit: fractions would take many times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import lcm, sqrt
from random import Random
from typing import NamedTuple

import msgspec

from tsolve.batch import Pool, Work
from tsolve.budget import SpentError, current, spend
from tsolve.cardkit.chances import Taken, different, hands, ways
from tsolve.model.odds import Bar, Change, DeckOdds, Distribution, Estimate, Figure, Method

SHARE = 200
"""The number of hands in a share if they are quick: few enough to end soon, enough to be worth sending."""


class Deal(msgspec.Struct, frozen=True):
    """Hands of `size` cards from a deck of `copies` of each of its `kinds`."""

    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    size: int
    samples: int = 0
    """How many random hands to look at; 0 for all different hands."""
    seed: int = 0
    """The same seed gives the same sample."""
    together: int = SHARE
    """Hands of one share; fewer where a hand takes long."""

    @property
    def hands(self) -> int:
        """How many hands are to be looked at."""
        return self.samples or self.different

    @property
    def different(self) -> int:
        """How many different hands there are."""
        return different(self.copies, self.size)

    @property
    def weight(self) -> int:
        """The weight of all hands to be looked at: the ways of dealing them, or their number in a sample."""
        return self.samples or ways(self.copies, self.size)

    def shares(self) -> list[int]:
        """Where each share begins. The shares do not depend on who works on them."""
        return list(range(0, self.hands, self.together))

    def share(self, start: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The hands of the share that begins there, each with its weight."""
        stop = min(start + self.together, self.hands)
        dealt = self._sample(start, stop) if self.samples else hands(self.copies, self.size, start, stop)
        runs = [
            [(kind,) * n for n in range(copies + 1)]
            for kind, copies in zip(self.kinds, self.copies, strict=True)
        ]
        for taken, weight in dealt:
            yield (
                tuple(chain.from_iterable([run[n] for run, n in zip(runs, taken, strict=True) if n])),
                weight,
            )

    def _sample(self, start: int, stop: int) -> Iterator[tuple[Taken, int]]:
        """Random hands, every single card of the deck as likely as any other. Each share has its own seed."""
        random = Random(f"{self.seed}/{start}")
        deck = [kind for kind, n in enumerate(self.copies) for _ in range(n)]
        for _ in range(start, stop):
            taken = [0] * len(self.copies)
            for at in range(self.size):
                other = at + int(random.random() * (len(deck) - at))
                deck[at], deck[other] = deck[other], deck[at]
                taken[deck[at]] += 1
            yield tuple(taken), 1


class Plays(Deal, frozen=True):
    """A sample where no hand is dealt: the position is played on, each play with a seed of its own, which
    stands for the hand.
    """

    def share(self, start: int) -> Iterator[tuple[tuple[str, ...], int]]:
        stop = min(start + self.together, self.hands)
        return (((f"{self.seed}/{number}",), 1) for number in range(start, stop))


Weight = int | Fraction
Outcome = tuple[int, ...]
"""What one quantity comes to, in the numbers that describe it; empty if there are none."""
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


Hand = tuple[str, ...]


class JudgedHands(NamedTuple):
    """What was found, and whether it is all that there is."""

    tally: Tally
    complete: bool


class JudgingHands(msgspec.Struct, frozen=True):
    """Judging the hands of one share of a deal. (`tsolve.batch.Work`)"""

    judging: Work[Hand, Figures]
    deal: Deal

    def open(self) -> Callable[[int], Tally]:
        """Get ready to judge hands."""
        judge = self.judging.open()

        def look_at(start: int) -> Tally:
            tally = Tally([])
            try:
                for cards, weight in self.deal.share(start):
                    spend()
                    tally.add(judge(cards), weight)
            except SpentError:
                if not tally.hands:
                    raise
            return tally

        return look_at


def look(pool: Pool, judging: Work[Hand, Figures], deal: Deal) -> JudgedHands:
    """Judge all hands of the deal; if the budget ends, those judged by then. A share that Ctrl-C interrupts
    does not count at all.
    """
    looked = 0

    def count(tally: Tally) -> None:
        nonlocal looked
        looked += tally.hands
        pool.on_progress(looked, deal.hands)

    found = pool.share_out(JudgingHands(judging, deal), deal.shares(), count)
    complete = found.complete and looked == deal.hands
    if not complete:
        pool.why_stopped = pool.why_stopped or current().why_over()
    return JudgedHands(total(found.results.values()), complete)


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
    says what a missing number means.
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


class Spread(NamedTuple):
    """Outcomes with their chances, and the sum of each of their numbers: whole numbers of one `unit`."""

    parts: dict[Outcome, int]
    sums: tuple[int, ...]
    unit: int
    """The part of an outcome that is certain."""

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
    """How many abilities that reveal something the longest line uses: the depth needed to see all of it."""
    cut: bool = False
    """Whether lines go on beyond the depth of the search."""
    ways: int = 1
    """All ways through it, counted one by one, whether or not they were remembered."""


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
