"""A monster's move and attack, plainly: all hexes, all ways, all groups, keys compared as tuples.

A group is whom an attack can hit at once from a hex: every choice of targets, every placement of an area.
Written from the rules alone, as the judge of the fast solver. (GH-12.6 to GH-12.30)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from tests.games.gloomhaven.plain.ways import NEVER, Counting, Distances, Mover, Pair
from tsolve.games.gloomhaven.hexes import DIRECTIONS, Hex
from tsolve.games.gloomhaven.monster_situation import Aim, FocusKey, Option, Readings, Situation

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


READINGS = {
    "focus_proximity": ("counts", "ignored"),
    "disadvantage_order": ("before_targets", "fewest_after_targets"),
    "extra_targets": ("ranked", "ranked_without_proximity", "players_choose", "own_paths"),
    "out_of_reach": ("best_attack", "nearest_attack_hex"),
    "disadvantage_out_of_reach": ("ignored", "counts"),
    "jump_landing": ("pays", "free"),
    "group_order": ("steps_first", "targets_first"),
    "equal_destinations": ("players_choose", "most_progress"),
    "focus_distance": ("points", "hexes"),
    "heads_for": ("attack_hex", "focus"),
    "area_anchor": ("map_hex", "wall_hex_too"),
    "immobilized_attack": ("focus_only", "anyone"),
}
"""The open points that matter here; the usual reading of each comes first. (GH-17.8 to GH-17.28)"""

USUAL = {point: readings[0] for point, readings in READINGS.items()}

Key = tuple[int | tuple[int, ...], ...]


Item = TypeVar("Item")


class Candidate(NamedTuple):
    """A hex from which the focus can be attacked, and one group there. (GH-12.17)"""

    hex: Hex
    group: Group
    pair: Pair
    out_of_reach: bool
    disadvantage: bool
    """Against the focus."""
    disadvantages: int
    """How many of the group are attacked with disadvantage."""
    worth: tuple[int, ...]
    """Minus the members of rank 1, of rank 2, and so on. (GH-12.18)"""


def options(situation: Situation, readings: Readings) -> frozenset[Option]:
    """Every focus, destination, end and set of targets that the rules leave; none without a focus.

    `readings` says how each open point that `Readings` names is read.
    """
    return Turn(situation, readings).options()


class Turn:
    """One move and attack under given readings."""

    def __init__(self, situation: Situation, readings: Readings) -> None:
        if not situation.attacks:  # as with a melee attack on one target (GH-12.7, GH-12.26)
            situation = replace(situation, aim=Aim())
        self.situation = situation
        self.readings = readings
        self.board = situation.ground.board
        self.enemies = {enemy.name: enemy for enemy in situation.enemies}
        self.distances = Distances(self.board)
        self.attack = Attack(situation, readings, self.distances)
        self.mover = Mover(situation, readings, self.distances)
        self.ways = self.stops(self.mover)
        counting: Counting = "hexes" if readings["focus_distance"] == "hexes" else "points"
        self.ways_to_focus = self.stops(Mover(situation, readings, self.distances, counting))

    def options(self) -> frozenset[Option]:
        """The options of every enemy that may be the focus."""
        return frozenset(option for focus in self.foci() for option in self.options_against(focus))

    def stops(self, mover: Mover) -> dict[Hex, Pair]:
        """Every hex where the figure could stop with unlimited movement, and the best way there. (GH-12.8)"""
        ways = mover.ways_from(self.situation.at)
        return {there: pair for there, pair in ways.items() if mover.may_stop(there)}

    # Focus

    def foci(self) -> list[str]:
        """The enemies with the smallest focus key, more than one where the players choose. (GH-12.13)"""
        focus = self.situation.focus
        if focus is None:
            return self.nearest(self.enemies)
        if not self.attackable_from_here(focus) and self.may_attack_anyone():
            return self.nearest(filter(self.attackable_from_here, self.enemies)) or [focus]
        return [focus]

    def may_attack_anyone(self) -> bool:
        """Whether a figure that cannot move attacks another enemy than its focus. (GH-17.13)"""
        chosen = self.readings["immobilized_attack"] == "anyone"
        return chosen and self.situation.attacks and self.situation.move == 0

    def attackable_from_here(self, name: str) -> bool:
        """Whether the figure can attack an enemy without moving."""
        return bool(self.attack.groups(self.situation.at, name))

    def nearest(self, names: Iterable[str]) -> list[str]:
        """Those with the smallest focus key; an enemy without attack hex has none. (GH-12.14)"""
        keys = {name: key for name in names if (key := self.focus_key(name)) is not None}
        return [name for name, key in keys.items() if key == min(keys.values())]

    def focus_key(self, name: str) -> FocusKey | None:
        """The smallest key over all attack hexes. (GH-12.10)"""
        ways = [self.ways_to_focus[hex_] for hex_ in self.attack_hexes(name)]
        return min((self.key_from(name, way) for way in ways), default=None)

    def key_from(self, name: str, pair: Pair) -> FocusKey:
        """The key of an enemy with one of its attack hexes, which is so far away. (GH-12.10)"""
        enemy = self.enemies[name]
        counts = self.readings["focus_proximity"] == "counts"
        proximity = self.proximity(name) if counts else 0
        return FocusKey(pair[0], pair[1], proximity, enemy.initiative)

    def proximity(self, name: str) -> int:
        """Hexes from the present hex to an enemy, around walls. (GH-12.11)"""
        return self.distances.between(self.situation.at, self.enemies[name].at)

    def attack_hexes(self, name: str) -> list[Hex]:
        """Where the figure could stop and attack this enemy. (GH-12.7, GH-12.8)"""
        return [hex_ for hex_ in self.ways if self.attack.groups(hex_, name)]

    # Destination

    def options_against(self, focus: str) -> Iterable[Option]:
        """Go there and attack where the movement suffices, otherwise only head there. (GH-12.21, GH-12.22)"""
        candidates = self.candidates(focus)
        if not candidates:
            return []
        if all(each.out_of_reach for each in candidates):
            return self.approaches(focus, self.far_destinations(focus, candidates))
        return [
            Option(focus, hex_, hex_, tuple(sorted(group)) if self.situation.attacks else ())
            for hex_, group in self.destinations(candidates)
        ]

    def candidates(self, focus: str) -> list[Candidate]:
        """Every hex with every group, that has the fewest negative hexes and, if any, is within reach."""
        ranks = self.ranks()
        found = []
        for hex_ in self.attack_hexes(focus):
            for group in self.attack.groups(hex_, focus):
                bad = [name for name in group if self.attack.has_disadvantage(hex_, name)]
                worth = tuple(-len([name for name in rank if name in group]) for rank in ranks)
                pair = self.ways[hex_]
                far = pair[1] > self.situation.move
                found.append(Candidate(hex_, group, pair, far, focus in bad, len(bad), worth))
        return best(found, lambda each: (each.pair[0], each.out_of_reach))

    def destinations(self, candidates: list[Candidate]) -> set[tuple[Hex, Group]]:
        """Where to attack, and whom: a best group, from the hex that suits it best. (GH-12.17, GH-12.19)"""
        if self.readings["disadvantage_order"] == "before_targets":
            candidates = best(candidates, lambda each: (each.disadvantage,))
        groups = {each.group for each in best(candidates, self.key)}
        candidates = [each for each in candidates if each.group in groups]
        found = best(candidates, lambda each: (each.disadvantages, each.pair[1]))
        return {(each.hex, each.group) for each in found}

    def key(self, each: Candidate) -> Key:
        """What decides between candidates, after the items before the number of targets. (GH-12.17)"""
        last: Key = (each.pair[1], each.worth)
        if self.readings["group_order"] == "targets_first":
            last = (each.worth, each.pair[1])
        if self.readings["disadvantage_order"] == "fewest_after_targets":
            return (-len(each.group), each.disadvantages, *last)
        return (-len(each.group), *last)

    def ranks(self) -> list[list[str]]:
        """The enemies in order of worth, equal ones together; none where players choose. (GH-12.18)"""
        if self.readings["extra_targets"] == "players_choose":
            return []
        keys = {name: self.rank_key(name) for name in self.enemies}
        return [[name for name in keys if keys[name] == key] for key in sorted(set(keys.values()))]

    def rank_key(self, name: str) -> tuple[int, ...]:
        """What the rank of an enemy as a further target depends on. (GH-12.18, GH-17.8)"""
        initiative = self.enemies[name].initiative
        read = self.readings["extra_targets"]
        if read == "ranked_without_proximity":
            return initiative
        if read == "ranked":
            return (self.proximity(name), *initiative)
        key = self.focus_key(name)  # its own path
        return (key.negative, key.cost, key.proximity, *initiative) if key else (NEVER, *initiative)

    # Out of reach

    def far_destinations(self, focus: str, candidates: list[Candidate]) -> set[Hex]:
        """Where to head: for the best later attack, or for the nearest attack hex. (GH-12.24)"""
        if self.readings["out_of_reach"] == "nearest_attack_hex":
            if self.readings["disadvantage_out_of_reach"] == "counts":
                candidates = best(candidates, lambda each: (each.pair[0], each.disadvantage))
            return {each.hex for each in best(candidates, lambda each: each.pair)}
        return {hex_ for hex_, _ in self.destinations(candidates)}

    def approaches(self, focus: str, destinations: set[Hex]) -> Iterable[Option]:
        """For each destination the hexes where the figure stops on the way to it. (GH-12.22, GH-12.23)"""
        ways = {hex_: self.approach(focus, hex_) for hex_ in destinations}
        if self.readings["equal_destinations"] == "most_progress":
            left = {hex_: min(ways[hex_].values()) for hex_ in destinations}
            ways = {hex_: ways[hex_] for hex_ in destinations if left[hex_] == min(left.values())}
        return [Option(focus, hex_, end, ()) for hex_, ends in ways.items() for end in ends]

    def approach(self, focus: str, destination: Hex) -> dict[Hex, Pair]:
        """The best hexes to stop at this turn, each with the way that is left from there. (GH-12.22)"""
        ahead = self.mover.ways_to(destination)
        keys: list[tuple[Key, Hex]] = []
        for end, (negative, cost) in self.mover.ways_this_turn():
            if self.mover.may_stop(end) and end in ahead:
                left = ahead[end][1]
                if self.readings["heads_for"] == "focus":
                    left = self.distances.between(end, self.enemies[focus].at)
                keys.append(((negative + ahead[end][0], left, cost), end))
        return {end: ahead[end] for key, end in keys if key == min(keys)[0]}


def best(items: Iterable[Item], key: Callable[[Item], Key]) -> list[Item]:
    """All items with the smallest key."""
    keyed = [(key(item), item) for item in items]
    smallest = min((each for each, _ in keyed), default=())
    return [item for each, item in keyed if each == smallest]
