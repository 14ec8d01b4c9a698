"""What a form knows once a scenario of the book is chosen: who stands where, where characters start, which
rooms wait behind which doors, what is printed on the map, and the cards of each character.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tsolve.diagnostics import Diagnostics
from tsolve.errors import InputError
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hexes import Hex, named, offset
from tsolve.games.gloomhaven.printed import ClassCard
from tsolve.games.gloomhaven.printed_scenarios import (
    MOST,
    PrintedScenario,
    hexes_in,
    load_scenario,
    scenario_files,
    scenario_named,
)
from tsolve.games.gloomhaven.writing.names import monster_name
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.printed_cards import class_named
from tsolve.games.gloomhaven.writing.scenario_figures import ScenarioFiguresReader
from tsolve.model.hexmaps import Coordinates
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Data, tree_of
from tsolve.source.decode import decode

Keys = Mapping[str, Data]
"""The answers so far."""
Offered = Sequence[tuple[str, str]]
_PLACES = ("at", "from")


def scenarios(ruleset: Ruleset[Card], _keys: Keys, _: str) -> Offered:
    """All scenarios, by their names."""
    found = []
    for file in scenario_files(ruleset.roots):
        number, _, name = file.partition("-")
        found.append((name.replace("-", " ").title(), f"scenario {int(number)}"))
    return found


def chosen(ruleset: Ruleset[Card], keys: Keys) -> PrintedScenario | None:
    """The scenario that is chosen; None for one without a map."""
    if "scenario" not in keys:
        return None
    file = scenario_named(str(keys["scenario"]), ruleset.roots)
    scenario = load_scenario(file) if file is not None else None
    return scenario if scenario is not None and scenario.tiles else None


def reader_of(ruleset: Ruleset[Card], keys: Keys) -> ScenarioFiguresReader | None:
    """Who and what is where by the answers so far; None where no scenario is chosen."""
    scenario = chosen(ruleset, keys)
    if scenario is None:
        return None
    characters = keys.get("characters")
    number = keys.get("players") or (len(characters) if isinstance(characters, Mapping) else 0)
    told: dict[str, Data] = {key: keys[key] for key in ("opened", "gone", "dead") if key in keys}
    monsters = keys.get("monsters")
    if isinstance(monsters, Mapping):
        told["monsters"] = {
            name: {key: entry[key] for key in _PLACES if key in entry}
            for name, entry in monsters.items()
            if isinstance(entry, Mapping) and "at" in entry
        }
    if isinstance(number, int) and 1 <= number <= MOST:
        told["players"] = number
    try:
        decoded = decode(tree_of({"game": ruleset.id, **told}), ScenarioTable)
    except InputError:  # which is told beside the field
        return None
    return ScenarioFiguresReader(decoded, ruleset, scenario, Diagnostics())


def standing(ruleset: Ruleset[Card], keys: Keys) -> Mapping[str, Coordinates]:
    """The monsters that the scenario brings and no answer names."""
    reader = reader_of(ruleset, keys)
    if reader is None:
        return {}
    there = ((name, reader.hex((), file.at)) for name, file in reader.monsters())
    return {
        name: offset(hex_) for name, hex_ in there if hex_ is not None and name not in reader.file.monsters
    }


def starts(ruleset: Ruleset[Card], keys: Keys) -> Sequence[Coordinates]:
    """The hexes in which characters start."""
    scenario = chosen(ruleset, keys)
    return [offset(hex_) for hex_ in hexes_in(scenario.start)] if scenario is not None else ()


def free_hexes(ruleset: Ruleset[Card], keys: Keys) -> Sequence[Coordinates]:
    """The hexes of the rooms that are seen in which nothing lies, those last seen first."""
    reader = reader_of(ruleset, keys)
    if reader is None:
        return ()
    scenario, lying = reader.scenario, {hex_ for hex_, _ in _lying(reader)}
    taken = {*lying, *(hexes_in(door.at)[0] for door in scenario.doors)}
    tiles = [tile for room in reversed(reader.revealed) for tile in room]
    hexes = (hex_ for tile in tiles for hex_ in hexes_in(scenario.tiles[tile]))
    there = set(standing(ruleset, keys).values())
    return [offset(hex_) for hex_ in hexes if hex_ not in taken and offset(hex_) not in there]


# what is told


def of_starts(ruleset: Ruleset[Card], keys: Keys) -> str:
    """Where the characters start."""
    told = " ".join(f"({column},{row})" for column, row in starts(ruleset, keys))
    return f"They start in {told}; without a hex a character stands there." if told else ""


def of_rooms(ruleset: Ruleset[Card], keys: Keys) -> str:
    """Which rooms have not been seen, and by which doors they are reached."""
    told = ", ".join(
        f"{tile} {about}" for tile, about in rooms(ruleset, keys, "") if not tile.startswith("(")
    )
    return f"Not seen so far: {told}." if told else "All rooms have been seen."


# what may be typed


def rooms(ruleset: Ruleset[Card], keys: Keys, _: str) -> Offered:
    """The rooms that nobody has seen, by their first tiles, and the doors that lead there from the others."""
    reader = reader_of(ruleset, keys)
    if reader is None:
        return ()
    scenario = reader.scenario
    waiting = [room for room in scenario.rooms if room not in reader.revealed]
    doors = {
        hexes_in(door.at)[0]: next(tile for tile in door.joins if tile not in reader.seen)
        for door in scenario.doors
        if not set(door.joins) <= reader.seen and not reader.seen.isdisjoint(door.joins)
    }
    behind = [(room[0], _behind(scenario, room)) for room in waiting]
    return [*behind, *((named(hex_, "offset"), f"door to {tile}") for hex_, tile in doors.items())]


def _behind(scenario: PrintedScenario, room: Sequence[str]) -> str:
    doors = " ".join(named(hex_, "offset") for hex_ in scenario.doors_of(room))
    return f"behind {doors}" if doors else ""


def printed_things(ruleset: Ruleset[Card], keys: Keys, _: str) -> Offered:
    """What is printed in the rooms that are seen, by its hex."""
    reader = reader_of(ruleset, keys)
    if reader is None:
        return ()
    return [(named(hex_, "offset"), kind) for hex_, kind in _lying(reader) if hex_ not in reader.gone]


def _lying(reader: ScenarioFiguresReader) -> Iterator[tuple[Hex, str]]:
    scenario = reader.scenario
    kinds = (
        *((f"{kind}, an obstacle", places) for kind, places in scenario.obstacles.items()),
        *((f"{kind} trap", places) for kind, places in scenario.traps.items()),
        *((kind, places) for kind, places in (*scenario.hazards.items(), *scenario.difficult.items())),
        ("money token", scenario.coins),
        ("treasure", " ".join(scenario.treasures)),
        *((name, printed.at) for name, printed in scenario.objects.items()),
    )
    for kind, places in kinds:
        for hex_ in hexes_in(places):
            if not reader.seen.isdisjoint(scenario.hexes.get(hex_, ())):
                yield hex_, kind


def who_may_be_dead(ruleset: Ruleset[Card], keys: Keys, _: str) -> Offered:
    """The monsters that stand as they are printed, by their hexes."""
    return [(f"({column},{row})", name) for name, (column, row) in standing(ruleset, keys).items()]


def types_there(ruleset: Ruleset[Card], keys: Keys, _: str) -> Offered:
    """The types of monsters on the map."""
    named_ = keys.get("monsters")
    names = (*(named_ if isinstance(named_, Mapping) else ()), *standing(ruleset, keys))
    return [(type_, "") for type_ in dict.fromkeys(monster_name(ruleset, name).type for name in names)]


def cards_of(ruleset: Ruleset[Card], keys: Keys, typed: str) -> Offered:
    """Behind the name of a character the cards of its class: those of its level and below it first."""
    owner, colon, behind = typed.partition(":")
    characters = keys.get("characters")
    names = characters if isinstance(characters, Mapping) else {}
    name = next((each for each in names if each.casefold() == owner.strip().casefold()), "")
    told = names.get(name) if name else None
    entry = told if isinstance(told, Mapping) else {}
    class_ = class_named(ruleset, str(entry.get("class", name))) if colon and name else None
    if class_ is None:
        return ()
    level = entry.get("level", 1)
    printed = [(card.name, card.card) for card in ruleset.cards.values() if card.card is not None]
    own = [(name, card) for name, card in printed if card.of == class_.id and name not in behind]
    most = level if isinstance(level, int) else 1
    own.sort(key=lambda each: _level(each[1]) > most and _level(each[1]))
    return [(name, f"level {card.level}, initiative {card.initiative}") for name, card in own]


def _level(card: ClassCard) -> int:
    return card.level if isinstance(card.level, int) else 1
