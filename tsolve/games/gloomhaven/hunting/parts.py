"""What may be left out of a dealt position to make it smaller."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.games.gloomhaven.writing.figure_file import AbilityCardFile, MonsterFile
from tsolve.games.gloomhaven.writing.map_file import MapFile, TrapFile
from tsolve.games.gloomhaven.writing.position_file import CharacterFile, SummonFile
from tsolve.games.gloomhaven.writing.statements import ScenarioFile
from tsolve.turns.hunting.shrinking import Parts

TERRAIN = ("walls", "obstacles", "traps", "hazards", "difficult", "doors")


class TurnParts(Parts[ScenarioFile]):
    """A figure, a tile, a condition or an ability less, a smaller map."""

    def size(self, table: ScenarioFile) -> tuple[int, ...]:
        map_ = _map(table)
        tiles = sum(len(getattr(map_, name)) for name in TERRAIN)
        conditions = sum(len(each.conditions) for each in _figures(table))
        conditions += sum(len(each.effects) for each in _figures(table))
        conditions += len(table.modifiers) + len(table.elements)
        figures = len(table.characters) + len(table.summons) + len(table.monsters)
        columns, rows = _size(map_)
        return figures, tiles, conditions, sum(map(len, _do(table))), columns * rows

    def smaller(self, table: ScenarioFile) -> Iterator[ScenarioFile]:
        for name in table.characters:
            yield replace(
                table, characters={each: table.characters[each] for each in table.characters if each != name}
            )
        for name in table.monsters:
            if name != table.turn:
                yield replace(
                    table, monsters={each: table.monsters[each] for each in table.monsters if each != name}
                )
        for name in table.summons:
            yield replace(
                table, summons={each: table.summons[each] for each in table.summons if each != name}
            )
        yield from self._less_terrain(table)
        if table.modifiers:
            yield replace(table, modifiers={})
        if table.elements:
            yield replace(table, elements={})
        for name, character in table.characters.items():
            if character.conditions:
                yield replace(table, characters={**table.characters, name: replace(character, conditions=())})
            if character.effects:
                yield replace(table, characters={**table.characters, name: replace(character, effects=())})
        for name, monster in table.monsters.items():
            if monster.conditions:
                yield replace(table, monsters={**table.monsters, name: replace(monster, conditions=())})
        yield from _less_to_do(table)

    def _less_terrain(self, table: ScenarioFile) -> Iterator[ScenarioFile]:
        map_ = _map(table)
        for name in TERRAIN:
            tiles = getattr(map_, name)
            if len(tiles) > 1:
                yield replace(table, map=replace(map_, **{name: ()}))
            for at in range(len(tiles)):
                yield replace(table, map=replace(map_, **{name: tiles[:at] + tiles[at + 1 :]}))
        columns, rows = _size(map_)
        for size in ((columns - 1, rows), (columns, rows - 1)):
            if min(size) and _fits(table, size):
                yield replace(table, map=replace(map_, size=size))


def _less_to_do(table: ScenarioFile) -> Iterator[ScenarioFile]:
    for group, card in table.ability_cards.items():
        if isinstance(card, AbilityCardFile):
            for at in range(len(card.do) if len(card.do) > 1 else 0):
                less = replace(card, do=card.do[:at] + card.do[at + 1 :])
                yield replace(table, ability_cards={**table.ability_cards, group: less})
            for at, ability in enumerate(card.do):
                shorter, comma, _ = ability.rpartition(",")
                if comma:
                    less = replace(card, do=(*card.do[:at], shorter, *card.do[at + 1 :]))
                    yield replace(table, ability_cards={**table.ability_cards, group: less})


def _fits(table: ScenarioFile, size: tuple[int, int]) -> bool:
    """Whether all that lies on the map lies within this size."""
    map_ = _map(table)
    places: list[str | tuple[int, int]] = [each.at for each in _figures(table)]
    tiles = (tile for name in TERRAIN for tile in getattr(map_, name))
    places += [tile.at if isinstance(tile, TrapFile) else tile for tile in tiles]
    return all(not isinstance(at, str) and at[0] < size[0] and at[1] < size[1] for at in places)


def _figures(table: ScenarioFile) -> list[CharacterFile | SummonFile | MonsterFile]:
    return [*table.characters.values(), *table.summons.values(), *table.monsters.values()]


def _map(table: ScenarioFile) -> MapFile:
    assert isinstance(table.map, MapFile)
    return table.map


def _size(map_: MapFile) -> tuple[int, int]:
    assert isinstance(map_.size, tuple)
    return map_.size


def _do(table: ScenarioFile) -> list[tuple[str, ...]]:
    return [card.do for card in table.ability_cards.values() if isinstance(card, AbilityCardFile)]
