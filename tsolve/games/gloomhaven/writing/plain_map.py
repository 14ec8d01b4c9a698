"""Maps in the words of people: a size alone, lists beside the map, drawings that are indented otherwise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from msgspec.structs import replace

from tsolve.errors import Span
from tsolve.games.gloomhaven.writing.map_reading import SIGNS, is_mark, read_drawing
from tsolve.games.gloomhaven.writing.table_file import MapFile
from tsolve.games.gloomhaven.writing.tree_of_words import Entries, Words, mapping, node_of, text
from tsolve.regex import Regex
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode

_SIZE = Regex(
    r"(?:size\s*:?\s*)?(?P<size>[0-9]{1,3}\s*(?:[x×]|by|na)\s*[0-9]{1,3})(?:\s+hexes)?"
    r"(?P<border>[\s,;]+(?:with\s+|and\s+)?(?:(?:a\s+)?walls?(?:\s+(?:all\s+)?(?:around|round|outside))?"
    r"|(?:walled|surrounded\s+by\s+walls|border:?\s+walls?|outer\s+walls)|ściany\s+dookoła|sciany\s+dookola))?"
    r"(?:[\s,;]+(?P<open>open|empty|no\s+walls))?",
    re.IGNORECASE,
)
_WIDE = ("columns", "width", "wide", "cols")
_HIGH = ("rows", "height", "high", "lines")
_BLANK = "    "


class MapInWords:
    """Reads the map of one file. `parts`: what stands beside the map and belongs to it."""

    def __init__(self, words: Words, read_as: dict[Span, str]) -> None:
        self.words, self.read_as = words, read_as
        self.parts: Entries = {}

    @property
    def key(self) -> Scalar:
        """A key for a map of which only parts are written."""
        first, _ = next(iter(self.parts.values()))
        return replace(first, text="map")

    def free_marks(self, entries: Entries, named: Collection[str]) -> list[str]:
        """The marks of the drawing at which nobody stands yet."""
        drawing = _drawing(entries["map"][1]) if "map" in entries else None
        if drawing is None:
            return []
        marks = [token for token in drawing.text.split() if is_mark(token)]
        return [mark for mark in dict.fromkeys(marks) if mark not in named]

    def read(self, value: Node | None, tells_coordinates: bool) -> Node | None:
        """The map in the form of its struct; None where there is none."""
        if value is None:
            return node_of(self.parts, self.key.span) if self.parts else None
        node = self._plain(value)
        drawing = _drawing(node)
        if drawing is not None and read_drawing(drawing.text).mistakes:
            node = self._straight(node, drawing, tells_coordinates)
        if not self.parts:
            return node
        if isinstance(node, Scalar):
            node = mapping({"drawing": node}, node.span)
        if not isinstance(node, MappingNode):
            return node
        return replace(node, items=(*node.items, *node_of(self.parts, node.span).items))

    def _plain(self, value: Node) -> Node:
        """A map of one of its forms: a size, the lines of a drawing, or keys."""
        if isinstance(value, Scalar) and (found := _SIZE.fullmatch(value.text.strip())):
            said: dict[str, Node] = {"size": text(re.sub(r"by|na|×", "x", found["size"]), value.span)}
            if found["border"]:
                said["border"] = text("wall", value.span)
                self.read_as[value.span] = f"`map: {{size: {found['size']}, border: wall}}`"
            return mapping(said, value.span)
        if isinstance(value, SequenceNode) and all(isinstance(each, Scalar) for each in value.items):
            lines = [each.text for each in value.items if isinstance(each, Scalar)]
            return text("\n".join(lines), value.span)
        if not isinstance(value, MappingNode):
            return value
        parts: Entries = {}
        for key, node in value.items:
            parts[self.words.key(key.text, MapFile) or key.text] = key, node
        _measured(parts)
        return node_of(parts, value.span)

    def _straight(self, node: Node, drawing: Scalar, tells_coordinates: bool) -> Node:
        """The map with its drawing as it was surely meant; the map itself if that is not certain."""
        lines = shifted(drawing.text)
        what = "the drawing, moved to where its columns begin"
        if lines is None and not tells_coordinates:
            lines, what = turned(drawing.text), "the drawing, whose rows touch from side to side, turned"
        if lines is None:
            return node
        self.read_as[drawing.span] = what
        straight = replace(drawing, text=lines, lines=())
        if isinstance(node, Scalar):
            return straight
        assert isinstance(node, MappingNode)
        items = ((key, straight if value is drawing else value) for key, value in node.items)
        return replace(node, items=tuple(items))


def _drawing(node: Node) -> Scalar | None:
    drawing = node.get("drawing") if isinstance(node, MappingNode) else node
    return drawing if isinstance(drawing, Scalar) else None


def _measured(parts: Entries) -> None:
    """Write columns and rows as the size."""
    wide = next((key for key in parts if key.casefold() in _WIDE), "")
    high = next((key for key in parts if key.casefold() in _HIGH), "")
    if wide and high and "size" not in parts:
        key, columns = parts.pop(wide)
        _, rows = parts.pop(high)
        parts["size"] = key, SequenceNode((columns, rows), key.span)


def shifted(drawing: str) -> str | None:
    """A drawing of columns that is indented, or begins with odd columns, in its usual place; None for
    another one.
    """
    lines = drawing.rstrip("\n").split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    for above in (0, 1):
        for left in range(4):
            if all(not line[:left].strip() for line in lines):
                moved = "\n".join([*[""] * above, *(line[left:] for line in lines)])
                if not read_drawing(moved).mistakes:
                    return moved
    return None


def turned(drawing: str) -> str | None:
    """A drawing of rows whose hexes touch from side to side, each row half a hex further than the one above
    or below it, turned by a right angle, so that its rows are columns; None for another one.
    """
    rows = [*_rows(drawing)]
    starts = [start for row in rows for start, _ in row]
    if len(rows) < 2 or not all(rows):
        return None
    first = min(starts)
    halves = [{(start - first) % 2 for start, _ in row} for row in rows]
    if any(len(half) != 1 for half in halves) or any(a == b for a, b in pairwise(halves)):
        return None
    if all((after - before) % 4 == 0 for row in rows for (before, _), (after, _) in pairwise(row)):
        return None
    (half,) = halves[-1]
    hexes = {
        (len(rows) - 1 - number + half, (start - first) // 2): sign
        for number, row in enumerate(rows)
        for start, sign in row
    }
    return _drawn(hexes)


def _rows(drawing: str) -> Iterator[list[tuple[int, str]]]:
    """The signs and marks of each line, with the characters at which they begin."""
    for line in drawing.strip("\n").split("\n"):
        row = [(found.start(), found.group()) for found in re.finditer(r"\S+", line)]
        yield row if all(sign in SIGNS or is_mark(sign) for _, sign in row) else []


def _drawn(hexes: dict[tuple[int, int], str]) -> str:
    """Columns and rows as a drawing."""
    most = max(2 * row + column % 2 for column, row in hexes)
    lines = []
    for line in range(most + 1):
        here = {column: s for (column, row), s in hexes.items() if 2 * row + column % 2 == line}
        signs = [here.get(column, "") for column in range(line % 2, max(here, default=0) + 1, 2)]
        lines.append("  " * (line % 2) + "".join(sign.ljust(len(_BLANK)) for sign in signs).rstrip())
    return "\n".join(lines)
