"""How the game ends with a turn, and with which score, in words. (TS-17)"""

from __future__ import annotations

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.scoring import scores, stone_holders, unknown_piles, winners
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn.hall import is_stone
from tsolve.source.words import joined

ENDS = ", which ends the game"
"""Stands behind the title of a line that does."""


def ending_sentence(book: Book, state: State) -> str:
    """Who takes the Thunderstone and, where all cards are known, who wins; for a game that is over."""
    told = [each for each in (_stone(book, state), _final_score(book, state)) if each]
    return f"This ends the game: {'; '.join(told)}." if told else "This ends the game."


def _final_score(book: Book, state: State) -> str:
    """Who has how many points and wins with them; empty where nobody can tell."""
    if hidden_piles(state):
        return ""
    if len(state.players) == 1:
        return f"player 1 has {points_of(scores(book, state)[0])}"
    points = scores(book, state)
    first = winners(book, state)
    best = points[first[0]]
    if len(first) > 1:
        return f"{_players(first)} share the victory with {points_of(best)} each"
    others = [score for player, score in enumerate(points) if player != first[0]]
    tied = " as owner of the Thunderstone" if max(others) == best else ""
    return f"player {first[0] + 1} wins{tied}, with {points_of(best)} to {' and '.join(map(str, others))}"


def why_they_win(book: Book, state: State) -> str:
    """Why these players win, in words: the highest sum, the Thunderstone, or neither. (TS-17.2)"""
    points, first = scores(book, state), winners(book, state)
    tied = [player for player, score in enumerate(points) if score == max(points)]
    if len(tied) == 1:
        return "with the most points"
    if len(first) == 1:
        return f"{_players(tied)} are tied, and player {first[0] + 1} owns the Thunderstone"
    if set(first) <= set(stone_holders(book, state)):
        return f"{_players(first)} are tied, and each owns a Thunderstone"
    return f"{_players(tied)} are tied, and none of them owns the Thunderstone"


def hidden_piles(state: State) -> str:
    """Whose piles hide cards, as the end of a sentence; empty where all is known."""
    told = []
    for player in range(len(state.players)):
        piles = unknown_piles(state, player)
        if piles:
            told.append(f"player {player + 1}'s {' and '.join(piles)}")
    if not told:
        return ""
    many = len(told) > 1 or " and " in told[0]
    return f"{joined(told)} {'are' if many else 'is'} not known in full"


def points_of(points: int) -> str:
    """A number of points in words."""
    return f"{points} point{'s' if points != 1 else ''}"


def _stone(book: Book, state: State) -> str:
    """What becomes of the Thunderstone that ended the game."""
    if state.stone_owner != NONE:
        taken = [card for card in state.tally.gained if is_stone(book, card)]
        names = joined([book.name(card) for card in taken[-1:]])
        return f"player {state.stone_owner + 1} takes {names}"
    stone = state.hall[0].card
    return f"nobody takes {book.name(stone)}" if is_stone(book, stone) else ""


def _players(players: list[int] | tuple[int, ...]) -> str:
    return f"players {joined([str(player + 1) for player in players])}"
