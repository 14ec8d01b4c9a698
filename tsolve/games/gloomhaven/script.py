"""What a scenario adds to the rules: rooms behind doors, events, and when it is won or lost. (GH-14)"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.games.gloomhaven.board.hexes import Hex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsolve.games.gloomhaven.state import Figure, State


class Room(msgspec.Struct, frozen=True):
    """What stands in a room before any of its doors is opened. (GH-1.5)"""

    doors: tuple[Hex, ...]
    """Each of them reveals it."""
    figures: tuple[Figure, ...] = ()
    """A monster with the number 0 gets that of a free standee."""

    def is_revealed(self, state: State) -> bool:
        """Whether one of its doors is open."""
        return any(door.at in self.doors and door.state == "open" for door in state.doors)


class Event(msgspec.Struct, frozen=True):
    """Something that the special rules of a scenario let happen. (GH-1.10, GH-14.4)"""

    told: str
    """When, as people write it."""
    plate: Hex | None = None
    """The pressure plate on which a character must stand at the end of a turn; once."""
    round: int = 0
    """The round at whose end it happens; with 0 and without a plate it happens at the end of every round."""
    figures: tuple[Figure, ...] = ()
    """Monsters that come, each in its hex; one with the number 0 gets that of a free standee."""
    opens: tuple[Hex, ...] = ()
    """Doors that open, locked ones too, and reveal their rooms."""


_TOLD = {
    "monsters": "all monsters are killed",
    "killed": "{} is killed",
    "rounds": "round {} is over",
    "money": "{} money tokens are looted",
}


class Condition(msgspec.Struct, frozen=True):
    """A part of a victory or of a defeat."""

    kind: Literal["monsters", "killed", "rounds", "money"]
    """All monsters are killed, a figure is, so many rounds are over, so many money tokens are looted."""
    name: str = ""
    """The figure that must be killed."""
    number: int = 0

    @property
    def told(self) -> str:
        """What has happened where it is met."""
        return _TOLD[self.kind].format(self.name or self.number)


class Script(msgspec.Struct, frozen=True):
    """The special rules of one scenario."""

    party: tuple[str, ...] = ()
    """The characters that play it."""
    rooms: tuple[Room, ...] = ()
    events: tuple[Event, ...] = ()
    victory: tuple[Condition, ...] = ()
    """All of these win; nothing does where there are none."""
    defeat: tuple[Condition, ...] = ()
    """Any of these loses, as does the exhaustion of all characters. (GH-11.10)"""

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
        """The room that a door reveals; None where nobody knows it."""
        return next((room for room in self.rooms if door in room.doors), None)

    def hidden(self, state: State) -> Iterator[Figure]:
        """The figures in rooms that nobody has revealed."""
        for room in self.rooms:
            if not room.is_revealed(state):
                yield from room.figures

    def awaited(self, state: State) -> Iterator[Figure]:
        """The figures that events will still bring."""
        for place, event in enumerate(self.events):
            comes_later = event.plate is None and (not event.round or state.round <= event.round)
            if comes_later or (event.plate is not None and place not in state.happened):
                yield from event.figures


NO_SCRIPT = Script()
