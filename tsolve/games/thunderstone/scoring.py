"""Victory Points, what a turn changes of them, and who wins. (TS-17.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn.treasures import effect_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.effects.base import Scoring
    from tsolve.games.thunderstone.state import Move, State


def owned(state: State, player: int) -> list[str]:
    """Every known card that a player owns: deck, discard pile, hand, and a Hero lent to another player.

    A card that a Battle Effect has destroyed is owned until it leaves (TS-7.8).
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


def is_owned(book: Book, state: State, cards: frozenset[str]) -> bool:
    """Whether one of these cards counts for anybody at the end."""
    for player in state.players:
        if player.treasures:
            return any(not cards.isdisjoint(each) for each in everything(book, state))
        piled = (*(segment.cards for segment in player.deck), player.discard, player.hand or ())
        if not all(map(cards.isdisjoint, piled)):
            return True
    shown = [member.card for member in state.party if not member.left]
    turned = [card for _, card in state.turned]
    return not all(map(cards.isdisjoint, (shown, state.found, state.aside, turned)))


def everything(book: Book, state: State) -> list[list[str]]:
    """What counts for each player at the end."""
    return [counted(book, state, player) for player in range(len(state.players))]


def scores(book: Book, state: State) -> list[int]:
    """The Victory Points of all cards that each player owns. (TS-17.2)"""
    cards = everything(book, state)
    return [score(book, cards, player) for player in range(len(cards))]


def points(book: Book, state: State, player: int = NONE) -> int:
    """By how much a player's final score has changed in this turn, the active player's if none is named.
    (TS-17.2)

    The score of all that is owned now, less that of what was owned as the turn began. Cards that nobody
    knows, and cards that came to be known in the turn, make no difference.
    """
    moved, me = state.tally.moved, state.active if player == NONE else player
    if not moved:
        return 0
    if book.scoring.isdisjoint(card for _, card, _ in moved) and not is_owned(book, state, book.scoring):
        return sum(by * (book.card(card).vp or 0) for owner, card, by in moved if owner == me)
    now = everything(book, state)
    before = [_as_it_was(cards, moved, owner) for owner, cards in enumerate(now)]
    return score(book, now, me) - score(book, before, me)


def costs(book: Book, state: State) -> int:
    """By how much the printed costs of the active player's cards have changed in this turn."""
    return sum(by * book.costs[card] for player, card, by in state.tally.moved if player == state.active)


def lead(book: Book, state: State) -> int:
    """The active player's score less the best of the other players'. (TS-17.2)"""
    everybody = scores(book, state)
    return everybody.pop(state.active) - max(everybody, default=0)


def _as_it_was(cards: list[str], moved: tuple[Move, ...], player: int) -> list[str]:
    """What a player owned before these cards moved."""
    before = list(cards)
    for owner, card, by in moved:
        if owner == player and by < 0:
            before.append(card)
    for owner, card, by in moved:
        if owner == player and by > 0 and card in before:
            before.remove(card)
    return before


def score(book: Book, all_cards: Sequence[Sequence[str]], player: int) -> int:
    """The Victory Points of all cards of a player, where each player has these cards at the end."""
    return sum(worth(book, card, all_cards, player) for card in all_cards[player])


def worth(book: Book, card: str, all_cards: Sequence[Sequence[str]], player: int) -> int:
    """The Victory Points of one card for a player, where each player has these cards at the end."""
    more = sum(points for _, points in extras(book, card, all_cards, player))
    return (book.card(card).vp or 0) + more


def extras(
    book: Book, card: str, all_cards: Sequence[Sequence[str]], player: int
) -> Iterator[tuple[Scoring, int]]:
    """What the effects of a card add to its printed points. (DS-10)"""
    for effect in book.card(card).scoring:
        yield effect, effect.worth(book, all_cards, player)


def unknown_piles(state: State, player: int) -> tuple[str, ...]:
    """The piles of a player that are not known in full. A hand that nobody has seen need not be one, if all
    cards are known that lie in it or in the deck.
    """
    owner = state.players[player]
    in_hand = owner.hand is None and not piles.lies_elsewhere(owner.deck)
    hidden = {"hand": in_hand, "deck": piles.has_unknown(owner.deck)}
    return tuple(pile for pile, is_hidden in hidden.items() if is_hidden)


def stone_holders(book: Book, state: State) -> tuple[int, ...]:
    """The players who own a Thunderstone."""
    return tuple(
        player
        for player, cards in enumerate(everything(book, state))
        if any(book.card(card).kind == "thunderstone" for card in cards)
    )


def winners(book: Book, state: State) -> tuple[int, ...]:
    """Who would win now: the best score; among equals the owner of the Thunderstone, else all. (TS-17.2)"""
    everybody = scores(book, state)
    first = tuple(player for player, score in enumerate(everybody) if score == max(everybody))
    if state.stone_owner in first:
        return (state.stone_owner,)
    return tuple(player for player in stone_holders(book, state) if player in first) or first
