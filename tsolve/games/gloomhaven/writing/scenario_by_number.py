"""A file that names a scenario of the book, with all that the book prints for it: map, doors, monsters, goal.

The file says what has been revealed and where figures stand now. Whatever it says itself goes before what is
printed; what it leaves out is as at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import InputError
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hexes import Hex, neighbours
from tsolve.games.gloomhaven.printed_scenarios import (
    PrintedScenario,
    hexes_in,
    load_scenario,
    names_of_scenarios,
    scenario_named,
)
from tsolve.games.gloomhaven.writing.names import monster_name
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.scenario_figures import ScenarioFiguresReader
from tsolve.games.gloomhaven.writing.scenario_places import check_figures
from tsolve.games.gloomhaven.writing.scenario_rooms import entries
from tsolve.games.gloomhaven.writing.table_file import DoorFile, MapFile, Pair, TrapFile
from tsolve.model.verdicts import not_taken
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined, shortened

T = TypeVar("T", bound=ScenarioTable)

DAMAGE_TRAP = "spike"
"""The kind of trap that brings nothing but damage."""
_OVERLAYS = ("difficult", "hazards", "traps", "obstacles")
"""The overlay tiles; of two in a hex the later one counts."""


def with_scenario(decoded: Decoded[T], ruleset: Ruleset[Card], found: Diagnostics) -> Decoded[T]:
    """The file with what the scenario prints that it names; itself where it names none.

    Mistakes are reported to `found`.
    """
    file, span = decoded.value, decoded.span("scenario")
    if file.scenario is None:
        return decoded
    wanted = str(file.scenario)
    printed = scenario_named(wanted, ruleset.roots)
    if printed is None:

        def near() -> str:
            alike = suggest(wanted, names_of_scenarios(ruleset.roots))
            return alike or "name it by its number, 1 to 95, or as the book does: `scenario: Black Barrow`"

        found.report("E302", f'there is no scenario "{shortened(wanted)}"', span, near)
        return decoded
    try:
        scenario = load_scenario(printed)
    except InputError as error:  # of a ruleset of somebody's own
        for each in error.diagnostics:
            found.report(each.code, each.message, each.span, each.help)
        return decoded
    if not scenario.tiles:
        if file.map is None:
            message = f"scenario {scenario.title} has no map of its own: {next(left_out(scenario, file))}"
            found.report("E210", message, span, "draw the rooms in `map`")
        return decoded
    return laid_out(decoded, ruleset, scenario, found)


def laid_out(
    decoded: Decoded[T], ruleset: Ruleset[Card], scenario: PrintedScenario, found: Diagnostics
) -> Decoded[T]:
    """The file with all that is printed for a scenario."""
    file, reader = decoded.value, ScenarioFiguresReader(decoded, ruleset, scenario, found)
    check_figures(reader)
    adds = tuple(f"{number} x {card}" for card, number in scenario.each_character_adds.items())
    gone, map_ = reader.gone, MapOfScenario(reader)
    monsters, rooms, events = dict(reader.monsters()), dict(reader.rooms_behind()), tuple(reader.events())
    coins = (reader.places.told(hex_) for hex_ in hexes_in(scenario.coins) if hex_ not in gone)
    whole = replace(
        file,
        scenario=None,
        title=file.title or f"Scenario {scenario.title}",
        players=reader.characters,
        map=map_.map(),
        monsters={**monsters, **dict(reader.escorts(reader.revealed))},
        ability_cards={**reader.cards_of_escorts(), **file.ability_cards},
        objects={**file.objects, **reader.objects(reader.revealed)},
        rooms={**file.rooms, **rooms},
        money=(*((file.money,) if isinstance(file.money, str) else file.money), *coins),
        victory=file.victory or tuple(reader.conditions("victory")),
        defeat=file.defeat or tuple(reader.conditions("defeat")),
        events=(*file.events, *events),
        rules=(*file.rules, *reader.rules()),
        specials={**reader.specials(), **file.specials},
        summoned_instead={**scenario.summoned_instead, **file.summoned_instead},
        barred={**scenario.barred, **file.barred},
        focus_first={**reader.focus_first(), **file.focus_first},
        kept_open={**scenario.kept_open, **file.kept_open},
        spared={**reader.spared(), **file.spared},
        loot_only=file.loot_only or scenario.loot_only,
        looted=(*entries(file.looted), *map(reader.places.told, reader.gone_treasures())),
        each_adds=file.each_adds or adds,
    )
    if file.until != "turn":
        told = {monster_name(ruleset, key).type for key in file.ability_decks}
        drawn = dict.fromkeys((each for each in reader.types_of(whole) if each not in told), "standard")
        led = {name: (card,) for name, card in reader.cards_of_escorts().items()}
        whole = replace(whole, ability_decks={**led, **file.ability_decks, **drawn})
    untold = (*left_out(scenario, file, whole.monsters), *map_.untold_traps())
    decoded.doubts[:0] = not_taken(f"Scenario {scenario.title}", untold)
    spans = dict(decoded.spans)
    for key in ("map", "monsters", "rooms"):
        spans.setdefault((key,), decoded.span("scenario"))
    return replace(decoded, value=whole, spans=spans)


class MapOfScenario:
    """The map of a scenario, with what the file adds to it and takes from it."""

    def __init__(self, reader: ScenarioFiguresReader) -> None:
        self.reader, self.scenario, self.places = reader, reader.scenario, reader.places
        self.gone = reader.gone
        self.own = self._own()
        """What the file lists of its own."""
        self.free = self._free()
        """The hexes of which the file does not say what lies there."""

    def map(self) -> MapFile:
        """The whole map."""
        lying = dict(self._overlays())
        kinds = {key: [hex_ for hex_ in self.free if lying.get(hex_) == key] for key in _OVERLAYS}
        kept = {
            "plates": hexes_in(self.scenario.plates),
            "treasures": [hex_ for at in self.scenario.treasures for hex_ in hexes_in(at)],
        }
        walls = (" ".join(self._told(hexes_in(wall))) for wall in self.scenario.thin_walls)
        doors = (
            DoorFile(at=self.places.told(hex_), state=state, behind=self._behind(hex_, state))
            for hex_, state in self.reader.states.items()
            if hex_ not in self.reader.own_doors and hex_ not in self.gone
        )
        return replace(
            self.own,
            hexes=(*entries(self.own.hexes), *self._told(self.scenario.hexes)),
            thin_walls=(*self.own.thin_walls, *walls),
            doors=(*entries(self.own.doors), *doors),
            **{key: (*self._listed(key), *self._told(hexes)) for key, hexes in kinds.items()},
            **{
                key: (*self._listed(key), *self._told(hex_ for hex_ in hexes if hex_ not in self.gone))
                for key, hexes in kept.items()
            },
        )

    def _behind(self, door: Hex, state: str) -> tuple[str, ...]:
        """Of a door that can be destroyed the hexes on its other side."""
        if state == "open" or door not in self.scenario.breakable:
            return ()
        unseen = (hex_ for hex_ in neighbours(door) if hex_ in self.scenario.hexes)
        return tuple(
            self._told(hex_ for hex_ in unseen if self.reader.seen.isdisjoint(self.scenario.hexes[hex_]))
        )

    def untold_traps(self) -> Iterator[str]:
        """That the sources do not tell what traps bring, where such traps lie in rooms that are seen."""
        seen = {hex_ for hex_ in self.free if not self.reader.seen.isdisjoint(self.scenario.hexes[hex_])}
        kinds = [kind for kind, at in self.scenario.traps.items() if not seen.isdisjoint(hexes_in(at))]
        if special := [kind for kind in kinds if kind != DAMAGE_TRAP]:
            yield f"what {joined(special)} traps do: they count as damage traps"

    def _own(self) -> MapFile:
        own = self.reader.file.map
        if isinstance(own, MapFile) and not (own.drawing or own.size or own.without):
            return own
        if own is not None:
            message = f"the map is that of scenario {self.scenario.title}"
            help_ = "leave `map` out, or list in it what is different: `map: {obstacles: [[3, 4]]}`"
            self.reader.found.report("E210", message, self.reader.decoded.span("map"), help_)
        return MapFile()

    def _free(self) -> list[Hex]:
        taken = {*self.gone, *self.reader.own_doors}
        for key in ("walls", *_OVERLAYS):
            for index, each in enumerate(self._listed(key)):
                at = each.at if isinstance(each, TrapFile) else each
                taken.update(hex_ for hex_, _ in self.places.entry(("map", key, index), at))
        return [hex_ for hex_ in self.scenario.hexes if hex_ not in taken]

    def _listed(self, key: str) -> tuple[str | Pair | TrapFile, ...]:
        written: str | tuple[str | Pair | TrapFile, ...] = getattr(self.own, key)
        return entries(written)

    def _overlays(self) -> Iterator[tuple[Hex, str]]:
        for key in _OVERLAYS:
            for places in getattr(self.scenario, key).values():
                yield from ((hex_, key) for hex_ in hexes_in(places))

    def _told(self, hexes: Iterable[Hex]) -> Iterator[str]:
        return map(self.places.told, hexes)


def left_out(
    scenario: PrintedScenario, file: ScenarioTable | None = None, on_map: Iterable[str] | None = None
) -> Iterator[str]:
    """What a scenario has that is not played, or not certain, as far as it may touch the question of a file;
    all of it without one.
    """
    names = [name.casefold() for name in on_map or ()]
    is_long = file is None or file.until == "scenario"
    for rule in scenario.unencoded:
        if isinstance(rule, str):
            yield rule
        elif is_long or on_map is None or _concerns(rule.of, names):
            yield rule.rule
    if file is None or (file.until != "turn" and not file.victory):
        if scenario.goal_lacks or not scenario.victory:
            yield f"the goal, {scenario.goal}"
        if scenario.lost_also:
            yield f"it is lost by {scenario.lost_also}"
    told = {hex_ for event in scenario.events for hex_ in hexes_in(f"{event.opens} {event.unlocks}")}
    told |= scenario.breakable.union(*map(hexes_in, scenario.kept_open))
    texts = (text for told in scenario.specials.values() for each in told for text in each)
    told.update(hex_ for text in texts for hex_ in hexes_in(text))
    for door in scenario.doors:
        if door.lock and told.isdisjoint(hexes_in(door.at)):
            yield f"the lock of the door in {door.at}, {door.lock}"
    if scenario.conflict:
        yield f"sources differ: {scenario.conflict}"
    yield from (f"doubtful: {each}" for each in scenario.doubts)


def _concerns(types: Iterable[str], names: Iterable[str]) -> bool:
    return any(name.startswith(type_.casefold()) for type_ in types for name in names)
