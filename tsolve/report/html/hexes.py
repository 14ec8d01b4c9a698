"""A map of hexes as a drawing: each look has a shade and a symbol, each mark a frame or a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from tsolve.model.hexmaps import (
    Between,
    Coordinates,
    HexCell,
    HexMap,
    Look,
    MarkKind,
    Meaning,
    Side,
    Token,
    direction,
)
from tsolve.report.html.hex_styles import SHADES, SIDES
from tsolve.report.html.markup import Markup, joined, tag
from tsolve.report.text.hexmap import SIGNS, WORDS, fitting, label_of, too_large
from tsolve.report.words import measure

EDGE, HALF, HIGH = 22, 11, 19
"""From the centre of a hex to its corner at the side; half of that; from the centre to its upper edge."""
BADGE, SMALL_BADGE = 9, 7
"""The radius of the circle around a number on the map."""

_SYMBOLS: Mapping[Look, tuple[int, int, str]] = {
    "blocked": (-7, 5, "v-6l4-5h6l4 5v6z"),
    "danger": (-6, 5, "l6-11 6 11z"),
    "harm": (-8, 5, "l4-9 4 9 4-9 4 9z"),
    "slow": (-8, 0, "q4-6 8 0t8 0m-16 5q4-6 8 0t8 0"),
    "door": (-6, 6, "v-12h12v12"),
    "shut": (-6, 6, "v-12h12v12zm0-6h12m-6-6v12"),
    "switch": (-6, -3, "h12v6h-12z"),
    "goal": (-4, 7, "v-14l9 4-9 4"),
    "prize": (0, -6, "l6 6-6 6-6-6z"),
}
"""The start of each look's symbol, relative to the centre, and the rest of its path."""
SYMBOL_CLASSES: Mapping[Look, str] = {
    look: "line" if look in ("slow", "door", "shut", "goal") else "sign" for look in _SYMBOLS
}
"""Looks with a symbol -> its style, lines or filled."""


def hexagon(x: float, y: float, edge: float = EDGE) -> str:
    """The outline of a hex around this place; `edge` is the distance of its corners."""
    half, high = edge / 2, edge * HIGH / EDGE
    turns = ((half, -high), (edge, 0), (half, high), (-half, high), (-edge, 0))
    text = " ".join(f"{short(across)} {short(down)}" for across, down in turns)
    return f"M{short(x - edge)} {short(y)}l{text}z"


def symbol(look: Look, x: float, y: float) -> str:
    """The symbol of a look around this place."""
    begin_x, begin_y, rest = _SYMBOLS[look]
    return f"M{short(x + begin_x)} {short(y + begin_y)}{rest}"


def stroke(x: float, y: float, to_x: float, to_y: float) -> str:
    """A straight line."""
    return f"M{short(x)} {short(y)}L{short(to_x)} {short(to_y)}"


def path(outline: str, class_: str) -> Markup:
    """An outline with a style class."""
    return tag("path", d=outline, class_=class_)


def written(text: str, x: float, y: float, class_: str) -> Markup:
    """A text at this place."""
    return tag("text", text, x=short(x), y=short(y), class_=class_)


def badge(text: str, x: float, y: float, is_end: bool, is_small: bool) -> Markup:
    """A number or a letter in a circle, which is filled at the end of a path."""
    radius = SMALL_BADGE if is_small else BADGE
    circle = tag("circle", cx=short(x), cy=short(y), r=radius, class_="end" if is_end else "")
    classes = ["mid", *(["few"] if is_small else []), *(["on"] if is_end else [])]
    return joined((circle, written(text, x, y + 4, " ".join(classes))))


def short(number: float) -> str:
    """A number in as few characters as possible."""
    return f"{number:.1f}".removesuffix(".0")


_ACROSS, _DOWN = EDGE + HALF, 2 * HIGH
"""From the centre of a hex to that of a neighbour."""
_MARGIN = 16
"""Room for the numbers of columns and rows."""
_FRAME = 20
"""From the centre to a corner of the frame that marks a hex."""
_TOKEN_WIDE, _TOKEN_HIGH, _STATE = 30, 27, 5.5
"""The size of a figure, and the radius of a sign on it."""
_ABOVE, _BELOW, _RAISED = 11, 11, 4
"""Distances from the centre: of a number above a name; of a symbol below a name or a number; and how far such
a symbol raises these.
"""
_SIZE, _SMALL = 12, 10.5
_LARGEST = 1.3
"""How much larger than in pictures a map may be on a page that has the room."""
_ROW, _INSET = 20, 6
"""The height of a line of the key, and how far it is from the edge."""

_WAYS: Mapping[MarkKind, str] = {"end": "end", "choice": "ends to choose from", "path": "path"}
"""The marks with a number or a letter in a circle, the most important first, and their words."""
_CORNERS: Mapping[tuple[int, int], tuple[int, int, int, int]] = {
    (0, -1): (-HALF, -HIGH, HALF, -HIGH),
    (0, 1): (-HALF, HIGH, HALF, HIGH),
    (1, -1): (HALF, -HIGH, EDGE, 0),
    (1, 0): (EDGE, 0, HALF, HIGH),
    (-1, 0): (-HALF, -HIGH, -EDGE, 0),
    (-1, 1): (-EDGE, 0, -HALF, HIGH),
}
"""The direction of a neighbour -> the ends of the edge to it, from the centre."""


class Part(NamedTuple):
    """A part of a picture, from its own upper left corner."""

    drawn: Markup
    width: float
    height: float


def inline(drawn: HexMap) -> Markup:
    """The map with its key, as a picture within a page that has the styles of maps."""
    if text := too_large(drawn):
        return tag("p", text)
    whole = hexagons(drawn)
    legend = key(drawn, max(whole.width, 300))
    width, height = max(whole.width, legend.width + _INSET), whole.height + legend.height
    return tag(
        "svg",
        tag("title", drawn.headline or "The map"),
        tag("rect", width=short(width), height=short(height), rx=6, class_="page"),
        whole.drawn,
        tag("g", legend.drawn, transform=f"translate({_INSET} {short(whole.height)})"),
        class_="hexes",
        width=round(_LARGEST * width),
        viewBox=f"0 0 {short(width)} {short(height)}",
        role="img",
    )


def hexagons(drawn: HexMap) -> Part:
    """The map itself."""
    return _Drawing(drawn).part()


class _Drawing:
    """Draws a map layer by layer."""

    def __init__(self, drawn: HexMap) -> None:
        self.map = drawn
        self._column, self._row = drawn.columns.start, drawn.rows.start
        self._odd = min((cell.column % 2 for cell in drawn.cells), default=0)
        """1 if all hexes are in odd columns, whose shift of half a hex is then not drawn."""

    def part(self) -> Part:
        columns, rows = self.map.columns, self.map.rows
        lowest = max((self._centre(cell.place)[1] for cell in self.map.cells), default=0)
        width = 2 * _MARGIN + _ACROSS * len(columns) + HALF
        layers = (
            *self._shades(),
            *self._symbols(),
            *self._frames(),
            *(self._wall(wall) for wall in self.map.thin_walls),
            *(self._line(line) for line in self.map.sight),
            *self._way(),
            *(part for cell in self.map.cells for part in self._told(cell)),
            *(
                written(str(column), self._centre((column, 0))[0], _MARGIN - 4, "mid no")
                for column in columns
            ),
            *(written(str(row), 2, self._centre((self._odd, row))[1] + 4, "no") for row in rows),
        )
        return Part(joined(layers), width, lowest + HIGH + 8)

    def _shades(self) -> Iterator[Markup]:
        for look in SHADES:
            if found := [cell for cell in self.map.cells if cell.look == look]:
                yield path("".join(hexagon(*self._centre(cell.place)) for cell in found), look)

    def _symbols(self) -> Iterator[Markup]:
        for look, class_ in SYMBOL_CLASSES.items():
            places = [
                symbol(look, x, y + (_BELOW if cell.label or _badges(cell) else 0))
                for cell in self.map.cells
                if cell.look == look
                for x, y in [self._centre(cell.place)]
            ]
            if places:
                yield path("".join(places), class_)

    def _frames(self) -> Iterator[Markup]:
        kinds: tuple[MarkKind, ...] = ("seen", "reach", "target", "focus", "acts")
        for kind in kinds:
            framed = [cell for cell in self.map.cells if any(mark.kind == kind for mark in cell.marks)]
            if framed:
                text = "".join(hexagon(*self._centre(cell.place), _FRAME) for cell in framed)
                yield path(text, kind)

    def _wall(self, wall: Between) -> Markup:
        x, y = self._centre(wall.one)
        left, top, right, low = _CORNERS[direction(wall.one, wall.other)]
        return path(stroke(x + left, y + top, x + right, y + low), "thin")

    def _line(self, line: Between) -> Markup:
        """A line from one hex to the other that leaves their names free."""
        x, y, right, down, long = self._course(line.one, line.other)
        end = max(long - BADGE, BADGE)
        return path(stroke(x + BADGE * right, y + BADGE * down, x + end * right, y + end * down), "sight")

    def _course(self, one: Coordinates, other: Coordinates) -> tuple[float, float, float, float, float]:
        """The start of a line between two centres, its direction as a unit vector, and its length."""
        x, y = self._centre(one)
        to_x, to_y = self._centre(other)
        long = hypot(to_x - x, to_y - y) or 1.0
        return x, y, (to_x - x) / long, (to_y - y) / long, long

    def _way(self) -> Iterator[Markup]:
        """An arrow from each hex of the path to the next."""
        lines, tips = [], []
        for one, other in pairwise(self.map.way):
            x, y, right, down, long = self._course(one, other)
            begin, end, tip = BADGE + 2, long - BADGE - 7, long - BADGE - 1
            lines.append(stroke(x + begin * right, y + begin * down, x + end * right, y + end * down))
            corners = (
                f"{short(x + far * right - off * down)} {short(y + far * down + off * right)}"
                for far, off in ((end, 5), (tip, 0), (end, -5))
            )
            tips.append(f"M{'L'.join(corners)}z")
        if lines:
            yield path("".join(lines), "way")
            yield path("".join(tips), "tip")

    def _told(self, cell: HexCell) -> Iterator[Markup]:
        """Who is there, and numbers and letters of paths."""
        x, y = self._centre(cell.place)
        raised = y - _RAISED if cell.look in SYMBOL_CLASSES else y
        signs = [SIGNS[mark.kind] for mark in cell.marks if mark.kind in SIGNS and mark.kind != "reach"]
        text = "".join((label_of(cell), *signs))
        if cell.token is not None:
            yield token(cell.token, text, x, y)
        elif cell.label:
            classes = "mid who on" if cell.look == "wall" else "mid who" if len(text) < 5 else "mid who few"
            yield written(text, x, raised + 4, classes)
        for number, (text, kind) in enumerate(_badges(cell)):
            if cell.label or number:
                yield badge(text, x + 2 * SMALL_BADGE * max(number - 1, 0), y - _ABOVE, kind == "end", True)
            else:
                yield badge(text, x, raised, kind == "end", False)

    def _centre(self, place: Coordinates) -> tuple[int, int]:
        column, row = place
        x = _MARGIN + EDGE + _ACROSS * (column - self._column)
        return x, _MARGIN + HIGH + _DOWN * (row - self._row) + HIGH * (column % 2 - self._odd)


def token(shown: Token, label: str, x: float, y: float) -> Markup:
    """A figure, round if it is ours and square if not: its name, its life, what lies on it at the corner."""
    parts = [
        _body(shown.side, x, y, _TOKEN_WIDE, _TOKEN_HIGH),
        written(label, x, y, f"mid who {'few' if len(label) < 4 else 'least'}"),
    ]
    parts.append(written(shown.told_life, x, y + 10, "mid life"))
    for number, state in enumerate(shown.states):
        parts.append(_state(state, x + _TOKEN_WIDE / 2 - 2 - 2 * _STATE * number, y - _TOKEN_HIGH / 2 - 1))
    return joined(parts)


def _body(side: Side, x: float, y: float, wide: float, high: float) -> Markup:
    return tag(
        "rect",
        x=short(x - wide / 2),
        y=short(y - high / 2),
        width=wide,
        height=high,
        rx=high / 2 if side == "ours" else 2,
        class_=f"token {side}",
    )


def _state(state: Meaning, x: float, y: float) -> Markup:
    circle = tag("circle", cx=short(x), cy=short(y), r=_STATE, class_="state")
    return joined((circle, written(fitting(state.of), x, y + 3, "mid tiny on")))


def key(drawn: HexMap, width: float) -> Part:
    """What names, symbols and frames mean, in lines of this width."""
    parts: list[Markup] = []
    x, y, widest = 0.0, 0.0, 0.0
    for sample, room, text in _samples(drawn):
        wide = room + measure(text, _SMALL) + 14
        if x and x + wide > width:
            x, y = 0.0, y + _ROW
        place = f"translate({short(x + room / 2)} {short(y + _ROW / 2)})"
        parts.append(tag("g", sample, transform=place))
        parts.append(written(text, x + room + 4, y + _ROW / 2 + 4, "no"))
        x += wide
        widest = max(widest, x)
    return Part(joined(parts), widest, y + _ROW if parts else 0)


def _samples(drawn: HexMap) -> Iterator[tuple[Markup, float, str]]:
    """Each sample drawn around its middle, with its width and its meaning."""
    for label in dict.fromkeys(cell.label for cell in drawn.cells if cell.label):
        if text := drawn.meaning_of(label):
            shown = fitting(label)
            yield written(shown, 0, 4, "mid who"), max(20, measure(shown, _SIZE)), text
    for side in SIDES:
        if text := drawn.meaning_of(side) if any(each.side == side for each in drawn.tokens) else "":
            yield _body(side, 0, 0, 18, 14), 24, text
    for state in dict.fromkeys(state for each in drawn.tokens for state in each.states):
        yield _state(state, 0, 0), 14, state.text
    for kind, sign in SIGNS.items():
        if drawn.marks(kind):
            frame = path(hexagon(0, 0, 9), kind)
            yield frame if kind == "reach" else joined((frame, written(sign, 0, 4, "mid"))), 22, WORDS[kind]
    if drawn.marks("seen"):
        yield path(hexagon(0, 0, 9), "seen"), 22, "in sight"
    for kind, text in _WAYS.items():
        if marks := drawn.marks(kind):
            yield badge(fitting(marks[0].text), 0, 0, kind == "end", True), 20, text
    for look in SHADES:
        if look in drawn.looks and look != "open":
            ground = path(hexagon(0, 0, 10), look)
            sign = path(symbol(look, 0, 0), SYMBOL_CLASSES[look]) if look in SYMBOL_CLASSES else ""
            yield joined((ground, sign)), 22, drawn.meaning_of(look) or look
    if drawn.thin_walls:
        yield path(stroke(-8, 0, 8, 0), "thin"), 22, "thin wall"
    if drawn.sight:
        yield path(stroke(-9, 0, 9, 0), "sight"), 22, "sight"


def _badges(cell: HexCell) -> list[tuple[str, MarkKind]]:
    """The numbers and letters in a hex, the end of a path first."""
    return [(fitting(mark.text), kind) for kind in _WAYS for mark in cell.marks if mark.kind == kind]
