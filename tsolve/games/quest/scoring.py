"""Victory points. (QUEST-13)"""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.cardkit.piles import contents
from tsolve.games.quest.actions import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.questing import points_of_quest
from tsolve.games.quest.state import State


def cards_of(state: State, player: int) -> Iterator[str]:
    """All known cards that a player owns: deck, hand, discard pile, and what lies in front of the player, but
    for what was borrowed.
    """
    owner = state.players[player]
    yield from contents(owner.deck)
    yield from owner.discard
    yield from owner.hand or ()
    if player == state.active:
        laid = (state.laid[place] for place in state.present())
        yield from (card.card for card in laid if card.lender == NONE)


def scores(book: Book, state: State) -> list[int]:
    """The points of each player: printed on all cards, 1 for each XP, and the Side Quest. (QUEST-13.1)"""
    return [_points(book, state, player) for player in range(len(state.players))]


def _points(book: Book, state: State, player: int) -> int:
    owner = state.players[player]
    cards = [book.card(card) for card in cards_of(state, player)]
    printed = sum(worth(book, state, player, card) for card in cards)
    return printed + owner.xp + points_of_quest(book, state, player, cards)


def quest_points(book: Book, state: State) -> int:
    """The points of the active player's Side Quest. (QUEST-14.1)"""
    cards = [book.card(card) for card in cards_of(state, state.active)]
    return points_of_quest(book, state, state.active, cards)


def worth(book: Book, state: State, player: int, card: Card) -> int:
    """The points that a card of this player's is worth: as printed, but for Wound cards that a Side Quest
    counts otherwise.
    """
    quest = state.players[player].quest
    prize = book.card(quest).prize if quest else None
    by_wounds = prize is not None and prize.points == "wounds"
    return 0 if card.is_wound and by_wounds else card.vp or 0


def winners(book: Book, state: State) -> list[int]:
    """The players who win: most victory points, then most Wounds, then most Legendary and Treasure cards.
    (QUEST-13.2, key.tie_break)
    """
    fewest = book.reads("tie_break", "fewest_wounds")

    def rank(player: int) -> tuple[int, int, int]:
        cards = [book.card(card) for card in cards_of(state, player)]
        wounds = state.players[player].wounds + sum(card.is_wound for card in cards)
        prized = sum(card.treasure or card.legendary for card in cards)
        return points[player], -wounds if fewest else wounds, prized

    points = scores(book, state)
    ranks = [rank(player) for player in range(len(state.players))]
    return [player for player, its in enumerate(ranks) if its == max(ranks)]
