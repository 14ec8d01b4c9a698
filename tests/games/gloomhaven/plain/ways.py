"""Ways over the map, by relaxing until nothing changes: what they cost, and what they avoid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.monster_situation import Readings, Situation

Pair = tuple[int, int]
"""Negative hexes entered, then movement points spent; compared in this order. (GH-12.9)"""

Counting = Literal["points", "hexes"]
"""Whether the second number of a pair counts movement points, or each hex once. (GH-17.27)"""

NEVER = 10**6
"""More steps than any way has."""

Steps = Callable[[Hex], Iterable[tuple[Hex, Pair]]]


def relaxed(start: Hex, steps: Steps) -> dict[Hex, Pair]:
    """The least pair of every hex that steps lead to: improved as long as any step improves one."""
    least = {start: (0, 0)}
    changed = {start}
    while changed:
        tried, changed = changed, set()
        for here in tried:
            for there, price in steps(here):
                pair = (least[here][0] + price[0], least[here][1] + price[1])
                if there not in least or pair < least[there]:
                    least[there] = pair
                    changed.add(there)
    return least


class Distances:
    """Hexes around walls, through figures and obstacles: range and proximity. (GH-4.1, GH-12.11)"""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[Hex, dict[Hex, int]] = {}

    def between(self, start: Hex, there: Hex) -> int:
        """Steps from one hex to the other; `NEVER` where no way leads there."""
        return self.around(start).get(there, NEVER)

    def around(self, start: Hex) -> dict[Hex, int]:
        """Steps to every hex that a way leads to."""
        if start not in self.known:
            ways = relaxed(start, lambda here: [(there, (0, 1)) for there in self.board.neighbours(here)])
            self.known[start] = {there: steps for there, (_, steps) in ways.items()}
        return self.known[start]


class Mover:
    """How the acting figure gets about: where it may pass and stop, and what that costs."""

    def __init__(
        self, situation: Situation, readings: Readings, distances: Distances, counting: Counting = "points"
    ) -> None:
        self.situation = situation
        self.ground = situation.ground
        self.distances = distances
        self.counting = counting
        self.pays_landing = readings["jump_landing"] == "pays"

    def may_pass(self, there: Hex) -> bool:
        """Who walks goes through friends, not through enemies and obstacles. (GH-3.2 to GH-3.4)"""
        if self.situation.gait != "walk" or there == self.situation.at:
            return True
        return there not in self.situation.blocked and there not in self.ground.obstacles

    def may_stop(self, there: Hex) -> bool:
        """The own hex, or a free one; only who flies stops on an obstacle. (GH-3.2 to GH-3.4)"""
        if there == self.situation.at:
            return True
        if there in self.situation.blocked or there in self.situation.friends:
            return False
        return self.situation.gait == "fly" or there not in self.ground.obstacles

    def price(self, there: Hex) -> Pair:
        """What it costs to enter a hex: on foot, or as the landing of a jump. (GH-1.9, GH-3.3, GH-12.9)"""
        if self.situation.gait == "fly":
            return 0, 1
        slow = there in self.ground.difficult and self.counting == "points"
        if self.situation.gait == "jump" and not self.pays_landing:
            slow = False
        return int(there in self.ground.negative), 2 if slow else 1

    def ways_from(self, start: Hex) -> dict[Hex, Pair]:
        """The best way from a hex to each hex, whether the figure may stop there or not."""
        if self.situation.gait == "jump":
            return {there: self.jumped(start, there) for there in self.distances.around(start)}
        return relaxed(start, lambda here: [(there, self.price(there)) for there in self.around(here)])

    def ways_to(self, goal: Hex) -> dict[Hex, Pair]:
        """The best way to a hex from each hex; relaxed backwards: a step pays for `here`, where it leads."""
        if self.situation.gait == "jump":
            return {here: self.jumped(here, goal) for here in self.distances.around(goal)}
        return relaxed(goal, lambda here: [(there, self.price(here)) for there in self.around(here)])

    def ways_this_turn(self) -> set[tuple[Hex, Pair]]:
        """Every hex with the pair of every way to it that this turn's movement pays for."""
        start, points = self.situation.at, self.situation.move
        if self.situation.gait == "jump":
            return {(there, pair) for there, pair in self.ways_from(start).items() if pair[1] <= points}
        found = {(start, (0, 0))}
        fresh = set(found)
        while fresh:
            longer = {
                (there, (negative + self.price(there)[0], cost + self.price(there)[1]))
                for here, (negative, cost) in fresh
                for there in self.around(here)
            }
            fresh = {(there, pair) for there, pair in longer if pair[1] <= points} - found
            found |= fresh
        return found

    def around(self, here: Hex) -> list[Hex]:
        """The next hexes that the figure may pass."""
        return [there for there in self.ground.board.neighbours(here) if self.may_pass(there)]

    def jumped(self, start: Hex, there: Hex) -> Pair:
        """One jump: one point for each hex on the way, then the landing. (GH-3.3, GH-12.9)"""
        if start == there:
            return 0, 0
        negative, landing = self.price(there)
        return negative, self.distances.between(start, there) - 1 + landing
