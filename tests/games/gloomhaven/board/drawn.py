"""Boards drawn as people see them: odd columns half a hex further down."""

from __future__ import annotations

from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.games.gloomhaven.sight import Border, Sight


def drawn(
    picture: str, *thin: tuple[Hex, Hex], sight: Sight = "corners", border: Border = "free"
) -> tuple[Board, dict[str, Hex]]:
    """The board of a drawing and its hexes with letters.

    Two lines of the drawing are one row: the even columns stand in the first of them, the odd ones in the
    second; every column is two characters wide. `#` is a wall hex, `.` or a letter a hex, a space no hex.
    """
    found = {}
    for number, line in enumerate(picture.strip("\n").split("\n")):
        for column, mark in enumerate(line[::2]):
            if mark != " ":
                assert column % 2 == number % 2, (number, column)
                found[from_offset(column, number // 2)] = mark
    named = {mark: place for place, mark in found.items() if mark.isalpha()}
    walls = [place for place, mark in found.items() if mark == "#"]
    return Board(found, walls, thin, sight, border=border), named
