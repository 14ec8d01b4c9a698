"""Random turns of monsters, to find the smallest one on which two readings differ.

A position of a turn that the rules decide, or of a round, is dealt in the form of a file, without anything
that a file may leave out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.contract.position import Position
from tsolve.contract.step_reader import Played
from tsolve.diagnostics import Diagnostics, quoted
from tsolve.engine import Game
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.judging.walk import as_it_stands, ways_on
from tsolve.games.gloomhaven.measures import BEFORE_CARDS, MEASURES
from tsolve.games.gloomhaven.position import ScenarioPosition, open_scenario
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.stated import NOBODY
from tsolve.games.gloomhaven.writing.character_file import CharacterFile, SummonFile
from tsolve.games.gloomhaven.writing.position_file import ModifierDeckFile
from tsolve.games.gloomhaven.writing.statements import ScenarioFile
from tsolve.games.gloomhaven.writing.table_file import (
    AbilityCardFile,
    MapFile,
    MonsterFile,
    StatsFile,
    TrapFile,
)
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Data, tree_of
from tsolve.source.decode import decode
from tsolve.worlds.hunt import Example, Hunt, Hunter, Parts, WalkOptions

TYPE = "Fiend"
"""The type of the monsters of a dealt position; the ruleset has no such type."""
NAMES = ("Anna", "Bert", "Cleo", "Dora")
ATTACKS = (
    "attack +0",
    "attack +0, target 2",
    "attack +0, range 3",
    "attack +0, range 2, target 2",
    "attack +0, range 4, target 3",
    "attack +0, all adjacent",
    "attack +0, range 2, area triangle3",
    "attack +0, area rhombus3_self",
    "attack +0, push 2",
    "attack +0, range 3, poison",
    "attack +0, pull 3",
    "attack +0, curse",
    "attack +0, with fire (+1)",
)
OTHERS = ("heal 2, self", "heal 3, range 2")
"""Abilities before or after a move and an attack."""
MOVES = ("move +0", "move +0", "move +0", "move +0, jump")
SUMMONS = ("Bear", "Wolf")
LASTING = ("retaliate 2", "retaliate 1, range 2", "shield 1")
CONDITIONS = ("muddle", "disarm", "immobilize", "strengthen", "wound", "poison")

Pair = tuple[int, int]
Deck = Literal["standard", "unknown"] | tuple[str | None, ...] | ModifierDeckFile


class Dealer:
    """Deals random positions in which open points matter more often than at a table."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def deal(self) -> ScenarioFile:
        """A position of one to four characters and one to three monsters of a type."""
        random = self._random
        columns, rows = random.randint(4, 8), random.randint(3, 6)
        hexes = [(column, row) for column in range(columns) for row in range(rows)]
        random.shuffle(hexes)
        is_round = random.random() < 0.1
        characters = {name: self._character(hexes.pop(), is_round) for name in NAMES[: random.randint(1, 4)]}
        monsters = {f"{TYPE} {number}": self._monster(hexes.pop()) for number in (1, 2, 3)[: self._few(3)]}
        summons = self._summons(hexes)
        actor = SUMMONS[0] if summons and random.random() < 0.3 else f"{TYPE} 1"
        return ScenarioFile(
            "gloomhaven",
            map=self._map((columns, rows), hexes),
            turn=None if is_round else actor,
            until="round" if is_round else "turn",
            characters=characters,
            summons=summons,
            monsters=monsters,
            ability_cards={TYPE: self._card()},
            elements=self._elements(),
            modifiers=self._modifiers(),
        )

    def _few(self, most: int) -> int:
        """A random number from 1 to `most`, more often a low one."""
        return min(self._random.randint(1, most), self._random.randint(1, most))

    def _map(self, size: Pair, hexes: list[Pair]) -> MapFile:
        def some(share: float) -> tuple[Pair, ...]:
            count = int(len(hexes) * self._random.random() * share)
            return tuple(sorted(hexes.pop() for _ in range(count)))

        return MapFile(
            size=size,
            walls=some(0.3),
            obstacles=some(0.2),
            traps=tuple(map(self._trap, some(0.3))),
            hazards=some(0.1),
            difficult=some(0.3),
            doors=some(0.1),
        )

    def _trap(self, at: Pair) -> Pair | TrapFile:
        """A trap of the map, or a special one now and then."""
        random = self._random
        if random.random() < 0.8:
            return at
        conditions = (random.choice(("stun", "immobilize")),) if random.random() < 0.7 else ()
        return TrapFile(at, conditions=conditions, by=random.choice(("monsters", None)))

    def _summons(self, hexes: list[Pair]) -> dict[str, SummonFile]:
        """Now and then two summons of one character."""
        if self._random.random() < 0.85:
            return {}
        return {
            name: SummonFile(
                hexes.pop(),
                of=NAMES[0],
                hp=self._random.randint(2, 6),
                stats=StatsFile(move=2, attack=2),
                new=self._random.random() < 0.3,
            )
            for name in SUMMONS
        }

    def _modifiers(self) -> dict[str, Deck]:
        """Now and then a character whose deck has most of the curses, or has drawn what reshuffles it."""
        if self._random.random() < 0.9:
            return {}
        cursed, drawn = ModifierDeckFile(added=("10 x curse",)), ModifierDeckFile(discards=("x2",))
        return {NAMES[0]: self._random.choice((cursed, drawn))}

    def _elements(self) -> dict[str, Literal["strong", "waning", "inert"]]:
        """Now and then an element that monsters may consume."""
        return {"fire": "strong"} if self._random.random() < 0.1 else {}

    def _character(self, at: Pair, acted: bool) -> CharacterFile:
        random = self._random
        rests = random.random() < 0.1
        conditions = (random.choice(("poison", "wound")),) if random.random() < 0.1 else ()
        initiative = None if rests else random.choice((10, 20, 20, 99))
        effects = (random.choice(LASTING),) if random.random() < 0.1 else ()
        hp = random.randint(1, 12)
        return CharacterFile(
            at,
            initiative=initiative,
            rests=rests,
            hp=hp,
            conditions=conditions,
            effects=effects,
            acted=acted,
        )

    def _monster(self, at: Pair) -> MonsterFile:
        random = self._random
        conditions = (random.choice(CONDITIONS),) if random.random() < 0.25 else ()
        statistics = StatsFile(
            hp=random.randint(2, 9),
            move=random.randint(0, 4),
            attack=random.randint(1, 4),
            range=random.choice((None, None, None, 3)),
            flying=random.random() < 0.1 or None,
        )
        return MonsterFile(at=at, stats=statistics, conditions=conditions)

    def _card(self) -> AbilityCardFile:
        random = self._random
        do = [random.choice(MOVES)] if random.random() < 0.85 else []
        do += random.choices(ATTACKS, k=self._few(2)) if random.random() < 0.95 else []
        if any("fire" in ability for ability in do) and random.random() < 0.5:
            do.append("infuse fire")
        do += [random.choice(OTHERS)] if random.random() < 0.1 else []
        return AbilityCardFile(initiative=random.choice((15, 20, 50)), do=tuple(do or ("move +0",)))


TERRAIN = ("walls", "obstacles", "traps", "hazards", "difficult", "doors")


class TurnParts(Parts[ScenarioFile]):
    """The parts of a position that can be made smaller: figures, tiles, conditions, abilities, the map."""

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


class TurnManner(WalkOptions[State, Action]):
    """A turn to its end, with the modifier cards that are drawn."""

    draws = True


class TurnHunter(Hunter[State, Action, ScenarioFile]):
    """Hunts among random turns."""

    manner: WalkOptions[State, Action] = TurnManner()
    parts = TurnParts()

    def __init__(self, hunt: Hunt[Card]) -> None:
        self._ruleset, self._printing = hunt.ruleset, hunt.printing
        blank = ScenarioFile("gloomhaven", map=MapFile(size=(1, 1)))
        super().__init__(_position(blank, hunt.ruleset), hunt)
        self._dealer = Dealer(self.random)

    def deal(self) -> ScenarioFile:
        return replace(self._dealer.deal(), printing=self._printing, interpretations=self.chosen)

    def games(self, start: Position[State, Action]) -> tuple[Game[State, Action], Game[State, Action]]:
        return start.under(self.before).game, start.under(self.after).game

    def starts(self, start: Position[State, Action]) -> tuple[State, State]:
        return start.under(self.before).state, start.under(self.after).state

    def position(self, found: Example[ScenarioFile]) -> ScenarioPosition:
        file = replace(found.table, line=found.line)
        return _position(file, self._ruleset).under(self.before)

    def text(self, found: Example[ScenarioFile]) -> str:
        return text_of(replace(found.table, line=found.line))

    def stated(
        self, position: Position[State, Action], played: Played[State, Action]
    ) -> Mapping[str, Mapping[str, object]]:
        if not played.answer.legal:
            return {}
        assert isinstance(position, ScenarioPosition)
        end = as_it_stands(position, played, None)
        ways = ways_on(position, end) or ()
        names = [figure.name for figure in position.state.figures]
        line: dict[str, object] = {}
        for measure in MEASURES:
            of = [each.element for each in end.state.elements] if measure.whose == "elements" else names
            if measure.whose and ways:
                found = [measure.of_each_in(position, way, of) for way in ways]
                told = [name for name in of if all(name in each for each in found)]  # nothing is told of some
                sure = [name for name in told if all(each[name] == found[0][name] for each in found)]
                line[measure.name] = {name: found[0][name] for name in sure if found[0][name] != ""}
            elif measure.name in BEFORE_CARDS and (fact := measure.of(position, end)) != NOBODY:
                line[measure.name] = fact
        return {"line": line}


def text_of(file: ScenarioFile) -> str:
    """A dealt position as people write it, without what a file may leave out."""
    return "".join(f"{key}: {quoted(value)}\n" for key, value in _data(file).items())


def _position(file: ScenarioFile, ruleset: Ruleset[Card]) -> ScenarioPosition:
    return open_scenario(decode(tree_of(_data(file)), ScenarioFile), ruleset, Diagnostics())


def _data(file: ScenarioFile) -> dict[str, Data]:
    """A file as plain data, without values that an empty file has, too."""
    found = _said(file)
    assert isinstance(found, dict)
    return found


def _said(value: object) -> Data:
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(type(value))
        told = {each.encode_name: (getattr(value, each.name), each.default) for each in fields}
        return {
            name: _said(each)
            for name, (each, default) in told.items()
            if each != default and each not in _NOTHING
        }
    if isinstance(value, dict):
        return {name: _said(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_said(each) for each in value]
    assert value is None or isinstance(value, str | int)
    return value


_NOTHING: tuple[object, ...] = ((), {}, None, "")
"""Values that can be left out, whatever the default."""
