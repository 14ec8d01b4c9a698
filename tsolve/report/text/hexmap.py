"""A map of hexes in plain characters: each hex is four columns wide and two lines high."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.errors import escape
from tsolve.model.hexmaps import (
    LONGEST_LABEL,
    Between,
    Coordinates,
    HexCell,
    HexMap,
    Look,
    MarkKind,
    Token,
    direction,
    steps_between,
)
from tsolve.report.page import Block, Hexes, Paragraph, Style
from tsolve.report.text.board import in_ascii
from tsolve.report.text.layout import Layout, Piece, Row, safe, text_of
from tsolve.report.words import columns

GLYPHS: Mapping[Look, str] = {
    "wall": "###",
    "blocked": "o",
    "danger": "^",
    "harm": '"',
    "slow": "~",
    "door": "[ ]",
    "shut": "[#]",
    "switch": "_",
    "goal": "@",
    "prize": "$",
}
"""The sign of a hex where nobody is; an open hex has none."""
SIGNS: Mapping[MarkKind, str] = {"acts": "*", "focus": "!", "target": "<", "reach": "+"}
"""The sign after a name or a glyph, or alone."""
WORDS: Mapping[MarkKind, str] = {
    "acts": "acts",
    "focus": "focus",
    "target": "target",
    "reach": "within reach",
}
THIN_WALL = "="
MOST = 200
"""The most columns or rows of a map that is drawn."""
ONLY_SEEN = "The map is too wide: only the rooms that have been seen are drawn; --room NAME draws another."
_SIGHT = {True: "·", False: "."}
_STYLES: Mapping[MarkKind, Style] = {
    "acts": "bold",
    "focus": "bad",
    "target": "bad",
    "end": "good",
    "choice": "good",
    "path": "good",
}
"""The most important first."""


class Content(NamedTuple):
    """The texts in a hex: between its edges, and on the lower edge."""

    inside: str
    below: str
    style: Style


def sight_dot(fine: bool) -> str:
    """The character that lines of sight are drawn with; `fine` allows characters beyond ASCII."""
    return _SIGHT[fine]


def too_large(drawn: HexMap) -> str:
    """Why a map is not drawn; empty if it is."""
    columns_, rows = len(drawn.columns), len(drawn.rows)
    return (
        f"{columns_} columns and {rows} rows are too many to be drawn" if max(columns_, rows) > MOST else ""
    )


def fitting(text: str, fine: bool = True) -> str:
    """As much of a name or a number as fits into a hex. Without `fine`, other characters become the nearest
    in ASCII, or a question mark.
    """
    shown = ""
    for character in escape(text):
        if columns(shown + character) > LONGEST_LABEL:
            break
        shown += character
    return shown if fine else in_ascii(shown).encode("ascii", "replace").decode("ascii")


def label_of(cell: HexCell, fine: bool = True) -> str:
    """Who or what is there."""
    return fitting(cell.label, fine)


def content(cell: HexCell, fine: bool) -> Content:
    """The content of a hex: first a name, else the end of a path; then signs as far as they fit."""
    told = {kind: [fitting(mark.text, fine) for mark in cell.marks if mark.kind == kind] for kind in _STYLES}
    ends = [_bracketed(text) for text in told["end"] + told["choice"]]
    signs = [SIGNS[mark.kind] for mark in cell.marks if mark.kind in SIGNS and mark.kind != "reach"]
    glyph = GLYPHS.get(cell.look, "")
    sign = glyph.replace(" ", "")
    kinds = {mark.kind for mark in cell.marks if mark.kind != "seen"}
    if cell.label:
        first, others = label_of(cell, fine), [*signs, *ends, *told["path"], sign]
    elif ends:
        first, others = ends[0], [*ends[1:], *signs, *told["path"], sign]
    elif kinds:
        first, others = sign, [*signs, *told["path"], *([SIGNS["reach"]] if "reach" in kinds else [])]
    else:
        first, others = glyph, []
    behind = others[:1] if _fits(first, others, bool(cell.label)) else []
    style: Style = next((_STYLES[kind] for kind in _STYLES if kind in kinds), "")
    if not style and not cell.label:
        style = "dim" if cell.look == "wall" else ""
    below = "".join(others[len(behind) :])
    if columns(below) > LONGEST_LABEL:
        below = below.replace("(", "")[:LONGEST_LABEL]
    return Content("".join((first, *behind)), below, style)


def _bracketed(number: str) -> str:
    """The number of a last step, or a letter, in brackets; with one bracket if it has two characters, without
    any if it has three.
    """
    return number if len(number) > 2 else f"{number})" if len(number) > 1 else f"({number})"


def _fits(first: str, others: list[str], is_name: bool) -> bool:
    """Whether the next thing may follow the first; a number after a name would look like a part of it."""
    if not others or columns(first + others[0]) > LONGEST_LABEL:
        return False
    return not is_name or others[0] in SIGNS.values()


def meanings(drawn: HexMap, fine: bool) -> Iterator[str]:
    """The meaning of each name and sign on the map, in the words of the game if it has any."""
    named = {cell.label: cell for cell in reversed(drawn.cells) if cell.label}
    for label in reversed(named):
        if text := drawn.meaning_of(label):
            yield f"{fitting(label, fine)} {text}{_figure(drawn, named[label].token)}"
    for kind, sign in SIGNS.items():
        if kind != "reach" and drawn.marks(kind):
            yield f"{sign} {WORDS[kind]}"
    yield from _of_ways(drawn)
    if drawn.marks("reach"):
        yield f"{SIGNS['reach']} {WORDS['reach']}"
    for look, glyph in GLYPHS.items():
        if look in drawn.looks:
            yield f"{glyph} {drawn.meaning_of(look) or look}"
    if drawn.thin_walls:
        yield f"{THIN_WALL} thin wall"
    if drawn.sight:
        yield f"{sight_dot(fine)} sight"


def _figure(drawn: HexMap, token: Token | None) -> str:
    """What is seen of a figure besides its name: ` (stronger, 6/9, wet)`."""
    if token is None:
        return ""
    kind = [drawn.meaning_of(token.side)] if token.side == "strong" else []
    seen = [*kind, token.told_life, *(each.text for each in token.states)]
    said = ", ".join(filter(None, seen))
    return f" ({said})" if said else ""


def _of_ways(drawn: HexMap) -> Iterator[str]:
    steps = sorted((mark.text for mark in drawn.marks("path")), key=lambda text: (len(text), text))
    ends = [_bracketed(mark.text) for mark in drawn.marks("end")][:1]
    if steps or ends:
        words = " and ".join([*(["path"] if steps else []), *(["end"] if ends else [])])
        yield f"{' '.join((*steps[:1], *ends))} {words}"
    choices = sorted({mark.text for mark in drawn.marks("choice")})
    if choices:
        yield f"{' '.join(f'({letter})' for letter in choices)} ends to choose from"


_WIDE, _HIGH = 4, 2
_GAP = 4
"""Columns between the map and the notes beside it."""
_NARROWEST = 24
"""The least width of notes beside the map; with less room they are below it."""
_INNER = range(1, _WIDE)
"""The columns of a hex between its edges."""
_EDGES: Mapping[tuple[int, int], Sequence[tuple[int, int, str]]] = {
    (0, -1): [(0, x, "_") for x in _INNER],
    (-1, 0): [(1, 0, "/")],
    (1, -1): [(1, _WIDE, "\\")],
    (-1, 1): [(2, 0, "\\")],
    (1, 0): [(2, _WIDE, "/")],
    (0, 1): [(2, x, "_") for x in _INNER],
}
"""The direction of a neighbour -> the edge to it: line and column from the hex's corner, and character."""


def map_rows(block: Hexes, width: int, fine: bool) -> list[Row]:
    """The map with its coordinates, and its notes and key beside or below it.

    Notes are beside the map if there is room, and so is the key if the map is also high enough. Of a map
    wider than the page only what has been seen is drawn; where that is too wide, too, it is cut into strips.
    """
    drawn = block.map
    if _too_wide(drawn, width) and (seen := drawn.seen) is not drawn:
        rows = map_rows(replace(block, map=seen), width, fine)
        return [*rows, *_laid_out([Paragraph(ONLY_SEEN, style="dim")], width, fine)]
    if text := too_large(drawn):
        return [*_laid_out([Paragraph(text), *block.beside], width, fine)]
    margin, most = _margin(drawn), _most_columns(drawn, width)
    strips = list(_strips(drawn.columns, most))
    begin = margin + _WIDE * len(drawn.columns) + 1 + _GAP
    if len(strips) > 1 or width - begin < _NARROWEST:
        rows = [row for strip in strips for row in _strip(drawn, strip, margin, fine, len(strips) > 1)]
        said = _laid_out(block.beside, width, fine)
        return [*rows, *_key(drawn, width, fine), *([()] if said else []), *said]
    rows = _strip(drawn, strips[0], margin, fine)
    said = _laid_out(block.beside, width - begin, fine)
    key = _key(drawn, width - begin, fine)
    if len(said) + 1 + len(key) < len(rows):
        return _joined(rows, [*said, *([()] if said else []), *key], begin)
    return [*_joined(rows, said, begin), *_key(drawn, width, fine)]


def _margin(drawn: HexMap) -> int:
    """The columns before the map, in which the rows are numbered."""
    return 1 + max(len(str(row)) for row in (drawn.rows.start, drawn.rows.stop - 1))


def _most_columns(drawn: HexMap, width: int) -> int:
    """How many columns of hexes there is room for."""
    return (width - _margin(drawn) - 1) // _WIDE


def _too_wide(drawn: HexMap, width: int) -> bool:
    return len(drawn.columns) > _most_columns(drawn, width) if drawn.cells else False


def _key(drawn: HexMap, width: int, fine: bool) -> list[Row]:
    """The key of the signs; no line ends between a sign and its meaning if both fit on one."""
    lines: list[str] = []
    for text in meanings(drawn, fine):
        longer = f"{lines[-1]}, {text}" if lines else text
        if lines and columns(escape(longer)) < width:  # room for a comma
            lines[-1] = longer
        else:
            lines.append(text)
    ended = [f"{line}," for line in lines[:-1]] + lines[-1:]
    return _laid_out([Paragraph(line, style="dim") for line in ended], width, fine)


def _laid_out(blocks: Sequence[Block], width: int, fine: bool) -> list[Row]:
    layout = Layout(width, fine, narrowest=_NARROWEST)
    for block in blocks:
        layout.add(block)
    return layout.rows


def _joined(rows: Sequence[Row], beside: Sequence[Row], begin: int) -> list[Row]:
    """The rows with others beside them, from the second row on; the first has the column numbers."""
    joined: list[Row] = [rows[0]]
    for number in range(1, max(len(rows), len(beside) + 1)):
        row = rows[number] if number < len(rows) else ()
        told = beside[number - 1] if number <= len(beside) else ()
        gap = " " * (begin - columns(text_of(row)))
        joined.append(safe((*row, Piece(gap), *told)))
    return joined


def _strips(all_: range, most: int) -> Iterator[range]:
    """Ranges of at most so many columns, of nearly equal size."""
    strips = -(-len(all_) // max(most, 1))
    for number in range(strips):
        first, last = (all_.start + len(all_) * each // strips for each in (number, number + 1))
        yield range(first, last)


def _strip(drawn: HexMap, strip: range, margin: int, fine: bool, named: bool = False) -> list[Row]:
    """Some columns of the map; if `named`, under a line that says which."""
    drawing = _Drawing(drawn, strip, margin)
    for cell in drawing.cells:
        drawing.outline(cell)
    for wall in drawn.thin_walls:
        drawing.thin_wall(wall)
    for cell in drawing.cells:
        drawing.fill(cell, fine)
    for line in drawn.sight:
        drawing.sight(line, sight_dot(fine))
    rows = drawing.rows()
    text = f"columns {strip.start} to {strip.stop - 1}"
    return [*([(Piece(text, "bold"),)] if named else []), *rows, *([()] if named else [])]


class _Drawing:
    """A page of single characters, each with its style."""

    def __init__(self, drawn: HexMap, strip: range, margin: int) -> None:
        self.strip, self.margin = strip, margin
        self.cells = [cell for cell in drawn.cells if cell.column in strip]
        self._first_row = drawn.rows.start
        high = max((self._corner(cell.place)[0] for cell in self.cells), default=0) + _HIGH + 1
        wide = margin + _WIDE * len(strip) + 1
        self._characters = [[" "] * wide for _ in range(high)]
        self._styles: list[list[Style]] = [[""] * wide for _ in range(high)]
        self._taken: set[tuple[int, int]] = set()
        """Lines and columns that lines of sight must not cover."""
        for column in strip:
            self._write(0, self._corner((column, 0))[1] + 1, f"{column:^3}", "dim")
        for row in drawn.rows:
            line = self._corner((0, row))[0] + 1
            if line < high:
                self._write(line, 0, f"{row:>{margin - 1}}", "dim")

    def outline(self, cell: HexCell) -> None:
        """The six edges of a hex."""
        for edge in _EDGES:
            self._edge(cell.place, edge)

    def thin_wall(self, wall: Between) -> None:
        """The edge between two neighbours."""
        one, other = wall.one, wall.other
        if one[0] not in self.strip:
            one, other = other, one
        if one[0] in self.strip:
            self._edge(one, direction(one, other), THIN_WALL)

    def fill(self, cell: HexCell, fine: bool) -> None:
        """The texts in a hex and on its lower edge."""
        line, column = self._corner(cell.place)
        told = content(cell, fine)
        if told.inside:
            space = len(_INNER) - columns(told.inside)
            self._write(line + 1, column + 1 + space // 2, told.inside, told.style)
            self._taken.update((line + 1, column + x) for x in _INNER)
        if told.below:
            space = len(_INNER) - columns(told.below)
            self._write(line + 2, column + 1 + (space + 1) // 2, told.below, told.style)

    def sight(self, line: Between, dot: str) -> None:
        """Dots from the centre of one hex to that of another, two for each hex between them, but not over
        other characters.
        """
        parts = 2 * steps_between(line.one, line.other)
        (top, left), (bottom, right) = self._corner(line.one), self._corner(line.other)
        for part in range(1, parts):
            y = _rounded(top * (parts - part) + bottom * part, parts) + 1
            x = _rounded(left * (parts - part) + right * part, parts) + _WIDE // 2
            if not (0 < y < len(self._characters) and self.margin <= x < len(self._characters[0])):
                continue
            if self._characters[y][x] in " _" and (y, x) not in self._taken:
                self._write(y, x, dot, "warn")

    def rows(self) -> list[Row]:
        """The lines of the drawing, each in pieces of one style."""
        return [safe(_pieces(*line)) for line in zip(self._characters, self._styles, strict=True)]

    def _corner(self, place: Coordinates) -> tuple[int, int]:
        """The line and the column of a hex's upper left corner; hexes of odd columns are lower."""
        column, row = place
        line = 1 + _HIGH * (row - self._first_row) + column % 2
        return line, self.margin + _WIDE * (column - self.strip.start)

    def _edge(self, place: Coordinates, towards: tuple[int, int], drawn_as: str = "") -> None:
        line, column = self._corner(place)
        for down, right, character in _EDGES[towards]:
            self._write(line + down, column + right, drawn_as or character)

    def _write(self, line: int, column: int, text: str, style: Style = "") -> None:
        """Write a text from this place on; a wide character takes two columns."""
        for character in text:
            wide = columns(character)
            if not wide:
                self._characters[line][column - 1] += character
                continue
            self._characters[line][column : column + wide] = [character, ""][:wide]
            self._styles[line][column : column + wide] = [style] * wide
            column += wide


def _rounded(number: int, parts: int) -> int:
    """A fraction rounded to a whole number, half up."""
    return (2 * number + parts) // (2 * parts)


def _pieces(characters: Sequence[str], styles: Sequence[Style]) -> Iterator[Piece]:
    for style, group in groupby(zip(characters, styles, strict=True), key=lambda each: each[1]):
        yield Piece("".join(character for character, _ in group), style)
