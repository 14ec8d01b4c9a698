"""Whether the figures that a file names stand in rooms of its scenario that have been seen, and what to write
where one does not. (GH-1.5)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.errors import TreePath
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.printed_scenarios import PrintedDoor, hexes_in
from tsolve.games.gloomhaven.writing.scenario_figures import ScenarioFiguresReader
from tsolve.games.gloomhaven.writing.scenario_rooms import entries
from tsolve.games.gloomhaven.writing.table_file import MapFile

_NEAREST = 3
"""How many hexes are named instead of one that the map does not have."""


def check_figures(reader: ScenarioFiguresReader) -> None:
    """Report every figure of the file that stands beside the map, or in a room that nobody has seen."""
    own = reader.file.map
    adds_hexes = own is not None and not (isinstance(own, MapFile) and not entries(own.hexes))
    for name, path, hex_ in _figures(reader):
        tiles = reader.scenario.hexes.get(hex_, ())
        where = reader.places.told(hex_)
        span = reader.decoded.span(*path)
        if not tiles and not adds_hexes:
            message = f"{name} in {where}, where the map has no hex"
            reader.found.report("E314", message, span, _instead(reader, path, hex_))
        elif tiles and reader.seen.isdisjoint(tiles):
            message = f"{name} in {where}, in a room that nobody has opened ({tiles[0]})"
            reader.found.report("E314", message, span, _way_there(reader, tiles[0]))


def _figures(reader: ScenarioFiguresReader) -> Iterator[tuple[str, TreePath, Hex]]:
    """The figures of the file with their places in it and on the map."""
    file = reader.file
    for key, figures in (
        ("characters", file.characters),
        ("summons", file.summons),
        ("monsters", file.monsters),
    ):
        for name, each in figures.items():
            path: TreePath = (key, name, "at")
            hex_ = reader.hex(path, each.at)
            if hex_ is not None:
                yield name, path, hex_


def _instead(reader: ScenarioFiguresReader, path: TreePath, hex_: Hex) -> str:
    """The hexes that may be meant."""
    tiles = reader.scenario.tiles
    seen = sorted(hex_ for tile in reader.seen for hex_ in hexes_in(tiles[tile]))
    near = sorted(seen, key=lambda each: distance(each, hex_))[:_NEAREST]
    told = [f"the nearest hexes of the opened rooms are {_listed(reader, near)}"]
    if path[0] == "characters":
        told.append(f"characters start in {_listed(reader, hexes_in(reader.scenario.start))}")
    return "; ".join(told)


def _listed(reader: ScenarioFiguresReader, hexes: Sequence[Hex]) -> str:
    return " ".join(map(reader.places.told, hexes))


def _way_there(reader: ScenarioFiguresReader, tile: str) -> str:
    """The doors by which a room is reached from those that have been seen."""
    doors = _doors_to(reader, tile)
    if not doors:
        return f"if it has been seen, write `opened: {tile}`"
    told = _listed(reader, doors)
    opens = f"the door {told} opens it" if len(doors) == 1 else f"the doors {told} lead there"
    return f'{opens}: write `opened: "{told}"` where that has happened'


def _doors_to(reader: ScenarioFiguresReader, tile: str) -> list[Hex]:
    """The fewest doors on a way to a room, in their order."""
    scenario = reader.scenario
    room_of = {each: room for room in scenario.rooms for each in room}
    ways: dict[tuple[str, ...], list[PrintedDoor]] = {room: [] for room in reader.revealed}
    waiting = list(ways)
    for room in waiting:
        for door in scenario.doors:
            one, other = (room_of[each] for each in door.joins)
            if room in (one, other) and (beyond := other if room == one else one) not in ways:
                ways[beyond] = [*ways[room], door]
                waiting.append(beyond)
    return [hexes_in(door.at)[0] for door in ways.get(room_of[tile], ())]
