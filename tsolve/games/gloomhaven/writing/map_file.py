"""The map of a position file as types: a drawing, or a rectangle and lists of hexes."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MOST_HEXES = 10_000
"""Hexes of a map, its walls included."""

Number = Annotated[int, Meta(ge=0, le=999)]
Pair = tuple[int, int]
Place = Annotated[
    str | Pair, Meta(description='A hex: `[3, 4]`, `"(3,4)"`, or a mark of the drawing such as `M1`.')
]
Drawn = Annotated[str, Meta(max_length=1 << 16)]
"""A whole map, or all hexes of a kind, in one text."""
Hexes = Annotated[
    Drawn | Annotated[tuple[str | Pair, ...], Meta(max_length=MOST_HEXES)],
    Meta(description="Hexes: `[[2, 4], [4, 4]]`, or one text, `(2,4) (4,4)`."),
]
Conditions = Annotated[
    tuple[str, ...],
    Meta(max_length=20, description="Conditions, in English or in a language of the ruleset: `[poison]`."),
]
Side = Literal["party", "monsters"]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Common base."""


class TrapFile(Written, frozen=True):
    """A trap that is not like the others of the scenario level."""

    at: Place
    damage: Annotated[
        Number | None,
        Meta(
            description="Its damage; 2 more than the scenario level by default, 0 where it has conditions. "
            "(GH-1.7)"
        ),
    ] = None
    conditions: Conditions = ()
    by: Annotated[
        Side | None, Meta(description="The side whose ability created it; left out for one of the map.")
    ] = None


class DoorFile(Written, frozen=True):
    """A door. (GH-1.5)"""

    at: Place
    state: Annotated[
        Literal["open", "closed", "locked"],
        Meta(description="Characters open a closed one by entering it, a locked one only the scenario."),
    ] = "closed"


class MapFile(Written, frozen=True):
    """The map. What the lists name comes on top of the drawing or of the rectangle."""

    drawing: Annotated[
        Drawn | None,
        Meta(
            description="Flat-topped hexes in columns: column c begins at the character 2c (from 0), even "
            "columns stand on even lines, odd ones on odd lines. `.` empty, `#` wall, `-` or blank nothing, "
            "`^` trap, `!` hazardous, `~` difficult, `o` obstacle, `+` closed door, `/` open door, `%` "
            "locked door, `*` pressure plate, `$` treasure; up to 3 letters or digits: a mark, where "
            "somebody or something stands that is described elsewhere."
        ),
    ] = None
    size: Annotated[
        str | Pair | None, Meta(description="A rectangle of hexes: `9 x 7` is 9 columns of 7 hexes.")
    ] = None
    border: Annotated[
        Literal["wall", "none"],
        Meta(description="Whether the outermost hexes of `size` are walls, except where the lists say else."),
    ] = "none"
    hexes: Hexes = ()
    """Further hexes of the map, or all of them."""
    without: Annotated[Hexes, Meta(description="Hexes that are missing in the rectangle.")] = ()
    walls: Hexes = ()
    """Wall hexes, which block movement, range and sight."""
    thin_walls: Annotated[
        Annotated[tuple[str | tuple[str | Pair, str | Pair], ...], Meta(max_length=MOST_HEXES)],
        Meta(description="Walls between two neighbours: `[[[2, 3], [2, 4]]]`. (GH-1.4)"),
    ] = ()
    obstacles: Hexes = ()
    """Obstacles, which block movement alone. (GH-1.6)"""
    traps: Annotated[
        Drawn | Annotated[tuple[str | Pair | TrapFile, ...], Meta(max_length=MOST_HEXES)],
        Meta(description="Traps: hexes, or `{at: [2, 4], damage: 5, conditions: [stun]}`. (GH-1.7)"),
    ] = ()
    hazards: Hexes = ()
    """Hazardous terrain. (GH-1.8)"""
    difficult: Hexes = ()
    """Difficult terrain. (GH-1.9)"""
    doors: Annotated[
        Drawn | Annotated[tuple[str | Pair | DoorFile, ...], Meta(max_length=MOST_HEXES)],
        Meta(description="Doors: hexes for closed ones, or `{at: [4, 0], state: open}`. (GH-1.5)"),
    ] = ()
    plates: Hexes = ()
    """Pressure plates. (GH-1.10)"""
    treasures: Hexes = ()
    """Treasure tiles."""
