"""Victory points. (QUEST-13)"""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.cardkit.piles import contents
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State


def cards_of(state: State, player: int) -> Iterator[str]:
    """All known cards that a player owns: deck, hand, discard pile, and what lies in front of the player."""
    owner = state.players[player]
    yield from contents(owner.deck)
    yield from owner.discard
    yield from owner.hand or ()
    if player == state.active:
        yield from (state.laid[place].card for place in state.present())


def scores(book: Book, state: State) -> list[int]:
    """The victory points printed on all cards of each player, and 1 for each XP. (QUEST-13.1)"""
    return [
        sum(book.card(card).vp or 0 for card in cards_of(state, player)) + owner.xp
        for player, owner in enumerate(state.players)
    ]
