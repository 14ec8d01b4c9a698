"""A scenario of the book before its first round: who stands where, standees drawn at random. (GH-14.5)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

from tsolve.diagnostics import suggest
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hexes import Hex, named
from tsolve.games.gloomhaven.printed_scenarios import (
    MOST,
    PrintedScenario,
    hexes_in,
    load_scenario,
    names_of_scenarios,
    scenario_named,
)
from tsolve.games.gloomhaven.writing.printed_cards import class_named, near_classes
from tsolve.games.gloomhaven.writing.scenario_by_number import left_out
from tsolve.model.plays import SetupPart
from tsolve.model.verdicts import not_taken
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Data
from tsolve.source.tree import joined
from tsolve.written.position_text import Laid, NewGame, SettingUp, file_text

if TYPE_CHECKING:
    from collections.abc import Sequence

CHOICES: Mapping[str, str] = {
    "scenario": "its number or its name",
    "characters": "classes, each with its level: Brute 3",
    "level": "the scenario level, 0 to 7",
}
HIGHEST = 7
"""The highest scenario level."""


class Placed(msgspec.Struct, frozen=True):
    """The hexes of the characters, and the standees of the monsters in the rooms that are seen."""

    characters: tuple[tuple[str, Hex], ...]
    monsters: tuple[tuple[str, str, Hex, str], ...]
    """Type, name with the number of its standee, hex, and rank as it is printed."""


class ScenarioSettingUp(SettingUp[Placed]):
    """Sets up a scenario for some characters."""

    def __init__(self, ruleset: Ruleset[Card], new: NewGame) -> None:
        self.ruleset = self._rules = ruleset
        self.new = new
        self.scenario = self._scenario(_chosen(new, "scenario"))
        self.levels = self._characters(_chosen(new, "characters"))
        """The level of each character."""
        self.level = self._level(_chosen(new, "level"))

    def _scenario(self, names: Sequence[str]) -> PrintedScenario:
        if len(names) != 1:
            raise UsageError("name one scenario by its number or its name, such as `scenario 1`")
        file: Path | None = scenario_named(names[0], self.ruleset.roots)
        if file is None:
            near = suggest(names[0], names_of_scenarios(self.ruleset.roots))
            raise UnknownNameError(f'there is no scenario "{names[0]}"; {near or "there are 1 to 95"}')
        scenario = load_scenario(file)
        if not scenario.tiles:
            raise UsageError(f"scenario {scenario.title} has no map of its own")
        return scenario

    def _characters(self, names: Sequence[str]) -> dict[str, int]:
        if not names:
            classes = (card for card in self._rules.cards.values() if card.class_ and not card.class_.symbol)
            names = [card.name for card in classes][: self.new.players]
        found: dict[str, int] = {}
        for text in names:
            name, _, level = text.strip().rpartition(" ")
            if not level.isdecimal():
                name, level = text.strip(), "1"
            if class_named(self._rules, name) is None:
                classes = (card for card in self._rules.cards.values() if card.class_)
                known = [card.class_.symbol or card.name for card in classes if card.class_]
                hint = near_classes(self._rules, name) or f"there are {joined(known)}"
                raise UnknownNameError(f'there is no class "{name}"; {hint}')
            if not 1 <= int(level) <= 9:
                raise UsageError(f"{name} has a level of 1 to 9")
            if name in found:
                raise UsageError(f"two characters are called {name}")
            found[name] = int(level)
        if not 1 <= len(found) <= MOST:
            raise UsageError(f"a scenario is played by 1 to {MOST} characters")
        return found

    def _level(self, texts: Sequence[str]) -> int:
        """The level that is asked for, or the recommended one: half the average, rounded up. (GH-15.2)"""
        if not texts:
            return -(-sum(self.levels.values()) // (2 * len(self.levels)))
        if len(texts) != 1 or not texts[0].isdecimal() or int(texts[0]) > HIGHEST:
            raise UsageError(f"the scenario level is 0 to {HIGHEST}")
        return int(texts[0])

    def draw(self, random: Random) -> Placed:
        starts = list(hexes_in(self.scenario.start))
        random.shuffle(starts)
        if self.scenario.starts_apart:
            starts = self._apart(starts)
        numbers: dict[str, list[int]] = {}
        found = []
        for room in self.scenario.first_rooms:
            for tile in room:
                for type_, hex_, rank in self.scenario.standing(tile, len(self.levels)):
                    standees = self._standees(type_)
                    left = numbers.setdefault(type_, random.sample(range(1, standees + 1), standees))
                    if left:  # where they are short, those told last stay away
                        name = type_ if standees == 1 else f"{type_} {left.pop()}"
                        found.append((type_, name, hex_, rank))
        return Placed(tuple(zip(self.levels, starts, strict=False)), tuple(found))

    def _apart(self, starts: Sequence[Hex]) -> list[Hex]:
        """Start hexes of which at most half, rounded up, lie in the same room. (GH-14.7)"""
        most, left = -(-len(self.levels) // 2), list(starts)
        found: list[Hex] = []
        while left and len(found) < len(self.levels):
            rooms = [self.scenario.room_of(hex_) for hex_ in found]
            free = (hex_ for hex_ in left if rooms.count(self.scenario.room_of(hex_)) < most)
            found.append(next(free))
            left.remove(found[-1])
        return found

    def _standees(self, type_: str) -> int:
        printed = (card.monster for card in self._rules.cards.values() if card.name == type_)
        return next((each.standees for each in printed if each is not None), 1)

    def sold(self, drawn: Placed) -> tuple[str, ...]:
        return ()

    def others(self, drawn: Placed) -> Iterator[str]:
        types = {type_ for type_, _, _, _ in drawn.monsters}
        yield from (id_ for id_, card in self._rules.cards.items() if card.monster and card.name in types)

    def lay_out(self, drawn: Placed, random: Random) -> Laid:
        scenario = self.scenario
        monsters = [f"{name}{_RANKS[rank]} in {_at(hex_)}" for _, name, hex_, rank in drawn.monsters]
        parts = (
            SetupPart("Scenario", (f"{scenario.title}, level {self.level}",), ("GH-15.2",)),
            SetupPart("Characters", tuple(f"{name} in {_at(hex_)}" for name, hex_ in drawn.characters)),
            SetupPart("Monsters", tuple(monsters) or ("none",), ("GH-14.5", "GH-12.4")),
            SetupPart("Goal", (scenario.goal,), ("GH-14.1",)),
        )
        return Laid(parts, file_text(self._written(drawn)), len(self.levels))

    def notes(self) -> tuple[str, ...]:
        return not_taken(f"Scenario {self.scenario.title}", left_out(self.scenario))

    def _written(self, drawn: Placed) -> dict[str, Data]:
        starting: dict[str, Data] = {}
        if self.scenario.starts:
            starting["conditions"] = list(self.scenario.starts)
        characters: dict[str, Data] = {
            name: {"at": _at(hex_), "level": self.levels[name], "hand": self._hand(name), **starting}
            for name, hex_ in drawn.characters
        }
        monsters: dict[str, Data] = {
            name: {"from": _at(hex_), "at": _at(hex_)} for _, name, hex_, _ in drawn.monsters
        }
        found: dict[str, Data] = {
            "game": self.ruleset.id,
            "scenario": self.scenario.number,
            "level": self.level,
            "until": "round",
            "characters": characters,
        }
        if monsters:
            found["monsters"] = monsters
        if self.new.printing:
            found["printing"] = self.new.printing
        if self.new.interpretations:
            found["interpretations"] = dict(self.new.interpretations)
        return found

    def _hand(self, name: str) -> Data:
        """The cards of level 1, which are as many as a hand has."""
        class_ = class_named(self._rules, name)
        assert class_ is not None
        printed = ((card.name, card.card) for card in self._rules.cards.values())
        return [name for name, card in printed if card and card.of == class_.id and card.level == 1]


_RANKS = {"N": "", "E": " (elite)", "B": ""}


def _at(hex_: Hex) -> str:
    return named(hex_, "offset")


def _chosen(new: NewGame, what: str) -> Sequence[str]:
    found: Sequence[str] = new.chosen.get(what) or ()
    return found
