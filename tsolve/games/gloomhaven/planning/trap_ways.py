"""Whether a monster will keep out of traps and hazards, wherever the others may stand.

A monster enters one only where no way without it leads to a free hex from which it could attack any enemy
(GH-12.9, GH-12.10). A way is free if nobody of the party stands in it, and its end if nobody at all does. If
more ways lead to a hex than there are others in the party to stand in them, and no two ways share a hex, one
of them is free (Menger); and of more such hexes than there are others, one is free.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.hexes import Hex

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.board import Board
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import Figure, State


def keeps_clear(book: Book, state: State, monster: Figure, enemies: Iterable[frozenset[Hex]]) -> bool:
    """Whether a monster that nobody pushes enters no negative hex in its turn. `enemies`: for each enemy that
    it can see the hexes in which that one may stand by then.
    """
    if monster.profile.flying:
        return True
    shut = (trap.at for trap in state.traps)
    closed = frozenset((*shut, *book.terrain.hazards, *state.obstacles))
    others = len(state.figures) - 2
    party = sum(figure.side == "party" for figure in state.figures)
    board = book.board(state)
    return any(_comes_beside(board, closed, monster.at, each, party, others) for each in enemies)


@lru_cache(4096)
def _comes_beside(
    board: Board, closed: frozenset[Hex], start: Hex, ends: frozenset[Hex], party: int, others: int
) -> bool:
    """Whether a monster can always come beside an enemy, in whichever of these hexes that one stands."""
    for end in ends:
        beside = [each for each in board.neighbours(end) if each not in closed and board.sees(each, end)]
        good = (each for each in beside if _has_ways(board, closed | {end}, start, each, party))
        if start not in beside and sum(1 for _ in good) <= others:
            return False
    return True


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
