"""Random situations for two solvers to compare: many ties, traps, ways too long, monsters without focus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from tests.games.gloomhaven.plain.drawing import TRIANGLE
from tests.games.gloomhaven.plain.monster_turn import READINGS, USUAL, options
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import DIRECTIONS, Hex, distance, from_offset, neighbours
from tsolve.games.gloomhaven.monster_situation import EVERYBODY, Aim, Enemy, Gait, Ground, Situation

DISC = (Hex(0, 0), *DIRECTIONS)
LINE = (Hex(0, 0), Hex(1, 0), Hex(2, 0))
RHOMBUS = (*TRIANGLE, Hex(1, -1))
HOOK = (Hex(0, 0), Hex(1, 0), Hex(1, 1), Hex(2, 1))
"""Unlike its mirror image."""

RANGED_AREAS = (TRIANGLE, TRIANGLE, DISC, LINE, RHOMBUS, HOOK)

MELEE_AREAS = (
    DIRECTIONS,
    DIRECTIONS[:2],
    DIRECTIONS[:3],
    DIRECTIONS[:4],
    (Hex(1, 0), Hex(2, 0)),
    (Hex(1, 0), Hex(2, 0), Hex(3, 0)),
    (Hex(1, 0), Hex(1, 1)),
    (Hex(1, 0), Hex(0, 1), Hex(1, 1)),
    (Hex(1, 0), Hex(2, -1), Hex(2, 0), Hex(1, 1)),
)

SORTS = ("wall", "obstacle", "trap", "difficult", "hole")

THEMES = {
    "far": 0.45,
    "barred": 0.4,
    "moated": 0.35,
    "swamp": 0.15,
    "walled": 0.12,
    "mirrored": 0.15,
    "crowd": 0.4,
    "tied": 0.5,
    "pairs": 0.15,
    "area": 0.1,
    "held": 0.04,
}
"""What a situation may have much of, and how often, so that every rule decides often enough."""

SUITED = {
    "disadvantage_order": {"pairs"},
    "extra_targets": {"pairs", "crowd"},
    "out_of_reach": {"pairs", "far"},
    "disadvantage_out_of_reach": {"far", "walled"},
    "group_order": {"pairs", "crowd", "swamp"},
    "equal_destinations": {"far", "swamp"},
    "focus_distance": {"swamp"},
    "jump_landing": {"swamp"},
    "heads_for": {"far"},
    "area_anchor": {"walled", "area"},
    "immobilized_attack": {"held"},
}
"""What brings the cases in which an open point decides; added, mostly, where it is not read as usual."""


PRESUPPOSED = {"disadvantage_out_of_reach": {"out_of_reach": "nearest_attack_hex"}}
"""Under which other readings an open point matters at all."""


def dealt(random: Random) -> tuple[Situation, dict[str, str]]:
    """A situation, and how each open point is read."""
    chosen = readings(random)
    return Dealer(random, chosen).situation(), chosen


def decisive(
    random: Random, point: str, reading: str, deals: int
) -> Iterator[tuple[Situation, dict[str, str]]]:
    """Of so many deals under this reading those that have other options under the usual one."""
    usual = {**USUAL, **PRESUPPOSED.get(point, {})}
    unusual = {**usual, point: reading}
    for _ in range(deals):
        situation = Dealer(random, unusual).situation()
        if options(situation, unusual) != options(situation, usual):
            yield situation, unusual


def readings(random: Random) -> dict[str, str]:
    """Two times in five the usual readings; otherwise two in five of the points are read anyhow."""
    if random.random() < 0.4:
        return dict(USUAL)
    return {
        point: random.choice(READINGS[point]) if random.random() < 0.4 else USUAL[point] for point in READINGS
    }


class Dealer:
    """One map from 3 by 3 to 10 by 9, and what is on it."""

    def __init__(self, random: Random, chosen: dict[str, str]) -> None:
        self.random = random
        self.themes = {theme for theme, chance in THEMES.items() if random.random() < chance}
        for point, themes in SUITED.items():
            if chosen[point] != USUAL[point] and random.random() < 0.7:
                self.themes |= themes
        small = "far" not in self.themes and random.random() < 0.4
        self.columns = random.randint(3, 5) if small else random.randint(6, 10)
        self.rows = random.randint(3, 4 if small else 9)
        self.grid = [from_offset(c, r) for c in range(self.columns) for r in range(self.rows)]
        self.terrain: dict[str, set[Hex]] = {sort: set() for sort in SORTS}

    def situation(self) -> Situation:
        """Terrain first, then figures on what is left, then what the monster may do."""
        random = self.random
        at = random.choice([hex_ for hex_ in self.grid if "far" not in self.themes or hex_.q < 2])
        self.strew()
        for _ in range(random.choice((1, 1, 2)) if "barred" in self.themes else 0):
            self.bar()
        if "mirrored" in self.themes:
            self.mirror(at)
        gait: Gait = random.choice(("walk", "walk", "walk", "jump", "fly"))
        for sort in ("wall", "hole") if gait == "fly" else ("wall", "hole", "obstacle"):
            self.terrain[sort].discard(at)
        free = [hex_ for hex_ in self.grid if hex_ not in self.terrain["wall"] | self.terrain["hole"]]
        enemies = self.enemies(at, free)
        taken = {at} | {enemy.at for enemy in enemies}
        if "moated" in self.themes:
            self.terrain["trap"] |= self.surroundings(random.choice(sorted(taken)), free)
        unseen = self.some((0, 0, 0, 0, 0, 1), set(free) - taken)
        friends = self.some((0, 0, 1, 2, 4), set(free) - taken - unseen)
        if random.random() < 0.15:
            friends |= self.surroundings(random.choice(sorted(taken)), free) - taken - unseen
        given = 0.9 if "held" in self.themes else 0.1
        sight = random.choice(("corners",) * 9 + ("any_points",))
        return Situation(
            Ground(
                Board(free, self.terrain["wall"], self.thin_walls(), sight),
                frozenset(self.terrain["obstacle"]),
                frozenset(self.terrain["trap"]),
                frozenset(self.terrain["difficult"]),
            ),
            at,
            enemies,
            frozenset(enemy.at for enemy in enemies) | unseen,
            frozenset(friends),
            move=0 if "held" in self.themes else random.choice((0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6)),
            gait=gait,
            aim=self.aim(),
            attacks=random.random() < 0.93,
            minds_disadvantage=random.random() < 0.85,
            focus=random.choice(enemies).name if enemies and random.random() < given else None,
        )

    # Terrain

    def strew(self) -> None:
        """Each sort of terrain over all hexes, often none, sometimes much of it."""
        much = {"swamp": "difficult", "walled": "wall"}
        for sort in SORTS:
            density = self.random.choice((0, 0, 0.06, 0.12, 0.25))
            if any(sort == much.get(theme) for theme in self.themes):
                density = 0.35
            if sort == "hole":
                density /= 4
            self.terrain[sort] |= {hex_ for hex_ in self.grid if self.random.random() < density}

    def bar(self) -> None:
        """Something right across the map, that leaves at most a gap: every way leads through it."""
        across = self.random.randrange(1, self.columns - 1)
        column = [hex_ for hex_ in self.grid if hex_.q == across]
        if self.random.random() < 0.3:
            column.remove(self.random.choice(column))
        for hex_ in column:
            for sort in self.terrain.values():
                sort.discard(hex_)
            self.terrain[self.random.choice(("trap", "trap", "trap", "wall", "difficult"))].add(hex_)

    def mirror(self, middle: Hex) -> None:
        """On both sides of a hex the same."""
        for hexes in self.terrain.values():
            first = {hex_ for hex_ in hexes if hex_ < middle}
            hexes.clear()
            hexes |= first | {opposite(hex_, middle) for hex_ in first} & set(self.grid)

    def thin_walls(self) -> Iterator[tuple[Hex, Hex]]:
        """Some edges between two hexes of the grid, in two of five maps."""
        density = self.random.choice((0, 0, 0, 0.06, 0.15))
        for one in self.grid:
            for other in neighbours(one):
                if one < other and other in self.grid and self.random.random() < density:
                    yield one, other

    # Figures

    def enemies(self, at: Hex, free: Iterable[Hex]) -> tuple[Enemy, ...]:
        """One to five; each often close to the one before, or opposite it. None where there is no room."""
        random = self.random
        places = [hex_ for hex_ in free if hex_ != at]
        initiatives = [(20, 1)] if "tied" in self.themes else [(20, 0), (20, 1), (30, 1), (99, 1)]
        found: list[Enemy] = []
        for name in "ABCDE"[: random.choice((1, 2, 2, 3, 3, 4, 5))]:
            liked = self.liked(at, places, found[-1].at if found else None) or places
            if liked:
                hex_ = random.choice(liked)
                places.remove(hex_)
                found.append(Enemy(name, hex_, random.choice(initiatives)))
        return tuple(found)

    def liked(self, at: Hex, places: list[Hex], last: Hex | None) -> list[Hex]:
        """Hexes that suit the themes, if there are any."""
        if last is None:
            return [hex_ for hex_ in places if "far" not in self.themes or hex_.q > self.columns // 2]
        if self.random.random() < (0.8 if "mirrored" in self.themes else 0.1):
            return [hex_ for hex_ in places if hex_ == opposite(last, at)]
        near = self.random.random() < (0.9 if "crowd" in self.themes else 0.2)
        return [hex_ for hex_ in places if not near or distance(hex_, last) < 3]

    def some(self, numbers: tuple[int, ...], places: set[Hex]) -> set[Hex]:
        """So many of the places, or all if there are no more."""
        return set(self.random.sample(sorted(places), min(self.random.choice(numbers), len(places))))

    def surroundings(self, middle: Hex, free: Iterable[Hex]) -> set[Hex]:
        """The free hexes around one; mostly all, so that nobody gets there or away."""
        around = [hex_ for hex_ in neighbours(middle) if hex_ in free]
        if around and self.random.random() < 0.3:
            around.remove(self.random.choice(around))
        return set(around)

    # Attack

    def aim(self) -> Aim:
        """Melee, ranged or an area, often with several targets."""
        random = self.random
        sort = random.choice(("melee", "melee", "melee", "ranged", "ranged", "ranged", "melee area", "area"))
        if "area" in self.themes:
            sort = "area"
        targets = 2 if "pairs" in self.themes else random.choice((1, 1, 2, 2, 3))
        if random.random() < 0.1:
            targets = EVERYBODY
        if sort == "melee":
            return Aim(targets=targets)
        if sort == "ranged":
            return Aim(random.choice((1, 2, 2, 3, 3, 4, 5)), is_ranged=True, targets=targets)
        beside = random.choice((1, 1, 1, 2, 3))
        if sort == "melee area":
            return Aim(targets=beside, area=random.choice(MELEE_AREAS), area_is_melee=True)
        reach = random.choice((1, 1, 2, 2, 3, 4, 5))
        return Aim(reach, is_ranged=True, targets=beside, area=random.choice(RANGED_AREAS))


def opposite(hex_: Hex, middle: Hex) -> Hex:
    """The hex on the other side of the middle."""
    return Hex(2 * middle.q - hex_.q, 2 * middle.p - hex_.p)
