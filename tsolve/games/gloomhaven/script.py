"""The special rules of a scenario: rooms behind doors, events, effects on figures, what bosses do, and when
it is won or lost. (GH-14)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.games.gloomhaven.abilities import Ability
from tsolve.games.gloomhaven.conditions import Condition
from tsolve.games.gloomhaven.figures import Figure, Kind, LastingEffect
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.state import Charged, State

if TYPE_CHECKING:
    from collections.abc import Iterator


class Room(msgspec.Struct, frozen=True):
    """What stands in a room before any of its doors is opened. (GH-1.5)"""

    doors: tuple[Hex, ...]
    """Each of them reveals it; one that shuts again leaves it revealed."""
    figures: tuple[Figure, ...] = ()
    """A monster with the number 0 gets that of a free standee."""

    def is_revealed(self, state: State) -> bool:
        """Whether one of its doors is open."""
        return any(door.at in self.doors and (door.state == "open" or door.was_open) for door in state.doors)


class Event(msgspec.Struct, frozen=True):
    """Something that the special rules of a scenario let happen. (GH-1.10, GH-14.4)"""

    told: str
    """When it happens, as people write it."""
    when: Literal["plate", "door", "met", "start", "end", "kill"] = "end"
    """When a character stands on a plate at the end of a turn, when a door opens, when conditions are met at
    the end of a turn: each once. At the start or the end of rounds: of one, or of each that fits. Each time
    that a monster of some types is killed.
    """
    at: Hex | None = None
    """The pressure plate or the door."""
    conditions: tuple[Condition, ...] = ()
    """What must be met, for one that waits for that."""
    holding: tuple[Condition, ...] = ()
    """What must be met when it would happen."""
    ended_by: tuple[Condition, ...] = ()
    """It does not happen any more once one of these is met."""
    round: int = 0
    """The only round in which it happens; 0 for each."""
    parity: Literal["", "odd", "even"] = ""
    """In which rounds it happens."""
    every: int = 1
    """It happens in the first round, and again after so many."""
    happens_once: bool = False
    """At the end of the round in which its conditions are met, and never again."""
    first: int = 1
    """The first round in which it happens."""
    until: Hex | None = None
    """A door whose opening ends it."""
    once: Hex | None = None
    """A door whose opening begins it."""
    figures: tuple[Figure, ...] = ()
    """Monsters that come, each in its hex; one with the number 0 gets that of a free standee."""
    where_fell: str = ""
    """They come where this figure left the map."""
    by: str = ""
    """Whoever summons them, next to it; nobody for monsters that are spawned. (GH-12.34, GH-14.4)"""
    opens: tuple[Hex, ...] = ()
    """Doors that open, locked ones too, and reveal their rooms."""
    unlocks: tuple[Hex, ...] = ()
    """Locked doors that may be opened from then on."""
    types: tuple[str, ...] = ()
    """The types of monsters whose death it is about."""
    removes: str = ""
    """Players may take away one monster of this type."""
    exits: tuple[Hex, ...] = ()
    """Characters that stand there leave the map, with their summons, and take no further part."""
    elements: tuple[Charged, ...] = ()
    """Elements that become strong, waning or inert."""

    @property
    def is_single(self) -> bool:
        """Whether it happens once."""
        return self.when in ("plate", "door", "met") or self.happens_once

    def comes_in(self, number: int, doors: Mapping[Hex, str]) -> bool:
        """Whether it happens at the start or the end of this round, as the doors stand."""
        if number < self.first or (self.round and number != self.round):
            return False
        if self.parity and self.parity != ("odd" if number % 2 else "even"):
            return False
        if (number - self.first) % self.every:
            return False
        if self.until is not None and doors.get(self.until, "open") == "open":
            return False
        return self.once is None or doors.get(self.once, "open") == "open"


class KeptDoor(msgspec.Struct, frozen=True):
    """A door that stays open only as long as a character stands on one of some plates. (GH-1.10)"""

    door: Hex
    plates: tuple[Hex, ...]


class Rule(msgspec.Struct, frozen=True):
    """A special rule that gives figures effects as long as something holds. (GH-14.7)"""

    told: str
    """Whom it concerns and where, as people write it."""
    effects: tuple[LastingEffect, ...]
    kinds: tuple[Kind, ...] = ()
    """Of these kinds it concerns all figures."""
    types: tuple[str, ...] = ()
    """Of these types of monsters, too."""
    names: tuple[str, ...] = ()
    """These figures, too."""
    hexes: tuple[Hex, ...] = ()
    """Only those that stand there, or so near to one of them; anywhere without hexes."""
    around: str = ""
    """Only those so near to this figure."""
    within: int = 0
    """How near, in hexes."""
    holding: tuple[Condition, ...] = ()
    """All of these must be met."""
    ended_by: tuple[Condition, ...] = ()
    """None of these may be met."""

    def concerns(self, figure: Figure) -> bool:
        """Whether a figure is one of those that it names, wherever it stands."""
        if figure.name in self.names or figure.identity in self.names:
            return True
        return figure.kind in self.kinds or (figure.kind in _MONSTERS and figure.group in self.types)


_MONSTERS = ("monster", "boss")


class Script(msgspec.Struct, frozen=True, dict=True):
    """The special rules of one scenario."""

    party: tuple[str, ...] = ()
    """The characters that play it."""
    rooms: tuple[Room, ...] = ()
    events: tuple[Event, ...] = ()
    rules: tuple[Rule, ...] = ()
    specials: Mapping[str, tuple[tuple[Ability, ...], ...]] = {}
    """What the specials of bosses are here, by type. (GH-12.36)"""
    summons: Mapping[str, Summon] = {}
    """What a type of monsters summons here in place of what its cards say."""
    barred: Mapping[str, frozenset[Hex]] = {}
    """The hexes that types of monsters, or monsters of these names, do not enter."""
    focus_first: Mapping[str, tuple[str, ...]] = {}
    """What these types of monsters focus on wherever they can attack it this turn; no types for all."""
    kept_open: tuple[KeptDoor, ...] = ()
    """Doors that stay open only as long as something holds them."""
    spared: Mapping[str, int] = {}
    """Figures for which characters may lose cards in place of damage, and how often. (GH-14.7)"""
    loot_only: bool = False
    """Whether treasure tiles are looted by loot abilities alone, never at the end of a turn."""
    victory: tuple[Condition, ...] = ()
    """The scenario is won once all of these are met; without any it cannot be won."""
    defeat: tuple[Condition, ...] = ()
    """The scenario is lost once any of these is met, or all characters are exhausted. (GH-11.10)"""

    @property
    def figures(self) -> Iterator[Figure]:
        """All figures of rooms and events."""
        yield from (figure for room in self.rooms for figure in room.figures)
        yield from (figure for event in self.events for figure in event.figures)

    @property
    def brings_more(self) -> bool:
        """Whether figures may come that are not on the map yet."""
        return bool(self.rooms or self.events)

    def room(self, door: Hex) -> Room | None:
        """A room that a door reveals; None if it is unknown."""
        return next((room for room in self.rooms if door in room.doors), None)

    def behind(self, door: Hex, state: State) -> Iterator[Figure]:
        """The figures in the rooms beside a door that nobody has revealed."""
        for room in self.rooms:
            if door in room.doors and not room.is_revealed(state):
                yield from room.figures

    def hidden(self, state: State) -> Iterator[Figure]:
        """The figures in rooms that nobody has revealed."""
        for room in self.rooms:
            if not room.is_revealed(state):
                yield from room.figures

    def awaited(self, state: State) -> Iterator[Figure]:
        """The figures that events will still bring."""
        ending = [getattr(task, "number", 0) for task in state.todo]  # of a round whose end is at hand
        for place, event in enumerate(self.events):
            still_comes = not event.round or state.round <= event.round or event.round in ending
            if (
                place not in state.happened
                if event.is_single
                else still_comes and not self._is_over(event, state)
            ):
                yield from event.figures

    def _is_over(self, event: Event, state: State) -> bool:
        """Whether an event of rounds cannot happen any more: who must live for it has been killed."""
        needed = {each.name for each in event.ended_by if each.kind == "killed"} | {event.by} - {""}
        there = {each.identity for each in (*state.figures, *self.hidden(state))}
        return not needed <= there

    @cached_property
    def watched(self) -> frozenset[str]:
        """The figures of which it matters where they leave the map."""
        return frozenset(event.where_fell for event in self.events if event.where_fell)

    @cached_property
    def counts_kills(self) -> bool:
        """Whether it matters how many monsters have been killed."""
        waiting = [each for event in self.events for each in event.conditions]
        waiting += (each for event in self.events for each in (*event.holding, *event.ended_by))
        waiting += (each for rule in self.rules for each in (*rule.holding, *rule.ended_by))
        return any(each.kind == "kills" for each in (*self.victory, *self.defeat, *waiting))


NO_SCRIPT = Script()
