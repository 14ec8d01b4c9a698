"""Candidates compared world by world until one is settled to be the best, or nothing is left to play with.

At fixed numbers of worlds the differences are looked at. Whoever is then settled to be worse than another one
is no longer played, which leaves more for the others. What was settled once stays so: all intervals of all
looks hold together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isfinite, sqrt
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from tsolve.advising.differences import CONFIDENCE, Interval, Table, looks
from tsolve.advising.rollouts import Asked, Ending, Rollouts
from tsolve.model.advice import AdviceAnswer, Advised, Figure

if TYPE_CHECKING:
    from tsolve.batch import Pool

S = TypeVar("S")
A = TypeVar("A")

MEASURES = ("ahead", "score", "won")
"""What is compared; the first decides."""
_VICTORY, _CHANCE = 1.0, 0.1
"""The unit of chances to win: a whole victory, or where games are left early a chance by a rule of thumb."""


class Comparison:
    """Worlds played so far, and what they have settled."""

    def __init__(self, rollouts: Rollouts[Any, Any]) -> None:
        self.rollouts = rollouts
        count = len(rollouts.candidates)
        self.tables = {"ahead": Table(count), "score": Table(count)}
        self.tables["won"] = Table(count, _CHANCE if rollouts.shuffles else _VICTORY, reach=1.0)
        self.playing = list(range(count))
        """The candidates that no other one is settled to beat."""
        self.worlds = self.games = 0

    @property
    def deciding(self) -> Table:
        """What decides."""
        return self.tables[MEASURES[0]]

    def play(self, worlds: int, helpers: Pool) -> None:
        """Play up to so many worlds, or until all is settled, or until the budget ends."""
        for upto in looks(worlds):
            asked = [Asked(world, tuple(self.playing)) for world in range(self.worlds, upto)]
            shared = helpers.share_out(self.rollouts, asked)
            for number in range(len(asked)):
                if number not in shared.results:  # those after the first gap would be the short games
                    break
                self._count(shared.results[number])
            if self.worlds:
                self._judge()
            if len(self.playing) == 1 or not shared.complete:
                return

    def _count(self, endings: Sequence[Ending | None]) -> None:
        self.worlds += 1
        self.games += sum(each is not None for each in endings)
        for measure, table in self.tables.items():
            table.add([None if each is None else getattr(each, measure) for each in endings])

    def _judge(self) -> None:
        """Leave out whoever is settled to be worse than another one."""
        for table in self.tables.values():
            table.look()
        beaten = set(self.deciding.beaten(self.playing))
        self.playing = [each for each in self.playing if each not in beaten]

    def answer(self, file: str, player: int, wanted: int, notes: tuple[str, ...] = ()) -> AdviceAnswer:
        """What is known by now."""
        asked = self.rollouts
        order = sorted(
            range(len(asked.candidates)),
            key=lambda each: (each in self.playing, self.deciding.mean(each)),
            reverse=True,
        )
        paired, apart = self._spreads()
        return AdviceAnswer(
            file,
            player,
            tuple(self._told(each, order[0]) for each in order),
            len(self.playing) == 1,
            self.worlds,
            self.games,
            wanted,
            asked.players,
            asked.shuffles,
            asked.seed,
            CONFIDENCE,
            paired,
            apart,
            notes,
        )

    def _told(self, candidate: int, first: int) -> Advised:
        facts = self.rollouts.candidates[candidate]
        own = {measure: _figure(table.own(candidate)) for measure, table in self.tables.items()}
        less: dict[str, Figure | None] = dict.fromkeys(MEASURES)
        if candidate != first:
            for measure, table in self.tables.items():
                less[measure] = _figure(table.between(candidate, first))
        place: Literal["first", "worse", "not settled"] = (
            "not settled" if candidate in self.playing else "worse"
        )
        return Advised(
            facts.name,
            facts.kind,
            facts.known,
            len(self.deciding.results[candidate]),
            own["score"],
            own["ahead"],
            own["won"],
            less["ahead"],
            less["score"],
            less["won"],
            "first" if candidate == first else place,
        )

    def _spreads(self) -> tuple[float, float]:
        """The standard deviation of a difference in the same world, and in different worlds."""
        paired, apart = [], []
        for one, other in combinations(self.deciding.results if self.worlds else (), 2):
            both = list(zip(one, other, strict=False))
            paired.append(pvariance([a - b for a, b in both]))
            apart.append(pvariance([a for a, _ in both]) + pvariance([b for _, b in both]))
        return (sqrt(fmean(paired)), sqrt(fmean(apart))) if paired else (0.0, 0.0)


def _figure(found: Interval) -> Figure:
    said = isfinite(found.low) and isfinite(found.high)
    return Figure(found.mean, found.low if said else None, found.high if said else None)
