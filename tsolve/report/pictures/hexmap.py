"""A map of hexes in a picture for a forum: the map, what is said of it beside or below, and its key."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.model.hexmaps import HexMap, Note
from tsolve.report.html.hexes import Part, hexagons, key
from tsolve.report.html.markup import Markup, joined, tag
from tsolve.report.pictures.drawing import cut, fitted, measure, words
from tsolve.report.text.hexcells import too_large

_GAP = 16
_NARROWEST = 200
"""What is said of a map stands below it where there is less room beside it."""
_LINE = 16
_SIZE = 12
_NUMBER = 52
"""The width of a column of numbers in a table."""
_FIRST = 120
"""The width of its first column."""
_MOST_LINES, _MOST_NOTES, _MOST_ROWS = 4, 12, 8


def map_part(drawn: HexMap, width: float) -> Part:
    """All of it in this width; a wider map is made smaller."""
    if told := too_large(drawn):
        return Part(words(told, 0, _LINE), width, 1.5 * _LINE)
    board = hexagons(drawn)
    scale = min(1.0, width / board.width)
    wide, high = board.width * scale, board.height * scale
    shown = board.drawn if scale == 1 else tag("g", board.drawn, transform=f"scale({scale:.3f})")
    is_beside = width - wide - _GAP >= _NARROWEST
    said = _said(drawn, width - wide - _GAP if is_beside else width)
    left, top = (wide + _GAP, _LINE) if is_beside else (0, high)
    meant = key(drawn, width)
    below = max(high, top + said.height) + 8
    parts = (
        tag("g", shown, class_="hexes"),
        _at(left, top, said.drawn),
        tag("g", _at(0, below, meant.drawn), class_="hexes"),
    )
    return Part(joined(parts), width, below + meant.height + 4)


def _at(x: float, y: float, drawn: Markup) -> Markup:
    return tag("g", drawn, transform=f"translate({x:.0f} {y:.0f})") if drawn else drawn


def _said(drawn: HexMap, width: float) -> Part:
    """The headline and the notes, a line below the other."""
    column = _Column(width, drawn.notes)
    for told in fitted(drawn.headline, width * 0.9, _SIZE, 2):
        column.write("b", (told, 0, ""))
    for note in drawn.notes[:_MOST_NOTES]:
        column.note(note)
    return Part(joined(column.parts), width, column.y + 6 if column.parts else 0)


class _Column:
    """Texts below each other."""

    def __init__(self, width: float, notes: Sequence[Note]) -> None:
        self.width = width
        self.y = 0.0
        self.parts: list[Markup] = []
        labels = [measure(note.label, _SIZE) * 1.1 + 8 for note in notes if note.label]
        self._beside_labels = min(max(labels, default=0), width / 3)

    def write(self, kind: str, *texts: tuple[str, float, str]) -> None:
        """A line of texts, each with where it begins or, with the anchor `end`, ends."""
        self.y += _LINE
        self.parts += [words(told, x, self.y, kind, anchor) for told, x, anchor in texts if told]

    def note(self, note: Note) -> None:
        """A label, a text with its rules, and its table."""
        rules = f" [{', '.join(note.rules)}]" if note.rules else ""
        left = self._beside_labels if note.label else 0
        self.y += 4
        if note.label:
            label = cut(note.label, self._beside_labels * 0.9, _SIZE)
            self.parts.append(words(label, 0, self.y + _LINE, "b"))
        for told in fitted(note.text + rules, self.width - left, _SIZE, _MOST_LINES):
            self.write("", (told, left, ""))
        if note.rows:
            self._row(note.heads, "s")
            for row in note.rows[:_MOST_ROWS]:
                self._row(row, "")

    def _row(self, cells: Sequence[str], kind: str) -> None:
        """The first cell on the left, the others as numbers in columns of one width."""
        first = min(self.width - _NUMBER * (len(cells) - 1), _FIRST)
        told = [(cut(cells[0], first - 8, _SIZE), 8.0, "")] if cells else []
        for number, cell in enumerate(cells[1:], start=1):
            told.append((cut(cell, _NUMBER - 6, _SIZE), first + _NUMBER * number, "end"))
        self.write(kind, *told)
