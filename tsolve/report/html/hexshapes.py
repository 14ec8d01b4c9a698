"""The shapes of which a map of hexes is drawn, and how they look."""

from __future__ import annotations

from collections.abc import Mapping

from tsolve.model.hexmaps import HexMap, Look
from tsolve.report.html.markup import Markup, joined, tag

EDGE, HALF, HIGH = 22, 11, 19
"""From the centre of a hex to its corner at the side; half of that; and to its upper edge."""
BADGE, SMALL_BADGE = 9, 7
"""From the centre to the rim of a number on the map."""

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
"""Where the symbol of a look begins, from the centre, and how it goes on."""
SYMBOL_CLASSES: Mapping[Look, str] = {
    look: "line" if look in ("slow", "door", "shut", "goal") else "sign" for look in _SYMBOLS
}
"""The looks that have a symbol -> whether it is of lines, or filled."""
SHADES: Mapping[Look, str] = {
    "open": "#f8f5ee",
    "wall": "#4a5560",
    "blocked": "#ddd3c0",
    "danger": "#f9dcd7",
    "harm": "#f7d9bd",
    "slow": "#d6e7f1",
    "door": "#efe0b9",
    "shut": "#d9bf8a",
    "switch": "#e9e2f3",
    "goal": "#dcefd9",
    "prize": "#fbf0b5",
}
_SHAPES = (
    ".hexes text{font:12px Verdana,Arial,sans-serif;fill:#1b1f24}.hexes .mid{text-anchor:middle}"
    ".hexes .no{font-size:10.5px;fill:#4a5560}.hexes .who{font-weight:bold}"
    ".hexes .few{font-size:10px}.hexes .on{fill:#fff}"
    ".hexes path{stroke:#8a8171;fill:none}.hexes .sign{fill:#6b5d45;stroke:#6b5d45}"
    ".hexes .line{stroke:#6b5d45;stroke-width:1.5}"
    ".hexes .thin{stroke:#4a5560;stroke-width:5;stroke-linecap:round}"
    ".hexes .acts{stroke:#1f5fae;stroke-width:3}.hexes .focus{stroke:#b3261e;stroke-width:3}"
    ".hexes .target{stroke:#b3261e;stroke-width:2;stroke-dasharray:5 3}"
    ".hexes .reach{stroke:#1a7f37;stroke-width:1.5;stroke-dasharray:2 3}"
    ".hexes .way{stroke:#1a7f37;stroke-width:3}.hexes .tip{stroke:#1a7f37;fill:#1a7f37}"
    ".hexes .sight{stroke:#b3261e;stroke-width:2;stroke-dasharray:.1 5;stroke-linecap:round}"
    ".hexes circle{fill:#fff;stroke:#1a7f37;stroke-width:1.5}.hexes .end{fill:#1a7f37}"
)


def looks_of(drawn: HexMap) -> str:
    """The style rules of a map, for what is on it only."""
    shades = (f".hexes .{look}{{fill:{SHADES[look]}}}" for look in SHADES if look in drawn.looks)
    return _SHAPES + "".join(shades)


def hexagon(x: float, y: float, edge: float = EDGE) -> str:
    """The outline of a hex around this place; `edge` is how far its corners are from it."""
    half, high = edge / 2, edge * HIGH / EDGE
    turns = ((half, -high), (edge, 0), (half, high), (-half, high), (-edge, 0))
    told = " ".join(f"{short(across)} {short(down)}" for across, down in turns)
    return f"M{short(x - edge)} {short(y)}l{told}z"


def symbol(look: Look, x: float, y: float) -> str:
    """The symbol of a look around this place."""
    begin_x, begin_y, rest = _SYMBOLS[look]
    return f"M{short(x + begin_x)} {short(y + begin_y)}{rest}"


def stroke(x: float, y: float, to_x: float, to_y: float) -> str:
    """A straight line."""
    return f"M{short(x)} {short(y)}L{short(to_x)} {short(to_y)}"


def path(outline: str, class_: str) -> Markup:
    """An outline with its look."""
    return tag("path", d=outline, class_=class_)


def written(told: str, x: float, y: float, class_: str) -> Markup:
    """A text at this place."""
    return tag("text", told, x=short(x), y=short(y), class_=class_)


def badge(told: str, x: float, y: float, is_end: bool, is_small: bool) -> Markup:
    """A number or a letter in a circle, which is filled where a way ends."""
    radius = SMALL_BADGE if is_small else BADGE
    circle = tag("circle", cx=short(x), cy=short(y), r=radius, class_="end" if is_end else "")
    classes = ["mid", *(["few"] if is_small else []), *(["on"] if is_end else [])]
    return joined((circle, written(told, x, y + 4, " ".join(classes))))


def short(number: float) -> str:
    """A number in as few characters as a picture needs."""
    return f"{number:.1f}".removesuffix(".0")
