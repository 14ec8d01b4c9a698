"""What stands in the hexes of a map drawn with plain characters, and what it means.

A hex has room for three characters between its edges: who is there and what is marked, or what the hex is.
What does not fit stands on its lower edge: `/M2 \\` above `\\_1_/` is M2 on the first step of a way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tsolve.diagnostics import escape
from tsolve.model.hexmaps import LONGEST_LABEL, HexCell, HexMap, Look, MarkKind
from tsolve.report.page import Style
from tsolve.report.text.ascii import in_ascii
from tsolve.report.words.wrapping import columns

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
"""What stands in a hex where nobody is; nothing in an open one."""
SIGNS: Mapping[MarkKind, str] = {"acts": "*", "focus": "!", "target": "<", "reach": "+"}
"""What stands behind a name or a glyph, or by itself."""
WORDS: Mapping[MarkKind, str] = {
    "acts": "acts",
    "focus": "focus",
    "target": "target",
    "reach": "within reach",
}
THIN_WALL = "="
MOST = 200
"""Columns and rows of the largest map that is drawn."""
_SIGHT = {True: "·", False: "."}
_STYLES: Mapping[MarkKind, Style] = {
    "acts": "bold",
    "focus": "bad",
    "target": "bad",
    "end": "good",
    "choice": "good",
    "path": "good",
}
"""The weightiest first."""


class Content(NamedTuple):
    """What is written into a hex: between its edges, and on the lower one."""

    inside: str
    below: str
    style: Style


def sight_dot(fine: bool) -> str:
    """What lines of sight are drawn with; `fine` allows characters beyond ASCII."""
    return _SIGHT[fine]


def too_large(drawn: HexMap) -> str:
    """Why a map is not drawn; empty for one that is."""
    columns_, rows = len(drawn.columns), len(drawn.rows)
    return (
        f"{columns_} columns and {rows} rows are too many to be drawn" if max(columns_, rows) > MOST else ""
    )


def fitting(told: str, fine: bool = True) -> str:
    """As much of a name or a number as a hex has room for; of what a stream of ASCII lacks the nearest, else
    a question mark.
    """
    shown = ""
    for character in escape(told):
        if columns(shown + character) > LONGEST_LABEL:
            break
        shown += character
    return shown if fine else in_ascii(shown).encode("ascii", "replace").decode("ascii")


def label_of(cell: HexCell, fine: bool = True) -> str:
    """Who or what is there."""
    return fitting(cell.label, fine)


def content(cell: HexCell, fine: bool) -> Content:
    """A name stands first, else where a way ends; signs stand behind what they fit behind."""
    told = {kind: [fitting(mark.text, fine) for mark in cell.marks if mark.kind == kind] for kind in _STYLES}
    ends = [_bracketed(text) for text in told["end"] + told["choice"]]
    signs = [SIGNS[mark.kind] for mark in cell.marks if mark.kind in SIGNS and mark.kind != "reach"]
    glyph = GLYPHS.get(cell.look, "")
    sign = glyph.replace(" ", "")
    kinds = {mark.kind for mark in cell.marks}
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
    """The number of a last step, or a letter; for two characters there is one bracket, for three none."""
    return number if len(number) > 2 else f"{number})" if len(number) > 1 else f"({number})"


def _fits(first: str, others: list[str], is_name: bool) -> bool:
    """Whether the next thing may stand behind the first; a number behind a name would be part of it."""
    if not others or columns(first + others[0]) > LONGEST_LABEL:
        return False
    return not is_name or others[0] in SIGNS.values()


def meanings(drawn: HexMap, fine: bool) -> Iterator[str]:
    """What each name and sign on the map stands for, in the words of the game where it has any."""
    labels = dict.fromkeys(cell.label for cell in drawn.cells if cell.label)
    for label in labels:
        if told := drawn.meaning_of(label):
            yield f"{fitting(label, fine)} {told}"
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


def _of_ways(drawn: HexMap) -> Iterator[str]:
    steps = sorted((mark.text for mark in drawn.marks("path")), key=lambda text: (len(text), text))
    ends = [_bracketed(mark.text) for mark in drawn.marks("end")][:1]
    if steps or ends:
        words = " and ".join([*(["path"] if steps else []), *(["end"] if ends else [])])
        yield f"{' '.join((*steps[:1], *ends))} {words}"
    choices = sorted({mark.text for mark in drawn.marks("choice")})
    if choices:
        yield f"{' '.join(f'({letter})' for letter in choices)} ends to choose from"
