"""A drawing of a map, read sign by sign.

Flat-topped hexes stand in columns. Column c begins at the character 2c of a line, counted from 0; the hexes
of even columns stand on even lines, those of odd columns on odd lines: so those of odd columns lie half a hex
further down, and neighbours in the drawing are neighbours on the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

from tsolve.games.gloomhaven.board.hexes import Hex, from_offset
from tsolve.source.words import shortened

Sign = Literal[
    "empty",
    "wall",
    "nothing",
    "trap",
    "hazard",
    "difficult",
    "obstacle",
    "closed",
    "open",
    "locked",
    "plate",
    "treasure",
]

SIGNS: dict[str, Sign] = {
    ".": "empty",
    "#": "wall",
    "-": "nothing",
    "^": "trap",
    "!": "hazard",
    "~": "difficult",
    "o": "obstacle",
    "+": "closed",
    "/": "open",
    "%": "locked",
    "*": "plate",
    "$": "treasure",
}
"""What the signs of a drawing stand for. Up to 3 letters or digits are a mark on an empty hex."""

_MARK = re.compile(r"[^\W_]{1,3}")
_TOKEN = re.compile(r"\S+")
_STEP = 4
"""Characters from a hex to the next one of the same line."""


class Piece(NamedTuple):
    """A sign or a mark of the drawing: its hex, and the characters at which it stands, counted from 0."""

    text: str
    at: Hex
    line: int
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Mistake(NamedTuple):
    """Something wrong in a drawing, and the characters at which it stands, counted from 0."""

    code: str
    message: str
    help: str
    line: int
    start: int
    end: int


class Drawing(NamedTuple):
    """What a drawing shows. Where it has mistakes, pieces stand where they most likely belong."""

    pieces: tuple[Piece, ...]
    mistakes: tuple[Mistake, ...]


def read_drawing(text: str) -> Drawing:
    """The pieces of a drawing, line by line, and what is wrong with it: the first slip of every line."""
    pieces: list[Piece] = []
    mistakes: list[Mistake] = []
    for line, characters in enumerate(text.split("\n")):
        here = [_piece(match, line) for match in _TOKEN.finditer(characters)]
        pieces += here
        mistakes += islice(_mistakes(characters, line, here), 1)
    return Drawing(tuple(pieces), tuple(mistakes))


def is_mark(text: str) -> bool:
    """Whether this can mark where a figure stands."""
    return text not in SIGNS and _MARK.fullmatch(text) is not None


def _piece(match: re.Match[str], line: int) -> Piece:
    first = 2 * (line % 2)
    column = 2 * max((match.start() - first + 1) // _STEP, 0) + line % 2
    return Piece(match.group(), from_offset(column, line // 2), line, match.start())


def _mistakes(characters: str, line: int, pieces: list[Piece]) -> Iterator[Mistake]:
    """What is wrong with a line, from the left."""
    tab = characters.find("\t")
    if tab >= 0:
        message = f"a tab in line {line + 1} of the drawing: nobody can tell how wide it is"
        yield Mistake("E209", message, "write blanks", line, tab, tab + 1)
    for piece in pieces:
        said = f'"{shortened(piece.text)}" in line {line + 1} of the drawing'
        if piece.text not in SIGNS and not is_mark(piece.text):
            message = f"{said} is neither a sign nor a mark"
            yield Mistake("E209", message, _how_to_draw(piece.text), line, piece.start, piece.end)
        elif off := (piece.start - 2 * (line % 2)) % _STEP:
            yield Mistake("E209", f"{said} {_off(off)}", _way(off, line), line, piece.start, piece.end)


def _off(off: int) -> str:
    if off == 2:
        return "stands where the hexes of the lines above and below it stand"
    return "stands between two columns"


def _way(off: int, line: int) -> str:
    """Where a piece belongs that stands `off` characters behind a place of its line."""
    if off == 2:
        kind, first = ("odd", "2, 6, 10") if line % 2 else ("even", "0, 4, 8")
        return (
            f"the hexes of line {line + 1} stand in {kind} columns, at characters {first} and so on, counted "
            "from 0: move the line 2 characters aside, or add a line above it"
        )
    return f"move it 1 character to the {'left' if off == 1 else 'right'}"


def _how_to_draw(text: str) -> str:
    if all(character in SIGNS for character in text):
        return f"leave 3 blanks between two signs of a line: {'   '.join(text[:5])}"
    if re.fullmatch(r"[^\W_]+", text):
        return "a mark has at most 3 letters or digits"
    return f"the signs are {' '.join(SIGNS)}; a mark has up to 3 letters or digits"
