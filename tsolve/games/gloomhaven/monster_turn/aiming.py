"""Whom an attack can hit from a hex, and which groups it can hit together. (GH-6.2 to GH-6.6)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations

from tsolve.games.gloomhaven.board.hexes import Hex, images, neighbours
from tsolve.games.gloomhaven.monster_turn.situation import Aim, Situation

Group = frozenset[str]
"""The names of the enemies that one attack hits."""


class Aiming:
    """An attack as it meets the enemies of one situation."""

    def __init__(self, situation: Situation, aim: Aim, walls_anchor: bool = False) -> None:
        """`walls_anchor`: the hex of an area that must be in range may be a wall. (GH-17.11)"""
        self._aim = aim
        self._board = situation.ground.board
        self._at = {enemy.name: enemy.at for enemy in situation.enemies}
        self._walls_anchor = walls_anchor
        self._near: dict[Hex, Group] = {}
        self._covered: dict[Hex, tuple[Group, ...]] = {}

    def can_attack(self, hex_: Hex, name: str) -> bool:
        """Whether an attack from here can have this enemy among its targets."""
        if not self._aim.area:
            return self._is_in_reach(hex_, name)
        if self._aim.targets > 1 and self._is_in_reach(hex_, name):
            return True
        return any(name in cover for cover in self.covers(hex_))

    def has_disadvantage(self, hex_: Hex, name: str) -> bool:
        """Whether a ranged attack from here meets this enemy as a neighbour. (GH-4.3)"""
        return self._aim.is_ranged and self._steps[name].get(hex_) == 1

    def groups(self, hex_: Hex, focus: str) -> set[Group]:
        """All groups with the focus that an attack from here can hit: never fewer members than possible."""
        further = self._aim.targets - 1
        near = self.in_reach(hex_)
        if not self._aim.area:
            return {frozenset({focus, *more}) for more in _sets(near - {focus}, further)}
        found: set[Group] = set()
        for cover in (*self.covers(hex_), frozenset[str]()):
            singles = further - (focus not in cover)
            if focus in cover or (singles >= 0 and focus in near):
                found.update(cover | {focus, *more} for more in _sets(near - cover - {focus}, singles))
        most = max(map(len, found), default=0)
        return {group for group in found if len(group) == most}

    def _is_in_reach(self, hex_: Hex, name: str) -> bool:
        steps = self._steps[name].get(hex_)
        return steps is not None and 0 < steps <= self._aim.reach and self._board.sees(hex_, self._at[name])

    def in_reach(self, hex_: Hex) -> Group:
        """Every enemy that a single target may be."""
        found = self._near.get(hex_)
        if found is None:
            found = frozenset(name for name in self._at if self._is_in_reach(hex_, name))
            self._near[hex_] = found
        return found

    @cached_property
    def _steps(self) -> dict[str, dict[Hex, int]]:
        return {name: dict(self._board.distances(at)) for name, at in self._at.items()}

    def covers(self, hex_: Hex) -> tuple[Group, ...]:
        """The sets of enemies that the area can cover from here, and that can be seen. (GH-6.5)"""
        found = self._covered.get(hex_)
        if found is None:
            seen = frozenset(name for name, at in self._at.items() if self._board.sees(hex_, at))
            covers = self._melee_covers(hex_) if self._aim.area_is_melee else self._ranged_covers(hex_, seen)
            found = tuple({cover & seen for cover in covers} - {frozenset()})
            self._covered[hex_] = found
        return found

    def _melee_covers(self, hex_: Hex) -> Iterator[Group]:
        for image in self._images:
            area = {(hex_.q + q, hex_.p + p) for q, p in image}
            yield frozenset(name for name, at in self._at.items() if at in area)

    def _ranged_covers(self, hex_: Hex, seen: Group) -> Iterator[Group]:
        """At least one hex of the area must be in range; it may be empty. (GH-6.3)"""
        steps, reach = self._board.distances(hex_), self._aim.reach
        done: set[Group] = set()
        for area, cover in self._placements:
            if cover & seen in done:
                continue
            in_range = any(steps.get(each, reach + 1) <= reach for each in area)
            if in_range or (self._walls_anchor and self._is_near_wall(hex_, area)):
                done.add(cover & seen)
                yield cover

    def _is_near_wall(self, hex_: Hex, area: Iterable[Hex]) -> bool:
        """Whether one of its hexes is a wall in range, reached around the other walls."""
        steps = self._board.distances(hex_)
        for each in area:
            if each in self._board.walls:
                beside = (near for near in neighbours(each) if not self._is_cut_off(near, each))
                if any(steps.get(near, self._aim.reach) < self._aim.reach for near in beside):
                    return True
        return False

    def _is_cut_off(self, a: Hex, b: Hex) -> bool:
        thin = self._board.thin_walls
        return (a, b) in thin or (b, a) in thin

    @cached_property
    def _images(self) -> tuple[tuple[Hex, ...], ...]:
        return images(self._aim.area)

    @cached_property
    def _placements(self) -> tuple[tuple[tuple[Hex, ...], Group], ...]:
        """Every way to lay the area so that it covers an enemy, with all whom it covers; the most first."""
        laid: dict[tuple[Hex, ...], Group] = {}
        for at in self._at.values():
            for image in self._images:
                for q, p in image:
                    area = tuple(Hex(at.q - q + dq, at.p - p + dp) for dq, dp in image)
                    if area not in laid:
                        laid[area] = frozenset(name for name, on in self._at.items() if on in area)
        return tuple(sorted(laid.items(), key=lambda placed: -len(placed[1])))


def _sets(names: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    """The sets of as many of these names as may be."""
    listed = sorted(names)
    yield from combinations(listed, min(max(most, 0), len(listed)))
