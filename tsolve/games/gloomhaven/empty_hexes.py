"""Which hexes are empty, and which of them are nearest to something: where figures, traps and obstacles come.

(GH-1.3, GH-12.34, GH-14.4)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.state import State
from tsolve.source.tree import listed

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.hexes import Hex

_FAR = 10**6
"""Farther than anything that can be reached."""


def nearest_empty(book: Book, state: State, beside: Hex, figure: str) -> list[Hex]:
    """The empty hexes next to a hex that are nearest to an enemy of a figure; several where they tie."""
    steps = _steps_to_enemies(book, state, beside, figure)
    return [hex_ for hex_, number in steps.items() if number == min(steps.values())]


def _steps_to_enemies(book: Book, state: State, beside: Hex, figure: str) -> dict[Hex, int]:
    """The empty hexes next to a hex, and how far the nearest enemy of a figure is from each."""
    board = book.board(state)
    ways = [board.distances(enemy.at) for enemy in state.enemies_of(state.figure(figure))]
    free = empty_beside(book, state, beside)
    return {hex_: min((way.get(hex_, _FAR) for way in ways), default=_FAR) for hex_ in free}


def why_not_nearest(book: Book, state: State, beside: Hex, figure: str, hex_: Hex) -> str:
    """Why a hex is not one of the empty hexes next to `beside` that are nearest to an enemy of a figure."""
    name = book.terrain.name
    if hex_ not in book.board(state).neighbours(beside):
        return f"{name(hex_)} is not adjacent to {name(beside)}"
    steps = _steps_to_enemies(book, state, beside, figure)
    if hex_ not in steps:
        return f"{name(hex_)} is not empty"
    far, near = steps[hex_], min(steps.values())
    nearest = listed(name(each) for each in sorted(steps) if steps[each] == near)
    if far == _FAR:
        return f"no way leads from {name(hex_)} to an enemy, as one does from {nearest}"
    return f"an enemy is {far} steps away from {name(hex_)}, and {near} from {nearest}"


def empty_beside(book: Book, state: State, beside: Hex) -> list[Hex]:
    """The empty hexes next to a hex: without a figure, a token or an overlay tile; an open door is as empty
    as a corridor. (GH-1.3)
    """
    taken = not_empty(book, state)
    return [hex_ for hex_ in book.board(state).neighbours(beside) if hex_ not in taken]


def empty_within(book: Book, state: State, here: Hex, reach: int) -> list[Hex]:
    """The empty hexes within range and in sight of a hex. (GH-1.3, GH-4.4)"""
    board, taken = book.board(state), not_empty(book, state)
    return [
        each for each in sorted(board.within(here, reach)) if each not in taken and board.sees(here, each)
    ]


def empty_hexes(book: Book, state: State) -> list[Hex]:
    """All empty hexes of the map that are in play: those that a figure of the party could be seen to reach
    around closed doors. (GH-1.3)
    """
    board, taken = book.board(state), not_empty(book, state)
    there = {each for figure in state.figures for each in board.distances(figure.at)}
    return sorted(each for each in there if each not in taken and each not in state.shut)


def cuts_off(book: Book, state: State, hex_: Hex) -> bool:
    """Whether an obstacle in a hex would cut one area of the map off from another. (GH-1.12)"""
    board = book.board_with(frozenset())
    closed = state.obstacles | {hex_}
    near = [each for each in board.neighbours(hex_) if each not in closed]
    seen, waiting = set(near[:1]), near[:1]
    while waiting:
        for each in board.neighbours(waiting.pop()):
            if each not in seen and each not in closed:
                seen.add(each)
                waiting.append(each)
    return not seen.issuperset(near)


def as_near_as_possible(book: Book, state: State, wanted: Hex) -> list[Hex]:
    """The hex itself, whatever terrain it is, where nobody stands in it; else the empty hexes nearest to it,
    counted around walls. (GH-14.4)
    """
    occupied = state.obstacles.union(each.at for each in state.figures)
    if wanted not in occupied:
        return [wanted]
    taken = not_empty(book, state)
    steps = book.board(state).distances(wanted)
    free = {hex_: number for hex_, number in steps.items() if hex_ not in taken}
    return sorted(hex_ for hex_, number in free.items() if number == min(free.values()))


def nearest_first(book: Book, state: State, to: Hex, figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Figures in the order in which they come near a hex, counted around walls. (GH-1.5)"""
    steps = book.board(state).distances(to)
    return tuple(sorted(figures, key=lambda figure: steps.get(figure.at, _FAR)))


def not_empty(book: Book, state: State) -> frozenset[Hex]:
    """The hexes that are not empty."""
    taken = state.obstacles.union((each.at for each in state.figures), (trap.at for trap in state.traps))
    if state.money and book.reads("hex_with_money", "not_empty"):
        taken = taken.union(money.at for money in state.money)
    lying = book.terrain.treasures.difference(state.looted)
    return taken | book.terrain.hazards | book.terrain.difficult | lying
