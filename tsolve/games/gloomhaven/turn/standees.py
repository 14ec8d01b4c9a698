"""Which standee a monster gets that comes into play. (GH-1.5, GH-12.4, GH-12.34)"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.state import State


def free_number(book: Book, state: State, group: str) -> int | None:
    """The number of a standee of a type that is free; None where all of them are on the map.

    At the table it is drawn at random. Here it is the lowest, if possible one that no monster to come has in
    the file, so that those keep theirs.
    """
    used = {each.number for each in state.figures if each.group == group}
    told = {each.number for each in book.script.figures if each.group == group}
    card = book.types.get(group)
    standees: Iterable[int] = count(1)
    if card is not None and card.monster is not None:
        standees = range(1, card.monster.standees + 1)
    free = (number for number in standees if number not in used)
    lowest = next(free, None)
    if lowest is None or lowest not in told:
        return lowest
    return next((number for number in free if number not in told), lowest)
