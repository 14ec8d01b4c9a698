"""Whom an attack can hit from which hex: single targets, areas in every position, and groups of both.
(GH-4, GH-5, GH-6.2 to GH-6.6)

A set of enemies is a number, one bit for each in the order of the situation, so that what an area covers,
what is in reach and what is seen are compared by one operation. Of the groups that an attack can hit from a
hex the rules want those with the most targets and then those of the best ranks: the number of targets is
known before any group is made, and of figures of equal rank only the last ones to be added leave a choice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from tsolve.games.gloomhaven.hexes import Hex, distance, images, neighbours

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.monster_situation import Aim, Situation

Group = frozenset[str]
"""The names of the enemies that one attack hits."""

Mask = int
"""The same as bits."""


class Filling(NamedTuple):
    """Groups with as many targets as can be: some that are `fixed`, and a `number` out of a pool."""

    fixed: Mask
    pool: Mask
    number: int

    @property
    def size(self) -> int:
        """The number of targets."""
        return self.fixed.bit_count() + self.number

    def holds(self, group: Mask) -> bool:
        """Whether a group is one of these."""
        free = group & ~self.fixed
        return not self.fixed & ~group and not free & ~self.pool and free.bit_count() == self.number

    def best(self, classes: Iterable[Mask]) -> Iterator[Mask]:
        """The groups with the most of the first class, then of the second, and so on."""
        taken, left = self.fixed, self.number
        for each in classes:
            free = self.pool & each & ~taken
            if free.bit_count() > left:
                yield from (taken | sum(some) for some in combinations(_bits(free), left))
                return
            taken |= free
            left -= free.bit_count()
        yield taken


class Aiming:
    """An attack as it meets the enemies of one situation."""

    def __init__(self, situation: Situation, aim: Aim, walls_anchor: bool = False) -> None:
        """`walls_anchor`: the hex of an area that must be in range may be a wall. (GH-17.11)"""
        self._aim = aim
        self._board = situation.ground.board
        self._at = {enemy.name: enemy.at for enemy in situation.enemies}
        self._bit = {name: 1 << place for place, name in enumerate(self._at)}
        self._walls_anchor = walls_anchor
        self._near: dict[Hex, Mask] = {}
        self._covered: dict[Hex, Collection[Mask]] = {}
        self._filled: dict[tuple[Hex, str], list[Filling]] = {}

    def mask(self, names: Iterable[str]) -> Mask:
        """A set of enemies as bits."""
        return sum(self._bit[name] for name in names)

    def names(self, mask: Mask) -> tuple[str, ...]:
        """The names of a set of enemies, in the order of the situation."""
        return tuple(name for name, bit in self._bit.items() if mask & bit)

    def can_attack(self, hex_: Hex, name: str) -> bool:
        """Whether an attack from here can have this enemy among its targets."""
        if not self._aim.area:
            return self._is_in_reach(hex_, name)
        if self._aim.targets > 1 and self._is_in_reach(hex_, name):
            return True
        bit = self._bit[name]
        return any(bit & cover for cover in self._covers(hex_))

    def has_disadvantage(self, hex_: Hex, name: str) -> bool:
        """Whether a ranged attack from here meets this enemy as a neighbour. (GH-4.3)"""
        return self._aim.is_ranged and hex_ in self._board.neighbours(self._at[name])

    def in_reach(self, hex_: Hex) -> Group:
        """Every enemy that an attack on one target can reach."""
        return frozenset(self.names(self._in_reach(hex_)))

    def covers(self, hex_: Hex) -> tuple[Group, ...]:
        """The sets of enemies that the area can cover from here, and that can be seen. (GH-6.5)"""
        return tuple(frozenset(self.names(cover)) for cover in self._covers(hex_))

    def most_targets(self, hex_: Hex, focus: str) -> int:
        """How many enemies an attack from here hits, the focus among them; 0 if it cannot be."""
        filled = self._fillings(hex_, focus)
        return filled[0].size if filled else 0

    def best_groups(self, hex_: Hex, focus: str, classes: Sequence[Mask]) -> set[Mask]:
        """The groups with the focus and the most targets that can be best if enemies of the first class are
        wanted before those of the second, and so on: for each set that an area covers the best ones.
        """
        return {group for filling in self._fillings(hex_, focus) for group in filling.best(classes)}

    def can_hit(self, hex_: Hex, focus: str, group: Mask) -> bool:
        """Whether an attack from here can hit exactly this group, and no more."""
        return any(filling.holds(group) for filling in self._fillings(hex_, focus))

    def _fillings(self, hex_: Hex, focus: str) -> list[Filling]:
        """All groups with the focus that an attack from here can hit: never fewer members than possible."""
        found = self._filled.get((hex_, focus))
        if found is None:
            every = list(self._every_filling(hex_, focus))
            most = max((each.size for each in every), default=0)
            found = self._filled[hex_, focus] = [each for each in every if each.size == most]
        return found

    def _every_filling(self, hex_: Hex, focus: str) -> Iterator[Filling]:
        further, near, bit = self._aim.targets - 1, self._in_reach(hex_), self._bit[focus]
        for cover in (*(self._covers(hex_) if self._aim.area else ()), 0):
            singles = further - (not bit & cover and bool(self._aim.area))
            if bit & cover or not self._aim.area or (singles >= 0 and bit & near):
                fixed = cover | bit
                pool = near & ~fixed
                yield Filling(fixed, pool, min(max(singles, 0), pool.bit_count()))

    def _in_reach(self, hex_: Hex) -> Mask:
        found = self._near.get(hex_)
        if found is None:
            found = self.mask(name for name in self._at if self._is_in_reach(hex_, name))
            self._near[hex_] = found
        return found

    def _is_in_reach(self, hex_: Hex, name: str) -> bool:
        at = self._at[name]
        return hex_ in self._around[name] and hex_ != at and self._board.sees(hex_, at)

    @cached_property
    def _around(self) -> dict[str, frozenset[Hex]]:
        """For every enemy the hexes in range of it, its own among them."""
        reach = self._aim.reach
        return {name: frozenset(self._board.within(at, reach)) for name, at in self._at.items()}

    def _covers(self, hex_: Hex) -> Collection[Mask]:
        """The sets that the area can cover from here; none of them is empty."""
        found = self._covered.get(hex_)
        if found is None:
            laid = self._melee_covers(hex_) if self._aim.area_is_melee else self._ranged_covers(hex_)
            found = self._covered[hex_] = {cover for cover in laid if cover}
        return found

    def _melee_covers(self, hex_: Hex) -> Iterator[Mask]:
        reach = max(distance(Hex(0, 0), each) for each in self._aim.area)
        seen = self._seen(hex_, reach)
        near = [(bit, at) for name, bit in self._bit.items() if bit & seen for at in (self._at[name],)]
        for image in self._images if near else ():
            area = {(hex_.q + q, hex_.p + p) for q, p in image}
            yield sum(bit for bit, at in near if at in area)

    def _ranged_covers(self, hex_: Hex) -> Iterator[Mask]:
        """At least one hex of the area must be in range; it may be empty. (GH-6.3)"""
        seen = self._seen(hex_, self._aim.reach + self._width)
        in_range = frozenset(self._board.within(hex_, self._aim.reach))
        done: set[Mask] = set()
        for cover, hexes in self._placements:
            if cover & seen not in done and (
                not hexes.isdisjoint(in_range) or (self._walls_anchor and self._is_near_wall(hex_, hexes))
            ):
                done.add(cover & seen)
                yield cover & seen

    def _seen(self, hex_: Hex, steps: int) -> Mask:
        """The enemies that can be seen, of those at most so many steps away where nothing is in the way."""
        near = (name for name, at in self._at.items() if distance(hex_, at) <= steps)
        return self.mask(name for name in near if self._board.sees(hex_, self._at[name]))

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
    def _width(self) -> int:
        """The most steps between two hexes of the area where nothing is in the way."""
        return max(distance(one, other) for one in self._aim.area for other in self._aim.area)

    @cached_property
    def _placements(self) -> tuple[tuple[Mask, frozenset[Hex]], ...]:
        """The sets of enemies that the area covers somewhere, the most first, each with all hexes on which it
        then lies in one place or another.
        """
        enemy_in = {at: self._bit[name] for name, at in self._at.items()}
        laid: set[tuple[Hex, ...]] = set()
        hexes: dict[Mask, set[Hex]] = {}
        for at in self._at.values():
            for image in self._images:
                for q, p in image:
                    area = tuple([Hex(at.q - q + dq, at.p - p + dp) for dq, dp in image])
                    if area not in laid:
                        laid.add(area)
                        cover = sum([enemy_in.get(each, 0) for each in area])
                        hexes.setdefault(cover, set()).update(area)
        every = ((cover, frozenset(there)) for cover, there in hexes.items())
        return tuple(sorted(every, key=lambda placed: -placed[0].bit_count()))


def _bits(mask: Mask) -> Iterator[int]:
    """The bits of a mask, each as a number."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
