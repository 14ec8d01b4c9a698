"""Whether a monster will keep out of traps and hazards, wherever the others may stand.

A monster enters one only where no way without it leads to a free hex from which it could attack any enemy
(GH-12.9, GH-12.10). A way is free if nobody of the party stands in it, and its end if nobody at all does. If
more ways lead to a hex than there are others in the party to stand in them, and no two ways share a hex, one
of them is free (Menger); and of more such hexes than there are others, one is free. Those beside two enemies
count together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from tsolve.games.gloomhaven.hexes import Hex

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.board import Board
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.figures import Figure
    from tsolve.games.gloomhaven.state import State


def keeps_clear(
    book: Book, state: State, monster: Figure, enemies: Iterable[frozenset[Hex]], may_fall: bool = False
) -> bool:
    """Whether a monster that nobody pushes enters no negative hex in its turn. `enemies`: for each enemy that
    it can see the hexes in which that one may stand by then. If they `may_fall`, each of them has to do.
    """
    if monster.flies:
        return True
    shut = (trap.at for trap in state.traps)
    closed = frozenset((*shut, *book.terrain.hazards, *state.obstacles))
    others = len(state.figures) - 2
    party = sum(figure.side == "party" for figure in state.figures)
    board = book.board(state)
    field = _Field(board, closed, monster.at, party)
    places = list(enemies)
    alone = [_comes_beside(field, each, None, others) for each in places]
    if may_fall:
        return all(alone)
    return any(alone) or any(_comes_beside(field, *pair, others - 1) for pair in combinations(places, 2))


class _Field(NamedTuple):
    """Where a monster looks for its way."""

    board: Board
    closed: frozenset[Hex]
    """Traps, hazards and obstacles."""
    start: Hex
    party: int
    """How many figures may stand in the way, one of them the enemy that it comes to."""


@lru_cache(8192)
def _comes_beside(field: _Field, some: frozenset[Hex], more: frozenset[Hex] | None, others: int) -> bool:
    """Whether a monster can always come beside an enemy in one of `some` hexes, or one in one of the others
    if there are two, with so many others on the map.
    """
    pairs = ((one, other) for one in some for other in ((one,) if more is None else more - {one}))
    return all(
        len((_good_hexes(field, one) | _good_hexes(field, other)) - {one, other}) > others
        or not {one, other}.isdisjoint(field.board.neighbours(field.start))
        for one, other in pairs
    )


@lru_cache(8192)
def _good_hexes(field: _Field, end: Hex) -> frozenset[Hex]:
    """The hexes beside an enemy to which more ways lead than the others of the party could block."""
    board, closed = field.board, field.closed | {end}
    beside = (each for each in board.neighbours(end) if each not in closed and board.sees(each, end))
    return frozenset(each for each in beside if _has_ways(board, closed, field.start, each, field.party))


@lru_cache(65536)
def _has_ways(board: Board, closed: frozenset[Hex], start: Hex, end: Hex, wanted: int) -> bool:
    """Whether so many ways lead from one hex to another that share none of the hexes between them."""
    if end in board.neighbours(start):
        return True  # nobody can stand in between
    taken: set[tuple[_Door, _Door]] = set()
    return all(_one_more(board, closed, (start, True), (end, False), taken) for _ in range(wanted))


_Door = tuple[Hex, bool]
"""The entrance (False) or the exit (True) of a hex: one way leads from the one to the other."""


def _one_more(
    board: Board, closed: frozenset[Hex], start: _Door, end: _Door, taken: set[tuple[_Door, _Door]]
) -> bool:
    """Add one way to those that are taken, perhaps by leading them differently; whether there is one. (Ford
    and Fulkerson)
    """
    come: dict[_Door, _Door] = {start: start}
    waiting = deque([start])
    while waiting and end not in come:
        door = waiting.popleft()
        here, is_exit = door
        on = [(each, False) for each in board.neighbours(here)] if is_exit else [(here, True)]
        back = [one for one, other in taken if other == door]
        for step in (*(each for each in on if (door, each) not in taken), *back):
            if step not in come and step[0] not in closed:
                come[step] = door
                waiting.append(step)
    if end not in come:
        return False
    while end != start:
        before = come[end]
        if (end, before) in taken:
            taken.remove((end, before))
        else:
            taken.add((before, end))
        end = before
    return True
