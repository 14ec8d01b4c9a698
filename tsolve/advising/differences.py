"""Paired differences with intervals that hold together: of all pairs of candidates, at every look.

Each game is played once with each candidate, with the same luck. What is compared is the difference of two
candidates in the same game, so what both have in common cancels out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import NamedTuple

from tsolve.players.student import t_quantile

FEWEST = 8
"""Games below which nothing is said."""

CONFIDENCE = 0.95
"""How sure all intervals are together: of all pairs, at all looks."""

FIRST_LOOK = 32
"""Games before the first look; each later look comes after twice as many."""


class Interval(NamedTuple):
    """A mean with its interval."""

    mean: float
    low: float
    high: float

    @property
    def is_settled(self) -> bool:
        """Whether it excludes zero."""
        return self.low > 0 or self.high < 0

    def reversed(self) -> Interval:
        """Seen from the other side."""
        return Interval(-self.mean, -self.high, -self.low)


def looks(games: int) -> list[int]:
    """After how many games the figures are looked at, if so many are played: 32, 64, 128, ..., and all."""
    found = []
    look = FIRST_LOOK
    while look < games:
        found.append(look)
        look *= 2
    return [*found, games]


def doubt(look: int, pairs: int, confidence: float = CONFIDENCE) -> float:
    """The chance that one interval may miss, at the look of this number (from 1), of so many pairs.

    A union bound over pairs and looks: 1/2 + 1/6 + 1/12 + ... of the whole is spent at the first, second,
    third look. It does not rest on when anybody stops, nor on which pairs go on.
    """
    return (1 - confidence) / (look * (look + 1)) / max(pairs, 1)


def interval(differences: Sequence[float], chance_of_missing: float, unit: float = 1.0) -> Interval:
    """The mean of figures, such as paired differences, and an interval around it by Student's t.

    The spread is taken a little larger than it was seen: as if half of t squared of the games had been as far
    from the mean as the farthest one, at least one `unit`, as an empirical Bernstein bound does. It matters
    where few games make a difference at all, and vanishes with their number.
    """
    count = len(differences)
    mean = sum(differences) / count
    if count < FEWEST:
        return Interval(mean, -inf, inf)
    t = t_quantile(1 - chance_of_missing / 2, count - 1)
    largest = max(unit, max(abs(each - mean) for each in differences))
    squares = sum((each - mean) ** 2 for each in differences) + t * t / 2 * largest * largest
    half = t * sqrt(squares / (count - 1) / count)
    return Interval(mean, mean - half, mean + half)


class Table:
    """What every candidate came to, game by game, in one measure; a candidate may have been left early.

    An interval is what the looks so far leave together: since all of them hold, so does what they share.
    """

    def __init__(
        self, candidates: int, unit: float = 1.0, reach: float = 0.5, confidence: float = CONFIDENCE
    ) -> None:
        """`unit`: what a difference may at least be where nobody has seen one yet; `reach`: the same as a
        share of the range of the results.
        """
        self.results: list[list[float]] = [[] for _ in range(candidates)]
        self.unit, self.reach, self.confidence = unit, reach, confidence
        self.looked: list[int] = []
        """After how many games somebody has looked."""

    @property
    def pairs(self) -> int:
        """How many pairs there are to compare."""
        return len(self.results) * (len(self.results) - 1) // 2

    def add(self, game: Sequence[float | None]) -> None:
        """The results of one game; None for a candidate that is no longer played."""
        for results, result in zip(self.results, game, strict=True):
            if result is not None:
                results.append(result)

    def look(self) -> None:
        """Look at what has been played so far."""
        self.looked.append(max(map(len, self.results)))

    def mean(self, candidate: int) -> float:
        """What a candidate came to on average; 0 where nothing was played."""
        results = self.results[candidate]
        return sum(results) / len(results) if results else 0.0

    def between(self, one: int, other: int) -> Interval:
        """How much more `one` came to than `other`, in the games that both were played in."""
        first, second = self.results[one], self.results[other]
        return self._shared(
            [a - b for a, b in zip(first, second, strict=False)], first, second, of=self.pairs
        )

    def own(self, candidate: int) -> Interval:
        """What a candidate came to; these intervals hold together too."""
        return self._shared(self.results[candidate], self.results[candidate], of=len(self.results))

    def beaten(self, playing: Sequence[int]) -> Iterator[int]:
        """Those of the candidates in play that are settled to be worse than another one in play."""
        for one in playing:
            if any(self.between(one, other).high < 0 for other in playing if other != one):
                yield one

    def _shared(self, figures: Sequence[float], *results: Sequence[float], of: int) -> Interval:
        """What the intervals of all looks share, of so many; the last one alone where one must have
        missed.
        """
        if not figures or not self.looked:
            return Interval(0.0, -inf, inf)
        found: list[Interval] = []
        for number, games in enumerate(self.looked, start=1):
            seen = [each for one in results for each in one[:games]]
            unit = max(self.unit, self.reach * (max(seen) - min(seen)))
            found.append(interval(figures[:games], doubt(number, of, self.confidence), unit))
            if games >= len(figures):
                break
        low, high = max(each.low for each in found), min(each.high for each in found)
        mean = found[-1].mean
        return Interval(mean, min(low, mean), max(high, mean)) if low < high else found[-1]
