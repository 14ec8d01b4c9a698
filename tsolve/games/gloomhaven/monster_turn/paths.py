"""How far it is to every hex: negative hexes first, then movement points. (GH-12.9, GH-3)

Each way of moving knows the pairs (negative hexes, movement points) from a hex to all others, and from all
others to a hex; both count the hexes that are entered, not the one that is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.monster_turn.situation import Readings, Situation

_NEGATIVE = 1 << 20
"""One negative hex outweighs any movement: pairs are added up as one number."""


class Way(NamedTuple):
    """What a path costs; the lower one is better."""

    negative: int
    cost: int


class Paths:
    """The movement of one figure in one situation."""

    def __init__(self, situation: Situation, readings: Readings, counts_hexes: bool = False) -> None:
        """`counts_hexes`: every hex costs 1, also difficult terrain."""
        self._situation = situation
        self._start = situation.at
        ground = situation.ground
        self._neighbours = ground.board.neighbours
        self._board = ground.board
        flies = situation.gait == "fly"
        self._walks = situation.gait == "walk"
        self._dear: Mapping[Hex, int] = {}
        if not flies:
            dear = dict.fromkeys(ground.negative, _NEGATIVE)
            free_landing = situation.gait == "jump" and readings["jump_landing"] == "free"
            if not (counts_hexes or free_landing):
                for hex_ in ground.difficult:
                    dear[hex_] = dear.get(hex_, 0) + 1
            self._dear = dear
        self._closed = situation.blocked | ground.obstacles if self._walks else frozenset()
        taken = situation.blocked | situation.friends
        self._taken = (taken if flies else taken | ground.obstacles) - {situation.at}
        self._from_start: dict[Hex, int] | None = None

    def may_stop(self, hex_: Hex) -> bool:
        """Whether it may end in a hex, its own among them. (GH-3.2 to GH-3.4)"""
        return hex_ not in self._taken

    def all_from_start(self) -> dict[Hex, int]:
        """The weight of the best path from the figure's own hex to every hex that it can pass or end in."""
        if self._from_start is None:
            self._from_start = self._walked() if self._walks else self._leapt(self._start)
        return self._from_start

    def all_to(self, end: Hex) -> dict[Hex, int]:
        """The weight of the best path from every hex to this one, the figure moving alone."""
        if self._walks:
            return self._walked_back(end)
        landing = 1 + self._dear.get(end, 0)
        return {
            hex_: steps - 1 + landing if steps else 0 for hex_, steps in self._board.distances(end).items()
        }

    def path_to(self, end: Hex) -> tuple[Hex, ...]:
        """The hexes entered on a best path to this one; of equal paths the first in the order of hexes.

        Raises KeyError for a hex that it cannot reach.
        """
        if self._walks:
            weights, start = self.all_from_start(), self._start
        else:
            weights, start = dict(self._board.distances(self._start)), self._start
        path: list[Hex] = []
        here = end
        while here != start:
            path.append(here)
            entering = 1 + (self._dear.get(here, 0) if self._walks else 0)
            here = min(
                near for near in self._neighbours(here) if weights.get(near, -1) == weights[here] - entering
            )
        return tuple(reversed(path))

    def weight_of(self, path: Sequence[Hex]) -> int | None:
        """The weight of a path as it is walked; None for one that cannot be."""
        here, weight = self._start, 0
        for hex_ in path:
            if hex_ not in self._neighbours(here) or (self._walks and hex_ in self._closed):
                return None
            weight += 1 + (self._dear.get(hex_, 0) if self._walks or hex_ == path[-1] else 0)
            here = hex_
        return weight

    def _leapt(self, start: Hex) -> dict[Hex, int]:
        """By jump or flight only the last hex counts for its terrain. (GH-3.3, GH-3.4)"""
        dear = self._dear
        return {
            hex_: steps + dear.get(hex_, 0) if steps else 0
            for hex_, steps in self._board.distances(start).items()
        }

    def _walked(self) -> dict[Hex, int]:
        best = {self._start: 0}
        queue = [(0, self._start)]
        closed, dear, neighbours = self._closed, self._dear, self._neighbours
        while queue:
            weight, hex_ = heappop(queue)
            if weight > best[hex_]:
                continue
            for near in neighbours(hex_):
                if near in closed:
                    continue
                longer = weight + 1 + dear.get(near, 0)
                known = best.get(near)
                if known is None or longer < known:
                    best[near] = longer
                    heappush(queue, (longer, near))
        return best

    def _walked_back(self, end: Hex) -> dict[Hex, int]:
        best = {end: 0}
        queue = [(0, end)]
        closed, dear, neighbours = self._closed, self._dear, self._neighbours
        while queue:
            weight, hex_ = heappop(queue)
            if weight > best[hex_]:
                continue
            longer = weight + 1 + dear.get(hex_, 0)
            for near in neighbours(hex_):
                if near in closed and near != self._start:
                    continue
                known = best.get(near)
                if known is None or longer < known:
                    best[near] = longer
                    heappush(queue, (longer, near))
        return best


def way(weight: int) -> Way:
    """A weight as its two numbers."""
    return Way(*divmod(weight, _NEGATIVE))
