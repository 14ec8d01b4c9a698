"""A campaign: what players keep from one game to the next, who picks first, and the points of all games.
(QUEST-17)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tsolve.errors import UsageError
from tsolve.games.quest.book import Book
from tsolve.games.quest.scoring import cards_of, is_market_card, scores, winners
from tsolve.games.quest.selection import Setup
from tsolve.games.quest.state import State


class Campaign(msgspec.Struct, frozen=True):
    """What each player takes from one game to the next."""

    kept: tuple[tuple[str, ...], ...]
    """The cards that each player has picked so far."""
    points: tuple[int, ...]
    """The victory points of all games together."""
    names: tuple[str, ...] = ()
    """What the players are called; empty texts for those without a name."""
    game: int = 1
    """The game that they now come to."""

    @classmethod
    def of(cls, players: int) -> Campaign:
        """A campaign before its first game."""
        return cls(((),) * players, (0,) * players, ("",) * players)

    def next_game(self, setup: Setup) -> Setup:
        """The pieces of the next game, with the players' picked cards. (QUEST-17.3)"""
        return replace(setup, players=len(self.kept), kept=self.kept)

    def leaders(self) -> list[int]:
        """The players with the most points so far; at the end they win. (QUEST-17.4)"""
        return [player for player, points in enumerate(self.points) if points == max(self.points)]


def picking_order(book: Book, state: State) -> list[int]:
    """The players in the order of their picks: a winner first, then round the table. (QUEST-17.2)"""
    first, players = winners(book, state)[0], len(state.players)
    return [(first + place) % players for place in range(players)]


def may_pick(book: Book, state: State, player: int, picked: Sequence[str]) -> list[str]:
    """The cards that a player may pick: own Market cards that nobody has picked yet. (QUEST-17.2)"""
    cards = map(book.card, dict.fromkeys(cards_of(state, player)))
    return [card.id for card in cards if is_market_card(card) and card.id not in picked]


class WrongPickError(UsageError):
    """A player picks what cannot be picked."""

    def __init__(self, player: int, message: str, cards: Sequence[str]) -> None:
        super().__init__(message)
        self.player, self.cards = player, cards


def offers(
    book: Book, state: State, picks: Mapping[int, str], names: Sequence[str] = ()
) -> list[tuple[int, list[str]]]:
    """The players in the order of their picks, each with the cards to pick from. (QUEST-17.2)

    `picks` are those that are told. Raises WrongPickError for a card that its player may not pick.
    """
    picked: dict[str, int] = {}
    found = []
    for player in picking_order(book, state):
        cards = may_pick(book, state, player, [*picked])
        found.append((player, cards))
        card = picks.get(player)
        if card is None:
            continue
        if card not in cards:
            who = _called(player, names)
            why = f"{_called(picked[card], names)} has picked it" if card in picked else "has none to keep"
            raise WrongPickError(player, f"{who} may not pick {book.name(card)}: {why}", cards)
        picked[card] = player
    return found


def _called(player: int, names: Sequence[str]) -> str:
    return (names[player] if player < len(names) else "") or f"player {player + 1}"


def after_game(book: Book, state: State, campaign: Campaign, picks: Mapping[int, str]) -> Campaign:
    """The campaign after a game that has ended so, in which these players picked these cards. (QUEST-17.2 to
    QUEST-17.4)

    Raises WrongPickError for a card that its player may not pick.
    """
    offers(book, state, picks, campaign.names)
    kept = tuple(
        (*cards, picks[player]) if player in picks else cards for player, cards in enumerate(campaign.kept)
    )
    totals = (sum(each) for each in zip(campaign.points, scores(book, state), strict=True))
    return replace(campaign, kept=kept, points=tuple(totals), game=campaign.game + 1)
