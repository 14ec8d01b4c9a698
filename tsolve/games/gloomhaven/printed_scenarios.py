"""What the scenario book prints for each scenario: tiles, doors, overlays, monsters, goal and special rules.

Each scenario is a file of its own in the folder `scenarios` of the ruleset, whose name begins with its
number; it is read when it is asked for. Hexes are written as columns and rows, several in one text.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.regex import Regex
from tsolve.rules.loading import load_data
from tsolve.rules.rulings import Provenance
from tsolve.source.project import rulesets_path
from tsolve.source.tree import folded

FOLDER = "scenarios"

_HEX = r"\(-?\d{1,3},-?\d{1,3}\)"
At = Annotated[str, Meta(pattern=rf"^{_HEX}$")]
Places = Annotated[str, Meta(pattern=rf"^(?:{_HEX}(?: \+)?(?: |$))*$", max_length=1 << 14)]
"""Hexes: `(3,1) (3,2) + (5,4)`; `+` parts overlay tiles of several hexes."""
Standing = Annotated[str, Meta(pattern=r"^[-NEB]{3}$")]
"""Who stands in a hex with 2, 3 and 4 characters: nobody, a normal monster, an elite one or a boss."""
Kinds = Annotated[dict[str, Places], Meta(max_length=30)]
"""Overlay tiles of each kind."""
Texts = Annotated[tuple[str, ...], Meta(max_length=30)]

FEWEST, MOST = 2, 4
"""The numbers of characters for which monsters are printed."""


def hexes_in(places: str) -> tuple[Hex, ...]:
    """The hexes of a text, in its order."""
    return tuple(from_offset(int(column), int(row)) for column, row in _PAIR.findall(places))


_WITH = Regex(r"with ([2-4](?:, [2-4])*): ")
_PAIR = Regex(r"\((-?\d+),(-?\d+)\)")


class PrintedDoor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A door. (GH-1.5)"""

    at: At
    kind: Literal["stone", "wooden", "dark-fog", "light-fog", "breakable-wall", "altar"]
    joins: tuple[str, str]
    """The two tiles that it joins."""
    lock: str = ""
    """When it may be opened, where something must happen before."""


class Corridor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A corridor: the tiles that it joins are one room. (GH-1.5)"""

    at: Places
    kind: Literal["earth", "manmade-stone", "natural-stone", "wood"]
    joins: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)]


class PrintedObject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something with hit points; where it stands in several hexes, they are numbered."""

    hp: str
    """A formula, or a number."""
    at: Places
    side: Literal["party", "monsters"] = "monsters"
    door: bool = False
    """Whether it is a door, which opens when it is destroyed."""


class Changed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How monsters differ from what is printed on their card. (GH-14.6)"""

    up: Annotated[int, Meta(ge=0, le=7)] = 0
    """How many levels they are above the scenario, at most on level 7."""
    stats: Annotated[dict[str, int | str | bool | tuple[str, ...]], Meta(max_length=20)] = {}
    """Statistics in place of those on the card, as in positions."""


class NamedMonster(Changed, frozen=True):
    """A monster with a name of its own."""

    at: At = "(0,0)"
    """Where it is printed as one of its type."""
    keeps_rank: bool = False
    """Whether it stays normal or elite: the name is only one to speak of it. (GH-14.6)"""


class Escort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure that fights for the party and acts in every round; several are numbered. (GH-1.11)"""

    hp: str
    at: Places
    initiative: Annotated[int, Meta(ge=1, le=99)]
    do: Texts
    """What it performs each round."""
    move: int = 0
    attack: int = 0
    range: int = 0


class PrintedSpawn(Changed, frozen=True, kw_only=True):
    """A monster that comes."""

    monster: str
    at: At
    ranks: Standing
    called: str = ""
    """A name of its own."""


class PrintedRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A special rule that gives figures effects, in the words of positions. In `<>` stands a number that is
    worked out, `<3+L>`, or a text for 2, 3 and 4 characters, `<normal|normal|elite>`.
    """

    for_: str = msgspec.field(name="for")
    do: Texts
    near: str = ""
    on: str = ""
    """Hexes, or tiles."""
    while_: Texts = msgspec.field(default=(), name="while")
    until: Texts = ()
    players: tuple[Annotated[int, Meta(ge=FEWEST, le=MOST)], ...] = ()
    """With how many characters; none for any number."""


class PrintedEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that happens, in the words of positions."""

    when: str
    while_: Texts = msgspec.field(default=(), name="while")
    until: Texts = ()
    by: str = ""
    """Who summons the monsters."""
    where_fell: str = ""
    """The monsters come where this figure fell."""
    players: tuple[Annotated[int, Meta(ge=FEWEST, le=MOST)], ...] = ()
    """With how many characters; none for any number."""
    monsters: Annotated[tuple[PrintedSpawn, ...], Meta(max_length=20)] = ()
    removes: str = ""
    """Players may take away one monster of this type."""
    exits: Places = ""
    """Characters that stand there leave the map."""
    opens: Places = ""
    unlocks: Places = ""
    elements: dict[str, Literal["strong", "waning", "inert"]] = {}


class UntoldRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A special rule that only concerns some types of monsters."""

    of: Texts
    rule: str


class PrintedScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A scenario."""

    number: Annotated[int, Meta(ge=1, le=9999)]
    name: str
    goal: str
    """What wins, in words."""
    provenance: Provenance
    tiles: Kinds = {}
    """The whole hexes of each map tile."""
    doors: Annotated[tuple[PrintedDoor, ...], Meta(max_length=50)] = ()
    corridors: Annotated[tuple[Corridor, ...], Meta(max_length=50)] = ()
    thin_walls: Annotated[tuple[Places, ...], Meta(max_length=100)] = ()
    """Edges of tiles, each between two neighbouring hexes."""
    start: Places = ""
    obstacles: Kinds = {}
    traps: Kinds = {}
    hazards: Kinds = {}
    difficult: Kinds = {}
    coins: Places = ""
    treasures: dict[At, int | Literal["goal"]] = {}
    """The number of each treasure tile."""
    plates: Places = ""
    marks: dict[str, Places] = {}
    """The hexes of the letters that the rules mention."""
    objects: dict[str, PrintedObject] = {}
    escorts: dict[str, Escort] = {}
    monsters: dict[str, dict[str, dict[At, Standing]]] = {}
    """Tile -> type -> hex -> who stands there with 2, 3 and 4 characters."""
    comes_later: Texts = ()
    """Types of monsters that special rules bring."""
    fight_for_the_party: Texts = ()
    """Types of monsters that are allies of the characters."""
    fight_alone: Texts = ()
    """Types of monsters that are enemies of everybody else."""
    victory: Texts = ()
    """What must be fulfilled, in the words of positions; `with 2: ...` for that number of characters."""
    defeat: Texts = ()
    """Each of these loses, in the words of positions."""
    events: Annotated[tuple[PrintedEvent, ...], Meta(max_length=50)] = ()
    """What happens by its special rules."""
    changed: dict[str, Changed] = {}
    """Types of monsters that differ from their cards."""
    named: dict[str, NamedMonster] = {}
    """Monsters with names of their own."""
    rules: Annotated[tuple[PrintedRule, ...], Meta(max_length=50)] = ()
    """Special rules that give figures effects."""
    specials: dict[str, tuple[Texts, ...]] = {}
    """What the specials of bosses are."""
    summoned_instead: dict[str, str] = {}
    """What types of monsters summon in place of what their cards say."""
    barred: dict[str, Places] = {}
    """The hexes that types of monsters, or named ones, do not enter."""
    focus_first: dict[str, str] = {}
    """What monsters focus on wherever they can attack it this turn, with their types or `monsters`."""
    kept_open: dict[str, Places] = {}
    """Doors that stay open only as long as a character stands on one of these plates."""
    spared: dict[str, int] = {}
    """Figures for which characters may lose cards in place of damage, and how often."""
    loot_only: bool = False
    """Whether treasure tiles are looted by loot abilities alone."""
    starts_apart: bool = False
    """Whether at most half of the characters, rounded up, may start in the same room."""
    goal_lacks: Texts = ()
    """Parts of the goal that `victory` does not say."""
    lost_also: str = ""
    """What also loses, where `defeat` does not say it."""
    starts: Texts = ()
    """Conditions with which the characters start."""
    each_character_adds: dict[str, Annotated[int, Meta(ge=1, le=20)]] = {}
    """Modifier cards that each character adds to its deck: card -> how many."""
    unencoded: Annotated[tuple[str | UntoldRule, ...], Meta(max_length=30)] = ()
    """Special rules that are not played, restated."""
    conflict: str = ""
    """What other sources say otherwise."""
    doubts: Texts = ()
    """What can hardly be as the source says it."""

    def __post_init__(self) -> None:
        for each in self.ways:
            if unknown := set(each.joins) - set(self.tiles):
                raise ValueError(f"{each.at} joins {', '.join(sorted(unknown))}, which is no tile of it")
        if unknown := set(self.monsters) - set(self.tiles):
            raise ValueError(f"monsters stand on {', '.join(sorted(unknown))}, which is no tile of it")

    @property
    def title(self) -> str:
        """What people call it."""
        return f"{self.number} {self.name}"

    @property
    def ways(self) -> "tuple[PrintedDoor | Corridor, ...]":
        """All that joins tiles."""
        return (*self.doors, *self.corridors)

    @cached_property
    def rooms(self) -> tuple[tuple[str, ...], ...]:
        """The tiles that are seen together, because corridors join them, in the order of the tiles."""
        room = {tile: {tile} for tile in self.tiles}
        for corridor in self.corridors:
            whole = set[str]().union(*(room[tile] for tile in corridor.joins))
            room.update(dict.fromkeys(whole, whole))
        return tuple(dict.fromkeys(tuple(t for t in self.tiles if t in room[tile]) for tile in self.tiles))

    @cached_property
    def hexes(self) -> Mapping[Hex, tuple[str, ...]]:
        """Every hex of the map with the tiles to which it belongs: a door or a corridor belongs to all that
        it joins.
        """
        found: dict[Hex, tuple[str, ...]] = {}
        for tile, places in self.tiles.items():
            found.update(dict.fromkeys(hexes_in(places), (tile,)))
        for each in self.ways:
            for hex_ in hexes_in(each.at):
                found[hex_] = tuple(dict.fromkeys((*found.get(hex_, ()), *each.joins)))
        return found

    @cached_property
    def breakable(self) -> frozenset[Hex]:
        """The doors that open when they are destroyed."""
        doors = (each for each in self.objects.values() if each.door)
        return frozenset(hex_ for each in doors for hex_ in hexes_in(each.at))

    def room_of(self, hex_: Hex) -> tuple[str, ...] | None:
        """The room of a hex that is no door; None beside the map."""
        tiles = self.hexes.get(hex_, ())
        return next((room for room in self.rooms if tiles and tiles[0] in room), None)

    @property
    def first_rooms(self) -> tuple[tuple[str, ...], ...]:
        """The rooms with hexes in which the characters may start."""
        there = {self.room_of(hex_) for hex_ in hexes_in(self.start)}
        return tuple(room for room in self.rooms if room in there)

    def doors_of(self, room: Iterable[str]) -> tuple[Hex, ...]:
        """The doors of a room."""
        tiles = set(room)
        return tuple(hexes_in(door.at)[0] for door in self.doors if tiles & set(door.joins))

    def standing(self, tile: str, characters: int) -> Iterator[tuple[str, Hex, str]]:
        """The monsters of a tile: type, hex and rank (N, E or B); with one character as with two."""
        place = min(max(characters, FEWEST), MOST) - FEWEST
        for type_, by_hex in self.monsters.get(tile, {}).items():
            for at, ranks in by_hex.items():
                if ranks[place] != "-":
                    yield type_, hexes_in(at)[0], ranks[place]

    def conditions(self, key: Literal["victory", "defeat"], characters: int) -> tuple[str, ...]:
        """What wins or loses with so many characters."""
        number = min(max(characters, FEWEST), MOST)
        said = ((_WITH.match(text), text) for text in getattr(self, key))
        return tuple(
            text[match.end() :] if match is not None else text
            for match, text in said
            if match is None or str(number) in match[1]
        )

    def events_for(self, characters: int) -> tuple[PrintedEvent, ...]:
        """What happens with so many characters."""
        number = min(max(characters, FEWEST), MOST)
        return tuple(each for each in self.events if not each.players or number in each.players)

    @property
    def types(self) -> tuple[str, ...]:
        """All types of monsters that it may have."""
        printed = (type_ for by_type in self.monsters.values() for type_ in by_type)
        return tuple(dict.fromkeys((*printed, *self.comes_later)))


def scenario_files(roots: tuple[Path, ...] = ()) -> dict[str, Path]:
    """The file of each scenario, by the name of the file: `01-black-barrow`.

    `roots` are the folders of a ruleset, the topmost first; without them those of tsolve's own.
    """
    found: dict[str, Path] = {}
    for root in reversed(roots or (rulesets_path() / "gloomhaven",)):
        folder = root / FOLDER
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        found.update({Path(name).stem: folder / name for name in names if name.endswith(".yaml")})
    return found


def scenario_named(text: str, roots: tuple[Path, ...] = ()) -> Path | None:
    """The file of the scenario that a text names: `14`, `#14`, `scenario 14`, `Frozen Hollow`."""
    wanted = _BEFORE.sub("", text.strip())
    files = scenario_files(roots)
    if (number := _NUMBER.match(wanted)) is not None:
        alike = [name for name in files if int(name.partition("-")[0]) == int(number[1])]
        named = folded(wanted[number.end() :])
        return files[alike[0]] if alike and named in ("", folded(alike[0].partition("-")[2])) else None
    return next((f for name, f in files.items() if folded(name.partition("-")[2]) == folded(wanted)), None)


_BEFORE = Regex(r"(?i)^(?:(?:the )?(?:scenario|scenariusz)\b)?\s*(?:(?:no|nr|number)\b\.?)?\s*#?\s*")
_NUMBER = Regex(r"(\d{1,4})(?!\d)[\s:.,-]*")


def names_of_scenarios(roots: tuple[Path, ...] = ()) -> tuple[str, ...]:
    """The names of all scenarios, as their files have them."""
    return tuple(name.partition("-")[2].replace("-", " ").title() for name in scenario_files(roots))


@lru_cache(200)
def load_scenario(file: Path) -> PrintedScenario:
    """A scenario, read once. Raises InputError with every mistake of its file."""
    return load_data(file, PrintedScenario).value
