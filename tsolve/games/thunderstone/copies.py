"""Tells apart copies of one card in a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import symmetry

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import State


def copy_number(state: State, index: int) -> int:
    """The number of this card among those of its name, counted from 1; 0 where it is the only one.

    Cards that have left the hand this turn are counted, so that a number means the same card all turn long.
    """
    return symmetry.copy_number([member.card for member in state.party], index)


def member_name(book: Book, state: State, index: int) -> str:
    """A card of the hand by name; `#2` marks the second copy when there are several."""
    if not 0 <= index < len(state.party):
        return "nobody"
    name, number = book.name(state.party[index].card), copy_number(state, index)
    return f"{name} #{number}" if number else name
