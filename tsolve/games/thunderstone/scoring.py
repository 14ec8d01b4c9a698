"""Victory Points and who wins. (TS-17.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn.treasures import effect_of

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import State


def owned(state: State, player: int) -> list[str]:
    """Every known card that a player owns: deck, discard pile, hand, and a Hero lent to another player.

    A card that a Battle Effect has destroyed is owned until it leaves (TS-7.8), even if the game ends first.
    """
    owner = state.players[player]
    cards = [*piles.contents(owner.deck), *owner.discard, *(owner.hand or ())]
    for member in state.party:
        holder = state.active if member.owner == NONE else member.owner
        if holder == player and not member.left:
            cards.append(member.card)
    if player == state.active:
        cards += (*state.found, *state.aside)
    return cards + [card for seat, card in state.turned if seat == player]


def counted(book: Book, state: State, player: int) -> list[str]:
    """What counts for a player at the end: also what Treasures give back to the deck. (TS-17.2, DS-7)"""
    cards = owned(state, player)
    for treasure in state.players[player].treasures:
        effect = effect_of(book, treasure.card)
        if treasure.holds and effect is not None and effect.returns:
            cards += (treasure.card, treasure.holds)
    return cards


def scores(book: Book, state: State) -> list[int]:
    """The Victory Points of all cards that each player owns. (TS-17.2)"""
    everything = [counted(book, state, player) for player in range(len(state.players))]
    return [
        sum(_worth(book, card, everything, player) for card in cards)
        for player, cards in enumerate(everything)
    ]


def _worth(book: Book, card: str, everything: list[list[str]], player: int) -> int:
    facts = book.card(card)
    return (facts.vp or 0) + sum(effect.worth(book, everything, player) for effect in facts.scoring)


def winners(book: Book, state: State) -> tuple[int, ...]:
    """Who would win now: the best score; among equals the owner of the Thunderstone, else all. (TS-17.2)"""
    points = scores(book, state)
    first = tuple(player for player, score in enumerate(points) if score == max(points))
    return (state.stone_owner,) if state.stone_owner in first else first
