"""What a position file says of its scenario: rooms behind doors, events, victory and defeat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.script import Condition, Event, Room, Script
from tsolve.games.gloomhaven.writing.names import figure_named
from tsolve.source.words import listed, shortened

if TYPE_CHECKING:
    from tsolve.diagnostics import Diagnostics, Span
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.state import Figure
    from tsolve.games.gloomhaven.writing.coordinates import Coordinates
    from tsolve.games.gloomhaven.writing.figures import FiguresReader
    from tsolve.games.gloomhaven.writing.map_reading import Scene
    from tsolve.games.gloomhaven.writing.position_file import PositionFile
    from tsolve.source.decode import Decoded, Path

_WHEN = re.compile(
    r"(?P<plate>(?:on\s+)?(?:the\s+)?(?:pressure\s+)?plate\s+(?:in\s+)?(?P<at>.+))"
    r"|(?:at\s+)?(?:the\s+)?end\s+of\s+(?:(?P<every>(?:every|each)\s+round)|round\s+(?P<round>[1-9][0-9]{0,2}))",
    re.IGNORECASE,
)
_HOW_WHEN = "write `plate (3,4)`, `end of round 3` or `end of every round`"
_CONDITION = re.compile(
    r"(?P<all>all\s+(?:the\s+)?(?:monsters|enemies)(?:\s+are)?\s+(?:killed|dead))"
    r"|(?:loot\s+(?P<money>[1-9][0-9]{0,3})(?:\s+money(?:\s+tokens)?)?)"
    r"|(?:(?P<rounds>[1-9][0-9]{0,2})\s+rounds?)"
    r"|(?:(?P<name>.+?)(?:\s+is)?\s+(?:killed|destroyed|dead|exhausted))",
    re.IGNORECASE,
)
_HOW_CONDITION = "write `all monsters killed`, `NAME killed`, `6 rounds` or `loot 5`"


class ScriptReader:
    """Reads the special rules of one file."""

    def __init__(
        self,
        decoded: Decoded[PositionFile],
        places: Coordinates,
        reader: FiguresReader,
        scene: Scene,
        found: Diagnostics,
    ) -> None:
        self.decoded, self.places, self.reader, self.found = decoded, places, reader, found
        self.scene = scene

    def script(self, on_map: Sequence[Figure]) -> Script:
        """The rooms, the events, and what wins or loses. `on_map` are the figures outside the rooms."""
        file = self.decoded.value
        rooms = tuple(self.rooms())
        events = tuple(self.events())
        inside = [figure for room in rooms for figure in room.figures]
        spawned = [figure for event in events for figure in event.figures]
        names = [figure.identity for figure in (*on_map, *inside, *spawned)]
        victory = file.victory or (("all monsters killed",) if file.until == "scenario" else ())
        return Script(
            party=tuple(file.characters),
            rooms=rooms,
            events=events,
            victory=tuple(self.conditions("victory", victory, names)),
            defeat=tuple(self.conditions("defeat", file.defeat, names)),
        )

    def rooms(self) -> Iterator[Room]:
        """The rooms, each by its doors."""
        first: dict[Hex, Span] = {}
        for key in self.decoded.value.rooms:
            span = self.decoded.key_span("rooms", key)
            doors = [hex_ for hex_, _ in self.places.read(key, span)]
            self.check_doors([(door, span) for door in doors])
            for door in doors:
                if door in first:
                    message = f"the door in {self.places.told(door)} reveals two rooms"
                    self.found.report("E210", message, span, "", [("first here", first[door])])
                first.setdefault(door, span)
            yield Room(tuple(doors), self.reader.room(key))

    def check_doors(self, doors: Sequence[tuple[Hex, Span]]) -> None:
        """Doors that are not open yet."""
        states = {door.at: door.state for door in self.scene.doors}
        for door, span in doors:
            if door not in states:
                message = f"there is no door in {self.places.told(door)}"
                self.found.report(
                    "E314", message, span, "draw it: `+` closed, `%` locked; or list it in `doors`"
                )
            elif states[door] == "open":
                message = f"the door in {self.places.told(door)} is open already"
                self.found.report("E210", message, span, "what stands behind it stands on the map")

    # events

    def events(self) -> Iterator[Event]:
        for index, file in enumerate(self.decoded.value.events):
            path: Path = ("events", index)
            doors = list(self.places.hexes((*path, "opens"), file.opens))
            self.check_doors(doors)
            plate, round_ = self.when((*path, "when"), file.when)
            yield Event(
                told=file.when,
                plate=plate,
                round=round_,
                figures=tuple(self.reader.read_monsters((*path, "monsters"), file.monsters)),
                opens=tuple(door for door, _ in doors),
            )

    def when(self, path: Path, text: str) -> tuple[Hex | None, int]:
        """The pressure plate, or the round at whose end it happens."""
        match = _WHEN.fullmatch(" ".join(text.split()))
        span = self.decoded.span(*path)
        if match is None:
            message = f'"{shortened(text)}" does not say when'
            self.found.report("E209", message, span, _HOW_WHEN)
            return None, 0
        if not match["plate"]:
            return None, int(match["round"] or 0)
        hexes = [hex_ for hex_, _ in self.places.read(match["at"], span, one=True)]
        for hex_ in hexes:
            if hex_ not in self.scene.terrain.plates:
                message = f"there is no pressure plate in {self.places.told(hex_)}"
                help_ = "draw it: `*`, or list it in `plates`"
                self.found.report("E314", message, span, help_)
        return (hexes[0] if hexes else None), 0

    # victory and defeat

    def conditions(self, key: str, texts: Sequence[str], names: Sequence[str]) -> Iterator[Condition]:
        for index, text in enumerate(texts):
            span = self.decoded.span(key, index) if getattr(self.decoded.value, key) else self.decoded.span()
            match = _CONDITION.fullmatch(" ".join(text.split()))
            if match is None:
                message = f'"{shortened(text)}" is no condition of a victory or a defeat'
                self.found.report("E209", message, span, _HOW_CONDITION)
            elif match["all"]:
                yield Condition("monsters")
            elif match["money"]:
                yield Condition("money", number=int(match["money"]))
            elif match["rounds"]:
                yield Condition("rounds", number=int(match["rounds"]))
            else:
                name = figure_named(self.reader.ruleset, match["name"], names)
                if name is None:
                    message = f'"{shortened(match["name"])}" is no figure of this position'
                    self.found.report(
                        "E314", message, span, f"there is {listed(names[:12])}" if names else ""
                    )
                else:
                    yield Condition("killed", name)
