"""A map: the hexes that there are, the walls between them, steps and sight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tsolve.games.gloomhaven.board import hexes as plane
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.board.lattice import Piece, Segment, centre, piece
from tsolve.games.gloomhaven.board.masks import WallBits
from tsolve.games.gloomhaven.board.sight import Border, Sight, free_corners
from tsolve.games.gloomhaven.board.steps import Neighbours, Steps
from tsolve.games.gloomhaven.board.strips import free_segment
from tsolve.games.gloomhaven.board.surroundings import surroundings

Wall = tuple[Hex, Hex]
"""Two neighbours that a wall parts."""


class Board:
    """The hexes and walls of a map; it never changes, and remembers what it was asked."""

    def __init__(
        self,
        hexes: Iterable[Hex],
        walls: Iterable[Hex] = (),
        thin_walls: Iterable[tuple[Hex, Hex]] = (),
        sight: Sight = "corners",
        coordinates: plane.System = "offset",
        shut: Iterable[Hex] = (),
        border: Border = "free",
    ) -> None:
        """The hexes a figure may stand on at all, the wall hexes, and pairs of hexes with a wall between.

        The hexes that are `shut`, by doors that are closed or locked, are walls. A hex that is given as both
        is a wall. A hex that is given as neither is not on the map. Nobody enters it, and to sight it is a
        wall: on a map of tiles their edges are walls, so it does not matter whether one is drawn. (GH-1.4)

        Raises:
            ValueError: a thin wall between two hexes that are not neighbours.
        """
        self.walls = frozenset(walls)
        floor = frozenset(hexes) - self.walls
        self.shut = frozenset(shut)
        self.hexes = floor - self.shut
        self.walls |= self.shut
        self.thin_walls = frozenset((min(between), max(between)) for between in thin_walls)
        self.sight = sight
        self.border = border
        self.coordinates = coordinates
        for a, b in self.thin_walls:
            if plane.distance(a, b) != 1:
                raise ValueError(f"no thin wall can stand between {a} and {b}: they are not neighbours")
        edges = frozenset(piece(a, b) for a, b in self.thin_walls)
        self._pieces, self._around = _blocking(floor | self.shut, self.shut, self.thin_walls, border)
        self._bits = WallBits(self._pieces, self._around, self.hexes, bool(edges), sight)
        self._neighbours = Neighbours(self.hexes, edges)
        self._steps: dict[Hex, Steps] = {}
        self._seen: dict[tuple[Hex, Hex], bool] = {}

    def __eq__(self, other: object) -> bool:
        """Two boards are equal if they have the same hexes, walls and kind of sight."""
        return isinstance(other, Board) and self._value() == other._value()

    def __hash__(self) -> int:
        """As boards are equal by value."""
        return hash(self._value())

    def name(self, hex_: Hex) -> str:
        """A hex as people call it."""
        return plane.named(hex_, self.coordinates)

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """The hexes of the map that can be entered from this one; no thin wall stands between. (GH-1.4)"""
        return self._neighbours[hex_]

    def distances(self, hex_: Hex) -> Mapping[Hex, int]:
        """Steps to every hex that can be reached, around walls, through figures and obstacles; itself 0.

        (GH-4.1, GH-12.11)
        """
        return self._steps_from(hex_).all()

    def distance(self, a: Hex, b: Hex) -> int | None:
        """Steps from one hex to another, as in `distances`; None if there is no way."""
        return self._steps_from(a).to(b)

    def within(self, hex_: Hex, reach: int) -> Sequence[Hex]:
        """The hexes at most so many steps away, itself among them, the nearer ones first. (GH-4.1)"""
        return self._steps_from(hex_).within(reach)

    def sees(self, a: Hex, b: Hex) -> bool:
        """Whether there is line of sight between two hexes; a hex sees itself. (GH-5.1, GH-5.5)"""
        seen = self._seen.get((a, b))
        if seen is None:
            seen = self._seen[a, b] = self._seen[b, a] = self._look(a, b)
        return seen

    def sight_line(self, a: Hex, b: Hex) -> Segment | None:
        """A segment from the one hex to the other that shows that they see each other; None if they do not.

        Its ends are corners. Where any points will do and no corners see each other, they lie inside edges. A
        hex sees itself from centre to centre.
        """
        if a == b:
            return centre(a), centre(a)
        if a not in self.hexes or b not in self.hexes:
            return None
        if b < a:
            found = self.sight_line(b, a)
            return found and (found[1], found[0])
        found = free_corners(a, b, self._pieces, self._around)
        if found is None and self.sight == "any_points":
            found = free_segment(a, b, self._pieces, self._around)
        return found

    def _value(self) -> tuple[frozenset[Hex] | frozenset[Wall] | str, ...]:
        return self.hexes, self.walls, self.thin_walls, self.shut, self.sight, self.border

    def _look(self, a: Hex, b: Hex) -> bool:
        if a == b:
            return True
        if a not in self.hexes or b not in self.hexes:
            return False
        seen = self._bits.sees(a, b)
        return self.sight_line(a, b) is not None if seen is None else seen

    def _steps_from(self, hex_: Hex) -> Steps:
        found = self._steps.get(hex_)
        if found is None:
            found = self._steps[hex_] = Steps(hex_, self._neighbours)
        return found


def _blocking(
    hexes: frozenset[Hex], shut: frozenset[Hex], thin_walls: frozenset[Wall], border: Border
) -> tuple[frozenset[Piece], frozenset[Piece]]:
    """The pieces that block sight where they are touched, and those that block it where they are crossed.

    A hole of the map is a wall, and doors are. What lies around the map is crossed only within, if lines may
    run along its border; a thin wall there is the border itself.
    """
    outer, enclosed = surroundings(hexes)
    inside = [each for each in thin_walls if hexes.issuperset(each)]
    walls = frozenset(piece(a, b) for a, b in (*inside, *((each, each) for each in shut | enclosed)))
    if border == "blocked":
        return walls.union(piece(each, each) for each in outer), frozenset()
    pairs = ((each, near) for each in outer for near in plane.neighbours(each) if near in outer)
    around = frozenset(piece(a, b) for a, b in (*pairs, *((each, each) for each in outer)))
    return walls, around
