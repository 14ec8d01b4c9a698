"""What a monster's move and attack depend on, as plain values: ground, figures, ways, targets.

Each way of moving knows the pairs (negative hexes, movement points) from a hex to all others, and from all
others to a hex; both count the hexes that are entered, not the one that is left (GH-3, GH-12.9). What a
monster may do is an option with the keys that decided: the rules leave one, or the players choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Literal, NamedTuple

import msgspec

from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex

Gait = Literal["walk", "jump", "fly"]

EVERYBODY = 99
"""The number of targets of an attack without a limit."""


class Ground(msgspec.Struct, frozen=True):
    """The terrain for the acting figure."""

    board: Board
    """Hexes, walls and sight; closed doors are walls for monsters. (GH-1.5)"""
    obstacles: frozenset[Hex] = frozenset()
    negative: frozenset[Hex] = frozenset()
    """Traps and hazardous terrain. (GH-12.9)"""
    difficult: frozenset[Hex] = frozenset()


class Aim(msgspec.Struct, frozen=True):
    """Whom an attack can reach."""

    reach: int = 1
    """Its range; 1 for melee."""
    is_ranged: bool = False
    """Whether it prints a range, even 1: then an adjacent target means disadvantage. (GH-4.3)"""
    targets: int = 1
    """How many enemies it attacks at most; for an area, how many in addition to it. (GH-6.2, GH-6.6)"""
    area: tuple[Hex, ...] = ()
    """The hexes of its pattern; in a melee pattern the attacker stands at (0, 0)."""
    area_is_melee: bool = False
    """Whether the pattern shows the attacker. (GH-6.3)"""


class Enemy(msgspec.Struct, frozen=True):
    """A figure that the monster may focus on; invisible ones are left out. (GH-12.15)"""

    name: str
    at: Hex
    initiative: tuple[int, ...]
    """Compared as a tuple, the lower one first: a summon comes just before its owner. (GH-12.12)"""
    after: frozenset[str] = frozenset()
    """The monsters of its type that act before it. If two types have the same initiative, the players choose
    which acts first. (GH-12.3, GH-12.4)
    """


class Situation(msgspec.Struct, frozen=True):
    """One move and attack of a figure that plays by the rules for monsters."""

    ground: Ground
    at: Hex
    enemies: tuple[Enemy, ...]
    blocked: frozenset[Hex]
    """Hexes of enemies, invisible ones too: nobody walks through. (GH-3.2, GH-12.15)"""
    friends: frozenset[Hex]
    """Hexes of its allies: it may pass, not stop there. (GH-3.2)"""
    move: int = 0
    """Movement points of this turn; 0 where it cannot move or has no move ability. (GH-12.30)"""
    gait: Gait = "walk"
    aim: Aim = Aim()
    attacks: bool = True
    """Whether it performs the attack: false without an attack ability, or disarmed. (GH-12.26)"""
    minds_disadvantage: bool = True
    """Whether it steps back from its focus for a ranged attack: not when muddled. (GH-12.17)"""
    focus: str | None = None
    """The focus, where an earlier ability of this turn has determined it. (GH-12.6)"""


Readings = Mapping[str, str]
"""The open points that matter here, by their ids: `focus_proximity`, `disadvantage_order`, `extra_targets`,
`group_order`, `out_of_reach`, `equal_destinations`, `jump_landing`, `focus_distance`, `heads_for`,
`area_anchor`, `immobilized_attack`, `disadvantage_out_of_reach`.
"""


class Option(msgspec.Struct, frozen=True, order=True):
    """One way in which the rules let a monster move and attack."""

    focus: str
    destination: Hex
    """The hex from which it wants to attack; beyond its reach where `end` is another one. (GH-12.22)"""
    end: Hex
    """Where it stops this turn."""
    targets: tuple[str, ...]
    """The targets that it attacks now, in alphabetical order; none if the destination is out of reach."""


class FocusKey(msgspec.Struct, frozen=True, order=True):
    """What decides the focus: the enemy with the lowest key. (GH-12.10)"""

    negative: int
    """Traps and hazards on the way to the attack hex."""
    cost: int
    """Movement points to the attack hex."""
    proximity: int
    """Hexes around walls to the enemy; 0 under a reading that leaves it out."""
    initiative: tuple[int, ...]


class Candidate(msgspec.Struct, frozen=True, order=True):
    """A hex from which the focus can be attacked, with one group of targets. (GH-12.17, GH-12.19)"""

    hex: Hex
    group: tuple[str, ...]
    negative: int
    out_of_reach: bool
    disadvantage: bool
    """Against the focus."""
    disadvantages: int
    """How many of the group it attacks with disadvantage."""
    cost: int
    ranks: tuple[int, ...]
    """How many of the group are of the first rank, of the second, and so on. (GH-12.18)"""


class Contender(NamedTuple):
    """A hex from which the focus can be attacked, with what is compared for it before any group is made."""

    hex: Hex
    negative: int
    out_of_reach: bool
    disadvantage: bool
    """Against the focus."""
    targets: int
    cost: int


class Choice(msgspec.Struct, frozen=True):
    """All options, and what decided against the others."""

    options: tuple[Option, ...]
    """In a fixed order; empty if the monster has no focus. (GH-12.14)"""
    focus_keys: dict[str, FocusKey]
    """The key of every enemy that has an attack hex."""
    destinations: dict[str, tuple[Candidate, ...]]
    """For each focus the hexes that the monster heads for, and the targets it wants to attack there."""


_NEGATIVE = 1 << 20
"""The weight of one negative hex: more than any movement, so that each pair fits into one number."""


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
    """The two numbers of a weight."""
    return Way(*divmod(weight, _NEGATIVE))
