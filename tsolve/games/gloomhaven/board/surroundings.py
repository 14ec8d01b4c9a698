"""The hexes off a map that lie beside it: those around it, and those in its holes.

A line from hex to hex of the map that leaves the map does so into one of them, so no other hex off the map
matters to sight, be it blank or drawn as a wall.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from tsolve.games.gloomhaven.board.hexes import Hex, neighbours


class Surroundings(NamedTuple):
    """The hexes off a map that touch one of its hexes."""

    outer: frozenset[Hex]
    """Those around it: from them one gets away as far as one likes without entering the map."""
    enclosed: frozenset[Hex]
    """Those in its holes, such as a pillar in the middle of a room."""


@lru_cache(maxsize=64)
def surroundings(hexes: frozenset[Hex]) -> Surroundings:
    """What lies around the hexes of a map."""
    beside = {near for hex_ in hexes for near in neighbours(hex_) if near not in hexes}
    ways, outer = _ways(hexes, beside)
    waiting = list(outer)
    while waiting:
        for near in ways[waiting.pop()] - outer:
            outer.add(near)
            waiting.append(near)
    return Surroundings(frozenset(outer), frozenset(beside - outer))


def _ways(hexes: frozenset[Hex], beside: set[Hex]) -> tuple[dict[Hex, set[Hex]], set[Hex]]:
    """Which of the hexes beside a map are joined off it, and those that have nothing of the map above them.

    Along one piece of its border they are neighbours. From an island in a hole the way straight up, from the
    top of the island, ends at another piece of the border, which is higher; so these ways join the rest.
    """
    columns = _columns(hexes)
    ways: dict[Hex, set[Hex]] = defaultdict(set)
    free: set[Hex] = set()
    for hex_ in beside:
        ways[hex_].update(near for near in neighbours(hex_) if near in beside)
        column = columns.get(hex_.q, [])
        above = bisect_left(column, hex_.p)
        if not above:
            free.add(hex_)
            continue
        below_it = Hex(hex_.q, column[above - 1] + 1)
        ways[hex_].add(below_it)
        ways[below_it].add(hex_)
    return ways, free


def _columns(hexes: frozenset[Hex]) -> dict[int, list[int]]:
    """The second coordinates of the hexes of each column, in order."""
    found: dict[int, list[int]] = defaultdict(list)
    for q, p in sorted(hexes):
        found[q].append(p)
    return found
