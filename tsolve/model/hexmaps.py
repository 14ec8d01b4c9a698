"""A map of hexes as people see it: what lies where, what is marked on it, and the notes beside it.

Hexes are flat-topped and stand in columns; odd columns stand half a hex further down. Columns and rows are
whole numbers and may be negative. The caller provides the words of the game.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

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
"""What a hex is: free; a wall; an obstacle that does not block sight; dangerous once; always dangerous; slow
to cross; an open or a closed door; a trigger; a goal to reach; something to take.
"""

MarkKind: TypeAlias = Literal["acts", "focus", "target", "path", "end", "choice", "reach", "seen"]
"""The figure that acts; its focus; another target; a step of its path; the end of the path; an equally good
end; a hex that it can reach; one that it sees.
"""

Coordinates: TypeAlias = tuple[int, int]
"""The column and the row of a hex."""

LONGEST_LABEL = 3
"""The most characters of a label."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something marked on a hex, besides what lies there."""

    kind: MarkKind
    text: str = ""
    """For a path and its end the number of the step, for a choice its letter."""


class Meaning(msgspec.Struct, frozen=True):
    """What a label, a look, a side or a sign means: the name of the figure `Br`, the game's word for
    `danger`.
    """

    of: str
    text: str


Side: TypeAlias = Literal["ours", "theirs", "strong"]
"""Whose a figure is: of the players' side, or against them; `strong` are the stronger ones of these."""


class Token(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is seen of a figure on the map, besides its label."""

    side: Side
    life: int
    """How much it can still lose, its hit points."""
    whole: int
    """The most that its `life` can be; 0 where nobody has told."""
    states: tuple[Meaning, ...] = ()
    """What lies on it: a sign of one character, and what it is called."""

    @property
    def told_life(self) -> str:
        """Its life as it is shown, `6/9`; empty where nobody has told."""
        return f"{self.life}/{self.whole}" if self.whole else ""


class HexCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex that is on the map."""

    column: int
    row: int
    look: Look = "open"
    label: str = ""
    """Who or what is there, in at most `LONGEST_LABEL` characters."""
    marks: tuple[Mark, ...] = ()
    token: Token | None = None
    """How the figure that is there looks, if that is known."""
    unseen: bool = False
    """Whether it lies where nobody has been able to look so far."""

    @property
    def place(self) -> Coordinates:
        return self.column, self.row


class Between(msgspec.Struct, frozen=True):
    """Something between two hexes: a wall on the edge that they share, or a line of sight."""

    one: Coordinates
    other: Coordinates


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence beside the map, perhaps with a table under it."""

    text: str
    label: str = ""
    """What the note is about, in a word."""
    rules: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """Each as long as `heads`; the first cell names the row, the others are numbers."""


class HexMap(msgspec.Struct, frozen=True, omit_defaults=True):
    """A map. Hexes that it does not list do not exist."""

    cells: tuple[HexCell, ...]
    thin_walls: tuple[Between, ...] = ()
    """On edges that two neighbouring hexes share."""
    sight: tuple[Between, ...] = ()
    """Lines of sight, from centre to centre."""
    legend: tuple[Meaning, ...] = ()
    headline: str = ""
    """Who does what, in one line."""
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for a thin wall between hexes that share no edge."""
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
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of all figures, in the order of the hexes."""
        return tuple(cell.token for cell in self.cells if cell.token is not None)

    @property
    def looks(self) -> frozenset[Look]:
        """The looks that some hex has."""
        return frozenset(cell.look for cell in self.cells)

    @property
    def seen(self) -> HexMap:
        """The part of it that has been seen; all of it where nothing has."""
        there = {cell.place for cell in self.cells if not cell.unseen}
        return self.part(there) if 0 < len(there) < len(self.cells) else self

    def part(self, places: Container[Coordinates]) -> HexMap:
        """The hexes of it that are in these places, with what is said of them: whoever asks has seen them."""
        cells = tuple(replace(cell, unseen=False) for cell in self.cells if cell.place in places)
        thin_walls, sight = (
            tuple(each for each in some if each.one in places and each.other in places)
            for some in (self.thin_walls, self.sight)
        )
        gone = {sign for cell in self.cells for sign in (cell.label, cell.look)}
        gone -= {sign for cell in cells for sign in (cell.label, cell.look)}
        legend = tuple(each for each in self.legend if each.of not in gone)
        return replace(self, cells=cells, thin_walls=thin_walls, sight=sight, legend=legend)

    def marks(self, *kinds: MarkKind) -> tuple[Mark, ...]:
        """The marks of these kinds, in the order of the hexes."""
        return tuple(mark for cell in self.cells for mark in cell.marks if mark.kind in kinds)

    @property
    def way(self) -> tuple[Coordinates, ...]:
        """The hexes from the acting figure along its numbered steps to their end; empty if it stays."""
        numbered = [
            (int(mark.text), cell.place)
            for cell in self.cells
            for mark in cell.marks
            if mark.kind in ("path", "end") and mark.text.isdecimal() and int(mark.text)
        ]
        start = [cell.place for cell in self.cells for mark in cell.marks if mark.kind == "acts"]
        return (*start[:1], *(place for _, place in sorted(numbered))) if numbered else ()

    def meaning_of(self, label_or_look: str) -> str:
        """What the legend says about it; empty if nothing."""
        return next((each.text for each in self.legend if each.of == label_or_look), "")


def steps_between(one: Coordinates, other: Coordinates) -> int:
    """The number of steps from one hex to another if nothing is in the way."""
    across, down = direction(one, other)
    return (abs(across) + abs(down) + abs(across + down)) // 2


def direction(one: Coordinates, other: Coordinates) -> tuple[int, int]:
    """The way from one hex to another: columns across, and further hexes down.

    Neighbours are (0, 1) below, (0, -1) above, (1, 0) right below, (1, -1) right above, (-1, 1) left below
    and (-1, 0) left above.
    """
    across = other[0] - one[0]
    return across, (other[1] - other[0] // 2) - (one[1] - one[0] // 2)


def _extent(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)
