"""Whether the other players' hands and discards can still matter in this turn."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import contents, elsewhere, has_unknown, lies_elsewhere, shuffled, without_elsewhere

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import Player, State


MOST_HANDS = 256
"""The most hands of a player that are told apart."""


def may_hold(state: State, cards: frozenset[str]) -> bool:
    """Whether one of these cards lies in the active player's hand or may come into it by drawing."""
    me = state.me
    if any(not cards.isdisjoint(segment.cards) for segment in me.deck) or not cards.isdisjoint(me.discard):
        return True
    return any(member.card in cards and not member.left for member in state.party)


def own_cards(state: State) -> set[str]:
    """The known cards of the active player that lie in the hand or may come into it by drawing."""
    held = (member.card for member in state.party if not member.left)
    return {*held, *contents(state.me.deck), *state.me.discard}


def possible_hand(player: Player) -> tuple[str, ...] | None:
    """The cards of another player's hand, or those among which all of an unseen one are; None where that may
    be any card.
    """
    if player.hand is not None:
        return player.hand
    return None if has_unknown(player.deck) or not lies_elsewhere(player.deck) else elsewhere(player.deck)[0]


def likely(player: Player, fits: Callable[[str], bool]) -> tuple[int, int]:
    """How many hands that another player may hold have a card that fits, and how many have none; two zeros
    where nobody can count them.
    """
    if player.picked or possible_hand(player) is None or player.hand is not None:
        return 0, 0
    cards, size = elsewhere(player.deck)
    none = comb(sum(not fits(card) for card in cards), size)
    return comb(len(cards), size) - none, none


def likely_cards(player: Player, fits: Callable[[str], bool]) -> dict[tuple[str, ...], int]:
    """The cards that fit which another player's hand may hold, each copy, with the number of hands that hold
    just these; empty where nobody can count them, or where that is too much.
    """
    if player.picked or possible_hand(player) is None or player.hand is not None:
        return {}
    cards, size = elsewhere(player.deck)
    copies = Counter(filter(fits, cards))
    ways: dict[tuple[str, ...], int] = {(): 1}
    for card, count in sorted(copies.items()):
        ways = {
            (*held, *(card,) * drawn): many * comb(count, drawn)
            for held, many in ways.items()
            for drawn in range(min(count, size - len(held)) + 1)
        }
        if len(ways) > MOST_HANDS:
            return {}
    others = len(cards) - copies.total()
    counted = {held: many * comb(others, size - len(held)) for held, many in ways.items()}
    return {held: many for held, many in counted.items() if many}


def with_hand_of(player: Player, cards: tuple[str, ...]) -> Player:
    """Another player with just these cards in hand, where nothing asks for the others of the hand, nor for
    the deck.
    """
    rest = Counter(contents(player.deck)) - Counter(cards)
    return replace(player, hand=cards, deck=shuffled(tuple(sorted(rest.elements()))))


def without_of_hand(player: Player, card: str) -> Player:
    """Another player when this card has left the hand, also one that nobody knows."""
    if player.hand is None:
        return replace(player, deck=without_elsewhere(player.deck, card), picked=True)
    at = player.hand.index(card)
    return replace(player, hand=player.hand[:at] + player.hand[at + 1 :])


def may_pry(book: Book, state: State) -> bool:
    """Whether it may matter to the turn what another player discards, or keeps in the hand."""
    return may_hold(state, book.prying) or may_dig(book, state)


def asks_for_heroes_alone(book: Book, state: State) -> bool:
    """Whether all that the active player may still ask of other players' hands and decks are their Heroes."""
    if may_dig(book, state):
        return False
    return not may_hold(state, (book.prying | book.robbing) - book.borrowing)


def may_dig(book: Book, state: State) -> bool:
    """Whether a card that another player discards may be turned up again, from a deck that runs out. (TS-3.4)

    A deck that goes on with unknown cards does not run out before one of those is turned up.
    """
    rivals = (player for seat, player in enumerate(state.players) if seat != state.active)
    if all(has_unknown(player.deck) for player in rivals):
        return False
    return may_hold(state, book.digging)
