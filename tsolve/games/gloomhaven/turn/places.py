"""Hexes in which something may be put."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import Figure, State

_FAR = 10**6
"""Farther than anything that can be reached."""


def nearest_empty(book: Book, state: State, beside: Hex, figure: str) -> list[Hex]:
    """The empty hexes next to a hex that are nearest to an enemy of a figure; several where they tie."""
    board = book.board(state)
    free = empty_beside(book, state, beside)
    ways = [board.distances(enemy.at) for enemy in state.enemies_of(state.figure(figure))]
    steps = {hex_: min((way.get(hex_, _FAR) for way in ways), default=_FAR) for hex_ in free}
    return [hex_ for hex_ in free if steps[hex_] == min(steps.values())]


def empty_beside(book: Book, state: State, beside: Hex) -> list[Hex]:
    """The empty hexes next to a hex: without a figure, a token or an overlay tile; an open door is as empty
    as a corridor. (GH-1.3)
    """
    taken = _taken(book, state)
    return [hex_ for hex_ in book.board(state).neighbours(beside) if hex_ not in taken]


def as_near_as_possible(book: Book, state: State, wanted: Hex) -> list[Hex]:
    """The hex itself, whatever terrain it is, where nobody stands in it; else the empty hexes nearest to it,
    counted around walls. (GH-14.4)
    """
    occupied = state.obstacles.union(each.at for each in state.figures)
    if wanted not in occupied:
        return [wanted]
    taken = _taken(book, state)
    steps = book.board(state).distances(wanted)
    free = {hex_: number for hex_, number in steps.items() if hex_ not in taken}
    return sorted(hex_ for hex_, number in free.items() if number == min(free.values()))


def nearest_first(book: Book, state: State, to: Hex, figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Figures in the order in which they come near a hex, counted around walls. (GH-1.5)"""
    steps = book.board(state).distances(to)
    return tuple(sorted(figures, key=lambda figure: steps.get(figure.at, _FAR)))


def _taken(book: Book, state: State) -> frozenset[Hex]:
    """The hexes that are not empty."""
    taken = state.obstacles.union((each.at for each in state.figures), (trap.at for trap in state.traps))
    if state.money and book.reads("hex_with_money", "not_empty"):
        taken = taken.union(money.at for money in state.money)
    return taken | book.terrain.hazards | book.terrain.difficult | book.terrain.treasures
