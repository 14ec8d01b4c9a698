"""The styles of drawn maps: the colours of what is drawn, on bright and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from tsolve.model.hexmaps import HexMap, Look, Side

SHADES: tuple[Look, ...] = get_args(Look)
"""The looks in the order of the key."""
SIDES: tuple[Side, ...] = get_args(Side)

_BRIGHT: Mapping[str, str] = {
    "page": "#fff",
    "ink": "#1b1f24",
    "soft": "#4a5560",
    "edge": "#8a8171",
    "sign": "#6b5d45",
    "thin": "#4a5560",
    "acting": "#1f5fae",
    "aimed": "#b3261e",
    "going": "#1a7f37",
    "filled": "#1a7f37",
    "state": "#7b3fa0",
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
    "ours": "#d3e4f8",
    "theirs": "#fff",
    "strong": "#f5d76e",
    "ours-edge": "#1f5fae",
    "theirs-edge": "#4a4f58",
    "strong-edge": "#8a6a00",
}
_DARK: Mapping[str, str] = {
    "page": "#1e2126",
    "ink": "#e6e4df",
    "soft": "#a8aeb9",
    "edge": "#5c636e",
    "sign": "#cdbd9c",
    "thin": "#c3c7ce",
    "acting": "#6ea8ff",
    "aimed": "#f08a8a",
    "going": "#5cb883",
    "filled": "#1f7a4d",
    "state": "#8d52b3",
    "open": "#30353c",
    "wall": "#0d0f12",
    "blocked": "#453f33",
    "danger": "#552e2b",
    "harm": "#533d27",
    "slow": "#27414f",
    "door": "#4c4427",
    "shut": "#5a4a20",
    "switch": "#3b3350",
    "goal": "#2a452c",
    "prize": "#514819",
    "ours": "#1d3d63",
    "theirs": "#4a4f58",
    "strong": "#6b5310",
    "ours-edge": "#6ea8ff",
    "theirs-edge": "#c3c7ce",
    "strong-edge": "#e3b93c",
}
"""What is drawn -> its colour, on bright and on dark pages."""
_FORMS = (
    ".hexes text{font:12px Verdana,Arial,sans-serif}.hexes .mid{text-anchor:middle}"
    ".hexes .no{font-size:10.5px}.hexes .who{font-weight:bold}.hexes .few{font-size:10px}"
    ".hexes .least{font-size:9px}"
    ".hexes .life{font-size:8.5px}.hexes .tiny{font-size:8px;font-weight:bold}"
    ".hexes path{fill:none}.hexes .line{stroke-width:1.5}"
    ".hexes .thin{stroke-width:5;stroke-linecap:round}.hexes .acts,.hexes .focus{stroke-width:3}"
    ".hexes .target{stroke-width:2;stroke-dasharray:5 3}"
    ".hexes .seen{fill:#e3c93d;fill-opacity:.22;stroke:none}"
    ".hexes .reach{stroke-width:1.5;stroke-dasharray:2 3}.hexes .way{stroke-width:3}"
    ".hexes .sight{stroke-width:2;stroke-dasharray:.1 5;stroke-linecap:round}"
    ".hexes circle,.hexes .token{stroke-width:1.5}.hexes .strong{stroke-width:2.5}"
)
_PAINT = (
    ".hexes .page{{fill:{page}}}.hexes text{{fill:{ink}}}.hexes .no{{fill:{soft}}}.hexes .on{{fill:#fff}}"
    ".hexes path{{stroke:{edge}}}.hexes .sign{{fill:{sign};stroke:{sign}}}"
    ".hexes .line{{stroke:{sign}}}.hexes .thin{{stroke:{thin}}}.hexes .acts{{stroke:{acting}}}"
    ".hexes .focus,.hexes .target,.hexes .sight{{stroke:{aimed}}}.hexes .reach,.hexes .way{{stroke:{going}}}"
    ".hexes .tip{{stroke:{going};fill:{going}}}.hexes circle{{fill:{page};stroke:{going}}}"
    ".hexes .end{{fill:{filled}}}.hexes .state{{fill:{state};stroke:{page}}}"
)


def looks_of(drawn: HexMap) -> str:
    """The style rules that a map needs in a picture, which has a bright ground of its own."""
    sides = {token.side for token in drawn.tokens}
    used = [*(look for look in SHADES if look in drawn.looks), *(side for side in SIDES if side in sides)]
    return _FORMS + _painted(_BRIGHT, used)


def map_styles() -> str:
    """The style rules of all maps on a page, bright or dark as the page is."""
    every = (*SHADES, *SIDES)
    dark = f"@media screen and (prefers-color-scheme:dark){{{_painted(_DARK, every)}}}"
    return f"{_FORMS}{_painted(_BRIGHT, every)}{dark}"


def _painted(colours: Mapping[str, str], used: Iterable[Look | Side]) -> str:
    rules = [_PAINT.format_map(colours)]
    for name in used:
        edge = f";stroke:{colours[f'{name}-edge']}" if name in SIDES else ""
        rules.append(f".hexes .{name}{{fill:{colours[name]}{edge}}}")
    return "".join(rules)
