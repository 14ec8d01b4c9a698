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

    @classmethod
    def of(cls, players: int) -> Campaign:
        """A campaign before its first game."""
        return cls(((),) * players, (0,) * players)

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


def after_game(book: Book, state: State, campaign: Campaign, picks: Mapping[int, str]) -> Campaign:
    """The campaign after a game in which these players picked these cards. (QUEST-17.2 to QUEST-17.4)

    Raises UsageError for a card that its player may not pick, and for a game that goes on.
    """
    if not state.over:
        raise UsageError("cards are picked between two games, and this game goes on")
    kept, picked = list(campaign.kept), list[str]()
    for player in picking_order(book, state):
        if player not in picks:
            continue
        if picks[player] not in may_pick(book, state, player, picked):
            raise UsageError(f"player {player + 1} may not pick {book.name(picks[player])}")
        picked.append(picks[player])
        kept[player] = (*kept[player], picks[player])
    totals = (sum(each) for each in zip(campaign.points, scores(book, state), strict=True))
    return Campaign(tuple(kept), tuple(totals))
