"""The gold of the revealed cards. (TS-4.3, TS-14.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import State


def purse(book: Book, state: State) -> int:
    """The Gold Values of all revealed cards that are still in play and not destroyed."""
    return sum(
        book.card(member.card).gold or 0 for member in state.party if not member.left and not member.doomed
    )
