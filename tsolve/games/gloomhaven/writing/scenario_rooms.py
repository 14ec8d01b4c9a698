"""Which rooms of a printed scenario a file says are revealed, and how its doors stand. (GH-1.5)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeVar

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.printed_scenarios import PrintedDoor, PrintedScenario, hexes_in
from tsolve.games.gloomhaven.writing.names import Coordinates
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.table_file import DoorFile, MapFile
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import folded, joined, shortened

E = TypeVar("E")
Room = tuple[str, ...]
"""The tiles of a room."""
DoorState = Literal["open", "closed", "locked"]

PART = Regex(r"\([^)]*\)|[^\s,;()]+")
_ALL = ("all", "everything", "wszystko", "wszystkie")


class RoomsReader:
    """Reads what a file says of the rooms and doors of one scenario."""

    def __init__(
        self,
        decoded: Decoded[ScenarioTable],
        ruleset: Ruleset[Card],
        scenario: PrintedScenario,
        found: Diagnostics,
    ) -> None:
        self.decoded, self.ruleset, self.scenario, self.found = decoded, ruleset, scenario, found
        self.file = decoded.value
        self.places = Coordinates(self.file.coordinates, {}, decoded, found)
        self.opened: set[Hex] = set()
        """The doors that the file names as opened."""
        self.own_doors = dict(self.doors_of_file())
        """What the file says of doors."""
        self.revealed = self.rooms_revealed()
        """The rooms that the characters have seen."""
        self.seen = {tile for room in self.revealed for tile in room}
        """Their tiles."""
        self.states = dict(self.states_of_doors())
        """How each door stands."""

    def rooms_revealed(self) -> tuple[Room, ...]:
        """The rooms at the start, and those that the file names by a tile or a door."""
        seen = set(self.scenario.first_rooms)
        for text, span in self.parts_of_opened():
            if folded(text) in _ALL:
                seen.update(self.scenario.rooms)
            elif (tile := self.tile(text)) is not None:
                seen.update(room for room in self.scenario.rooms if tile in room)
            elif text.startswith("("):
                for hex_, place in self.places.read(text, span):
                    seen.update(self.rooms_at(hex_, place))
                    self.opened.add(hex_)
            else:
                message = f'scenario {self.scenario.title} has no tile "{shortened(text)}"'
                help_ = f"its tiles are {joined(self.scenario.tiles)}; a door is named by its hex"
                self.found.report("E314", message, span, help_)
        for hex_, state in self.own_doors.items():
            if state == "open" and hex_ in self.scenario.hexes:
                seen.update(self.rooms_at(hex_, self.decoded.span("map", "doors")))
        return tuple(room for room in self.scenario.rooms if room in seen)

    def parts_of_opened(self) -> Iterator[tuple[str, Span]]:
        """The tiles and doors that are opened, each with its place."""
        written = self.file.opened
        for index, each in enumerate(entries(written)):
            path: TreePath = ("opened",) if isinstance(written, str) else ("opened", index)
            text = each if isinstance(each, str) else f"({each[0]},{each[1]})"
            for part in PART.findall(text):
                yield part, self.decoded.span(*path)

    def tile(self, text: str) -> str | None:
        """The tile that a text names; None if there is none."""
        return next((tile for tile in self.scenario.tiles if folded(tile) == folded(text)), None)

    def rooms_at(self, hex_: Hex, span: Span) -> tuple[Room, ...]:
        """The rooms that a hex belongs to: those beside a door, or the one in which it lies."""
        tiles = self.scenario.hexes.get(hex_, ())
        if not tiles:
            message = f"scenario {self.scenario.title} has no hex {self.places.told(hex_)}"
            doors = " ".join(door.at for door in self.scenario.doors)
            self.found.report("E314", message, span, f"its doors are {doors}")
        return tuple(room for room in self.scenario.rooms if set(tiles) & set(room))

    def doors_of_file(self) -> Iterator[tuple[Hex, DoorState]]:
        """The doors of the file's own map, with their states."""
        written = self.file.map.doors if isinstance(self.file.map, MapFile) else ()
        for index, each in enumerate(entries(written)):
            state = each.state if isinstance(each, DoorFile) else "closed"
            at = each.at if isinstance(each, DoorFile) else each
            yield from ((hex_, state) for hex_, _ in self.places.entry(("map", "doors", index), at))

    def states_of_doors(self) -> Iterator[tuple[Hex, DoorState]]:
        """The state of each door. Between two revealed rooms it is open, but one with a lock is not where
        another way has led there.
        """
        between = {hexes_in(door.at)[0]: door for door in self.scenario.doors if set(door.joins) <= self.seen}
        for hex_, door in tuple(between.items()):
            others = [each for at, each in between.items() if at != hex_]
            if door.lock and hex_ not in self.opened and self.leads(door.joins, others):
                del between[hex_]
        for door in self.scenario.doors:
            (hex_,) = hexes_in(door.at)
            is_locked = door.lock or door.kind == "altar" or hex_ in self.scenario.breakable
            is_open = hex_ in self.opened or hex_ in between
            yield (
                hex_,
                self.own_doors.get(hex_) or ("open" if is_open else "locked" if is_locked else "closed"),
            )

    def leads(self, ends: tuple[str, str], doors: Iterable[PrintedDoor]) -> bool:
        """Whether some doors lead from one tile to another."""
        rooms = {tile: room for room in self.scenario.rooms for tile in room}
        ways = [{rooms[tile] for tile in door.joins} for door in doors]
        reached = {rooms[ends[0]]}
        while any(reached & way and not way <= reached for way in ways):
            reached.update(*(way for way in ways if reached & way))
        return rooms[ends[1]] in reached


def entries(written: str | tuple[E, ...]) -> tuple[str | E, ...]:
    """The entries of a list of hexes; a text with several is one."""
    return written if isinstance(written, tuple) else (written,) if written.strip() else ()
