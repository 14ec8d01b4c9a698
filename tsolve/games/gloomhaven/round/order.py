"""Who acts next in a round. (GH-2.4, GH-11.3, GH-12.2 to GH-12.4)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.turn.initiative import RANKS, order_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import Figure, State


def next_up(book: Book, state: State) -> list[str]:
    """The figures one of which acts next: several where the players choose; none at the end of the round.

    The lowest initiative comes first, of equal ones a character before types of monsters. Of two characters
    the one comes first whose other card is lower. A type that has begun goes on before another one. Who
    takes one more turn comes before all.
    """
    again = [name for name in state.again if state.is_up(name)]
    if again:
        return again[:1]
    units = list(_units(book, state))
    if not units:
        return []
    least = min(_slot(book, state, unit) for unit in units)
    tied = [unit for unit in units if _slot(book, state, unit) == least]
    begun = [unit for unit in tied if _has_begun(state, unit)]
    return [unit[0].name for unit in begun or tied]


def waits(book: Book, figure: Figure) -> bool:
    """Whether a figure still has a turn in this round. (GH-11.3, GH-12.34)"""
    if figure.acted or figure.exhausted or figure.kind == "object":
        return False
    acts_at_once = figure.kind == "summon" and book.reads("summons_act", "next_turn")
    return not figure.new or acts_at_once


def _units(book: Book, state: State) -> Iterator[Sequence[Figure]]:
    """Those who act together and still have turns: a character with its summons, or a type of monsters, each
    in the order of its members.
    """
    units: dict[str, list[Figure]] = {}
    for figure in state.figures:
        if waits(book, figure):
            units.setdefault(_unit_of(figure), []).append(figure)
    return (sorted(members, key=_within) for members in units.values())


def _unit_of(figure: Figure) -> str:
    return figure.owner if figure.kind == "summon" else figure.group


def _within(figure: Figure) -> tuple[int, int, int]:
    """Summons before their owner in the order of their coming; elites before others, by their numbers."""
    return int(figure.kind != "summon"), RANKS.index(figure.rank), figure.number


def _slot(book: Book, state: State, unit: Sequence[Figure]) -> tuple[int, ...]:
    """When a unit acts, the lower one first."""
    leader = state.figure(unit[0].owner) if state.on_map(unit[0].owner) else unit[0]
    return order_of(book, state, leader)


def _has_begun(state: State, unit: Sequence[Figure]) -> bool:
    """Whether another one of those who act together has had its turn in this round."""
    names = {figure.name for figure in unit}
    together = _unit_of(unit[0])
    return any(
        each.acted and each.name not in names and each.kind != "object" and _unit_of(each) == together
        for each in state.figures
    )
