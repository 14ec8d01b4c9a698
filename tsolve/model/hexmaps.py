"""A map of hexes as people see it: what lies where, what is marked on it, and what is said beside it.

Hexes are flat-topped and stand in columns; odd columns stand half a hex further down. Columns and rows are
whole numbers and may be negative. Whoever makes a map gives it the words of the game.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Look: TypeAlias = Literal[
    "open",
    "wall",
    "blocked",
    "danger",
    "harm",
    "slow",
    "door",
    "shut",
    "switch",
    "goal",
    "prize",
]
"""What a hex is: free; a wall; filled by something that can be seen over; dangerous once; harmful always;
slow to cross; an open or a closed door; something that is set off; where to go; something to take.
"""

MarkKind: TypeAlias = Literal["acts", "focus", "target", "path", "end", "choice", "reach"]
"""Who acts; whom it turns to; who else is aimed at; a step of its way; where that ends; an end that is as
good as others; where it can get to.
"""

Coordinates: TypeAlias = tuple[int, int]
"""The column and the row of a hex."""

LONGEST_LABEL = 3
"""Characters of a label."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is told of a hex besides what lies there."""

    kind: MarkKind
    text: str = ""
    """Of a path and its end the number of the step, of a choice its letter."""


class HexCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex that is on the map."""

    column: int
    row: int
    look: Look = "open"
    label: str = ""
    """Who or what is there, in at most `LONGEST_LABEL` characters."""
    marks: tuple[Mark, ...] = ()

    @property
    def place(self) -> Coordinates:
        return self.column, self.row


class Between(msgspec.Struct, frozen=True):
    """Something between two hexes: a wall on the edge that they share, or a line of sight."""

    one: Coordinates
    other: Coordinates


class Meaning(msgspec.Struct, frozen=True):
    """What a label or a look stands for: `Br` the name of who is there, `danger` the game's word for it."""

    of: str
    text: str


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence beside the map, with a table under it where that says more."""

    text: str
    label: str = ""
    """What it is about, in a word."""
    rules: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """As long as `heads`; the first cell says what the row is about, the others are numbers."""


class HexMap(msgspec.Struct, frozen=True, omit_defaults=True):
    """A map. Hexes that it does not list are not there."""

    cells: tuple[HexCell, ...]
    thin_walls: tuple[Between, ...] = ()
    """On edges that two neighbouring hexes share."""
    sight: tuple[Between, ...] = ()
    """Lines of sight, from centre to centre."""
    legend: tuple[Meaning, ...] = ()
    headline: str = ""
    """Who does what, in a line."""
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for a thin wall where no edge is."""
        for wall in self.thin_walls:
            if steps_between(wall.one, wall.other) != 1:
                raise ValueError(f"no edge lies between {wall.one} and {wall.other}")

    @property
    def columns(self) -> range:
        """The columns from the first to the last that has a hex."""
        return _extent([cell.column for cell in self.cells])

    @property
    def rows(self) -> range:
        return _extent([cell.row for cell in self.cells])

    @property
    def looks(self) -> frozenset[Look]:
        """Those that some hex has."""
        return frozenset(cell.look for cell in self.cells)

    def marks(self, *kinds: MarkKind) -> tuple[Mark, ...]:
        """The marks of these kinds, in the order of the hexes."""
        return tuple(mark for cell in self.cells for mark in cell.marks if mark.kind in kinds)

    @property
    def way(self) -> tuple[Coordinates, ...]:
        """The hexes from who acts along the numbered steps to the end of its way; empty where it stays."""
        numbered = [
            (int(mark.text), cell.place)
            for cell in self.cells
            for mark in cell.marks
            if mark.kind in ("path", "end") and mark.text.isdecimal() and int(mark.text)
        ]
        start = [cell.place for cell in self.cells for mark in cell.marks if mark.kind == "acts"]
        return (*start[:1], *(place for _, place in sorted(numbered))) if numbered else ()

    def meaning_of(self, label_or_look: str) -> str:
        """What the legend says of it; empty where it says nothing."""
        return next((each.text for each in self.legend if each.of == label_or_look), "")


def steps_between(one: Coordinates, other: Coordinates) -> int:
    """How many steps lead from one hex to another where nothing is in the way."""
    across, down = direction(one, other)
    return (abs(across) + abs(down) + abs(across + down)) // 2


def direction(one: Coordinates, other: Coordinates) -> tuple[int, int]:
    """How far it is from one hex to another: columns across, and hexes down besides.

    Neighbours are (0, 1) below, (0, -1) above, (1, 0) right below, (1, -1) right above, (-1, 1) left below
    and (-1, 0) left above.
    """
    across = other[0] - one[0]
    return across, (other[1] - other[0] // 2) - (one[1] - one[0] // 2)


def _extent(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)
