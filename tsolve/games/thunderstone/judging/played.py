"""What was done in a turn of Thunderstone, from its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tsolve.games.thunderstone.actions import Action, Attack, Buy, LevelUp
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.state import State, Tally
from tsolve.games.thunderstone.target import called
from tsolve.turns.played import Continuation as AnyWay
from tsolve.turns.played import Move as AnyMove
from tsolve.turns.played import Played as AnyPlayed

Move: TypeAlias = AnyMove[State, Action]
Played: TypeAlias = AnyPlayed[State, Action]
Continuation: TypeAlias = AnyWay[State, Action]


def attacked_name(book: Book, moves: Sequence[Move], tally: Tally) -> str:
    """The Monster of the battle; with its place where others of its name stood elsewhere."""
    battles = (
        called(book, each.before, each.action.rank) for each in moves if isinstance(each.action, Attack)
    )
    return next(battles, book.name(tally.attacked) if tally.attacked else "")


def bought(moves: Sequence[Move]) -> list[str]:
    """The cards bought, in order."""
    return [move.action.card for move in moves if isinstance(move.action, Buy)]


def levelled(moves: Sequence[Move]) -> list[tuple[str, str]]:
    """Heroes levelled up with what they became, in order."""
    return [
        (move.before.party[move.action.hero].card, move.action.into)
        for move in moves
        if isinstance(move.action, LevelUp)
    ]


def from_attack(moves: Sequence[Move]) -> tuple[State, list[Action]]:
    """The position of the attack and what was done from then on; else that of the first move, and nothing."""
    at = next((number for number, move in enumerate(moves) if isinstance(move.action, Attack)), len(moves))
    return (moves[at] if at < len(moves) else moves[0]).before, [move.action for move in moves[at:]]
