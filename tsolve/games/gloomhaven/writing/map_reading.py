"""From the map of a position file to its terrain and to what lies on it, with every problem located."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.board.hexes import Hex, distance
from tsolve.games.gloomhaven.state import Door, Trap
from tsolve.games.gloomhaven.terrain import Terrain
from tsolve.games.gloomhaven.writing.coordinates import HOW_TO_WRITE
from tsolve.games.gloomhaven.writing.map_file import MOST_HEXES, DoorFile, Hexes, Pair, TrapFile
from tsolve.games.gloomhaven.writing.map_hexes import HexesReader
from tsolve.games.gloomhaven.writing.map_text import Sign
from tsolve.games.gloomhaven.writing.position_file import PositionFile
from tsolve.games.gloomhaven.writing.words import Words
from tsolve.source.decode import Decoded, Path

_SAID: dict[Sign, str] = {
    "wall": "a wall",
    "trap": "a trap",
    "hazard": "hazardous terrain",
    "difficult": "difficult terrain",
    "obstacle": "an obstacle",
    "closed": "a door",
    "open": "a door",
    "locked": "a door",
}
"""What excludes each other in one hex, in words."""

_DOORS: dict[Sign, Literal["open", "closed", "locked"]] = {
    "open": "open",
    "closed": "closed",
    "locked": "locked",
}


class Scene(msgspec.Struct, frozen=True):
    """A map with what lies on it and may change."""

    terrain: Terrain
    traps: tuple[Trap, ...] = ()
    doors: tuple[Door, ...] = ()
    obstacles: frozenset[Hex] = frozenset()


class MapReader(HexesReader):
    """Reads the map of one file. `places` knows the marks of its drawing once `scene` was asked for."""

    def __init__(self, decoded: Decoded[PositionFile], words: Words, found: Diagnostics) -> None:
        super().__init__(decoded, found)
        self.words = words
        self.listed: dict[Hex, tuple[Sign, Span]] = {}
        """What the lists say."""

    def scene(self) -> Scene:
        """What the file says of the map."""
        before = len(self.found)
        self.begin()
        self.lay("walls", self.file.walls, "wall")
        self.lay("obstacles", self.file.obstacles, "obstacle")
        self.lay("hazards", self.file.hazards, "hazard")
        self.lay("difficult", self.file.difficult, "difficult")
        traps = {trap.at: trap for trap in self.traps()}
        doors = {door.at: door for door in self.doors()}
        lie = {**self.signs, **{hex_: sign for hex_, (sign, _) in self.listed.items()}}
        if self.is_whole and len(self.hexes) > MOST_HEXES:
            self.too_large(f"{len(self.hexes):,} hexes", self.decoded.span(*self.path))

        def of(*signs: Sign) -> frozenset[Hex]:
            return frozenset(hex_ for hex_, sign in lie.items() if sign in signs)

        terrain = Terrain(
            hexes=frozenset(self.hexes) - of("wall"),
            walls=of("wall"),
            thin_walls=frozenset(self.thin_walls()),
            hazards=of("hazard"),
            difficult=of("difficult"),
            plates=self.flat("plate", "plates", self.file.plates),
            treasures=self.flat("treasure", "treasures", self.file.treasures),
            coordinates=self.places.system,
        )
        if self.is_whole and not terrain.hexes:
            self.no_hexes(before)
        plain = {hex_: Trap(hex_, self.trap_damage) for hex_ in of("trap")}
        drawn = {hex_: Door(hex_, _DOORS[sign]) for hex_, sign in lie.items() if sign in _DOORS}
        return Scene(
            terrain=terrain,
            traps=tuple(sorted({**plain, **traps}.values())),
            doors=tuple(sorted({**drawn, **doors}.values())),
            obstacles=of("obstacle"),
        )

    # what lies on them

    def lay(self, key: str, hexes: Hexes, sign: Sign) -> None:
        """What one list says; a wall may lie beyond the other hexes."""
        for hex_, span in self.named(key, hexes):
            if sign == "wall":
                self.hexes.add(hex_)
            self.put(hex_, sign, span)

    def put(self, hex_: Hex, sign: Sign, span: Span) -> bool:
        """Put something into a hex, which replaces the border there; two things in one hex are reported."""
        if not self.is_there(hex_, span):
            return False
        where = self.places.told(hex_)
        if hex_ in self.listed:
            first, place = self.listed[hex_]
            message = f"{_SAID[sign]} in {where}, where {_SAID[first]} is already"
            self.found.report("E210", message, span, "keep one of them", [("first here", place)])
            return False
        drawn = self.signs.get(hex_)
        if drawn in _SAID and self.file.drawing is not None and _SAID[drawn] != _SAID[sign]:
            message = f"{_SAID[sign]} in {where}, where the drawing has {_SAID[drawn]}"
            self.found.report("E210", message, span, "keep one of them")
            return False
        self.listed[hex_] = sign, span
        return True

    def flat(self, sign: Sign, key: str, hexes: Hexes) -> frozenset[Hex]:
        """Plates or treasures, drawn and listed, which may lie with something else but a wall."""
        found = {hex_ for hex_, drawn in self.signs.items() if drawn == sign}
        for hex_, span in self.named(key, hexes):
            if not self.is_there(hex_, span):
                continue
            if self.is_wall(hex_):
                self.found.report("E210", f"there is a wall in {self.places.told(hex_)}", span)
            found.add(hex_)
        return frozenset(found)

    def is_wall(self, hex_: Hex) -> bool:
        return self.listed.get(hex_, (self.signs.get(hex_), None))[0] == "wall"

    def traps(self) -> Iterator[Trap]:
        """The traps of the list."""
        for path, each, hex_, span in self.things("traps", self.file.traps):
            if not self.put(hex_, "trap", span):
                continue
            if not isinstance(each, TrapFile):
                yield Trap(hex_, self.trap_damage)
                continue
            conditions = self.words.conditions((*path, "conditions"), each.conditions)
            usual = 0 if each.conditions else self.trap_damage
            yield Trap(hex_, usual if each.damage is None else each.damage, conditions, each.by)

    def doors(self) -> Iterator[Door]:
        """The doors of the list."""
        for _, each, hex_, span in self.things("doors", self.file.doors):
            state = each.state if isinstance(each, DoorFile) else "closed"
            if self.put(hex_, state, span):
                yield Door(hex_, state)

    def things(
        self, key: str, written: str | Sequence[Any]
    ) -> Iterator[tuple[Path, str | Pair | TrapFile | DoorFile, Hex, Span]]:
        """What a list has, each with its path, its hex and the place of that."""
        path = (*self.path, key)
        if isinstance(written, str):
            for hex_, span in self.places.entry(path, written):
                yield path, written, hex_, span
            return
        for index, each in enumerate(written):
            here: Path = (*path, index)
            if isinstance(each, TrapFile | DoorFile):
                at: Path = (*here, "at")
                hex_or_none = self.places.hex(at, each.at)
                if hex_or_none is not None:
                    yield here, each, hex_or_none, self.decoded.span(*at)
                continue
            for hex_, span in self.places.entry(here, each):
                yield here, each, hex_, span

    def thin_walls(self) -> Iterator[tuple[Hex, Hex]]:
        """The walls between two hexes."""
        for index, each in enumerate(self.file.thin_walls):
            path: Path = (*self.path, "thin_walls", index)
            before = len(self.found)
            both = sorted(hex_ for hex_, _ in self.places.hexes(path, each))
            if len(both) == 2 and distance(*both) == 1:
                yield both[0], both[1]
            elif len(self.found) == before:
                message = "a thin wall stands between two hexes that touch each other"
                self.found.report("E210", message, self.decoded.span(*path), f"name two; {HOW_TO_WRITE}")
