"""Whom an attack can hit at once from a hex: every choice of targets, every placement of an area."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.games.gloomhaven.plain.ways import Distances
from tsolve.games.gloomhaven.hexes import DIRECTIONS, Hex
from tsolve.games.gloomhaven.monster_situation import Readings, Situation

Group = frozenset[str]


class Attack:
    """The attack of a situation, seen from any hex."""

    def __init__(self, situation: Situation, readings: Readings, distances: Distances) -> None:
        self.aim = situation.aim
        self.board = situation.ground.board
        self.distances = distances
        self.enemies = situation.enemies
        self.minds_disadvantage = situation.minds_disadvantage
        self.anchors_on_walls = readings["area_anchor"] == "wall_hex_too"
        self.placements = set() if self.aim.area_is_melee else set(self.placed_on_enemies())
        self.known: dict[Hex, set[Group]] = {}

    def groups(self, here: Hex, focus: str) -> set[Group]:
        """The groups with the focus, no smaller than one of them can be. (GH-12.17, header)"""
        if here not in self.known:
            self.known[here] = set(self.all_groups(here))
        found = [group for group in self.known[here] if focus in group]
        most = max(map(len, found), default=0)
        return {group for group in found if len(group) == most}

    def all_groups(self, here: Hex) -> Iterator[Group]:
        """Everybody in an area, and as many single targets beside it as there may be. (GH-6.2, GH-6.6)"""
        single = {enemy.name for enemy in self.enemies if self.reaches(here, enemy.at)}
        for hit in self.hit_by_area(here):
            others = sorted(single - hit)
            singles = self.aim.targets - 1 if self.aim.area else self.aim.targets
            for more in combinations(others, min(singles, len(others))):
                if group := hit | set(more):
                    yield group

    def reaches(self, here: Hex, there: Hex) -> bool:
        """In range, counted around walls, and in sight. (GH-4.1, GH-6.2)"""
        in_range = self.distances.between(here, there) <= self.aim.reach
        return in_range and self.board.sees(here, there)

    def hit_by_area(self, here: Hex) -> Iterator[Group]:
        """For each placement of the area the enemies in it that are seen; nobody without an area. (GH-6.5)"""
        if not self.aim.area:
            yield frozenset()
            return
        if self.aim.area_is_melee:
            placements = {frozenset(moved(image, here)) for image in images(self.aim.area)}
        else:
            placements = {each for each in self.placements if self.in_range(here, each)}
        for placement in placements:
            yield frozenset(
                enemy.name
                for enemy in self.enemies
                if enemy.at in placement and self.board.sees(here, enemy.at)
            )

    def placed_on_enemies(self) -> Iterator[frozenset[Hex]]:
        """Every placement of a ranged area that covers an enemy, wherever the attacker stands."""
        for image in images(self.aim.area):
            for covering in image:
                for enemy in self.enemies:
                    by = Hex(enemy.at.q - covering.q, enemy.at.p - covering.p)
                    yield frozenset(moved(image, by))

    def in_range(self, here: Hex, placement: frozenset[Hex]) -> bool:
        """One hex of the area is within range: a hex of the map, or else a wall hex. (GH-6.3, GH-17.11)

        The range to a wall hex goes around the other walls, as that to any hex. (GH-4.1)
        """
        far = self.distances.around(here)
        if any(far[each] <= self.aim.reach for each in placement if each in far):
            return True
        return self.anchors_on_walls and any(
            far[beside] < self.aim.reach
            for each in placement
            if each in self.board.walls
            for beside in moved(DIRECTIONS, each)
            if beside in far and not {(beside, each), (each, beside)} & self.board.thin_walls
        )

    def has_disadvantage(self, here: Hex, name: str) -> bool:
        """A ranged attack on an adjacent enemy, unless that makes no difference. (GH-4.3, GH-17.23)"""
        ranged = not self.aim.area_is_melee if self.aim.area else self.aim.is_ranged
        there = next(enemy.at for enemy in self.enemies if enemy.name == name)
        return self.minds_disadvantage and ranged and there in self.board.neighbours(here)


def images(area: tuple[Hex, ...]) -> set[frozenset[Hex]]:
    """Every rotation and every mirror image. (GH-6.4)"""
    found = set()
    for shape in (area, tuple(Hex(each.p, each.q) for each in area)):
        for _ in range(6):
            shape = tuple(Hex(-each.p, each.q + each.p) for each in shape)
            found.add(frozenset(shape))
    return found


def moved(shape: frozenset[Hex] | tuple[Hex, ...], by: Hex) -> list[Hex]:
    """The shape, so far away."""
    return [Hex(each.q + by.q, each.p + by.p) for each in shape]
