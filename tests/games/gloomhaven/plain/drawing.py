"""Boards and situations drawn as text: columns of hexes, odd columns half a hex further down.

In a situation the word in line r and column c says what is on hex (c, r); its letters may be combined:

    .  nothing        #  a wall hex     -  no hex of the map
    o  an obstacle    t  a trap         d  difficult terrain
    m  the monster    f  its friend     i  an invisible enemy    A to E  enemies
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.games.gloomhaven.monster_situation import Aim, Enemy, Ground, Situation
from tsolve.games.gloomhaven.sight import Border, Sight


def drawn_board(
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


Place = tuple[int, int]
"""A hex as people write it: column and row."""

TRIANGLE = (Hex(0, 0), Hex(1, 0), Hex(0, 1))
"""Three hexes around one corner."""


def melee(targets: int = 1) -> Aim:
    """A melee attack."""
    return Aim(targets=targets)


def ranged(reach: int, targets: int = 1) -> Aim:
    """A ranged attack."""
    return Aim(reach=reach, is_ranged=True, targets=targets)


def drawn(
    picture: str,
    initiative: Mapping[str, int] | None = None,
    thin: Iterable[tuple[Place, Place]] = (),
    **others: Any,
) -> Situation:
    """A situation; `thin` names the pairs of hexes with a thin wall between, `others` goes to `Situation`."""
    marked: dict[str, set[Hex]] = {letter: set() for letter in "#-otdmfiABCDE."}
    everything: set[Hex] = set()
    for row, line in enumerate(picture.strip().splitlines()):
        for column, word in enumerate(line.split()):
            here = from_offset(column, row)
            everything.add(here)
            for letter in word:
                marked[letter].add(here)
    parted = [(from_offset(*one), from_offset(*other)) for one, other in thin]
    (monster,) = marked["m"]
    enemies = tuple(
        Enemy(name, here, ((initiative or {}).get(name, 50),)) for name in "ABCDE" for here in marked[name]
    )
    return Situation(
        Ground(
            Board(everything - marked["-"], marked["#"], parted),
            frozenset(marked["o"]),
            frozenset(marked["t"]),
            frozenset(marked["d"]),
        ),
        monster,
        enemies,
        frozenset(marked["i"] | {enemy.at for enemy in enemies}),
        frozenset(marked["f"]),
        **others,
    )
