"""A Hero's Strength in the preparation. (TS-8.1, TS-8.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.turn.counting import Hand, strength_of_kin

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import State


def strength_of(book: Book, state: State, hero: int) -> int:
    """The modified Strength of a Hero of the party, before any Battle Effect."""
    member = state.party[hero]
    card = book.card(member.card)
    kin = strength_of_kin(Hand(book, state.party), card)
    return (card.strength or 0) + member.strength + state.rally_strength + kin


def weight_of(book: Book, state: State, weapon: int) -> int:
    """The Weight of a Weapon of the hand, 0 under a Magical Aura."""
    return 0 if state.lightened else book.card(state.party[weapon].card).weight or 0
