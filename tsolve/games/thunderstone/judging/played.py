"""What remains of a line that was played: everything that judging claims and expectations needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tsolve.games.thunderstone.actions import Action, Attack, Buy, LevelUp
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.state import State, Tally
from tsolve.games.thunderstone.target import called
from tsolve.model.answers import LineAnswer


class Move(msgspec.Struct, frozen=True):
    """An action that was carried out, and where."""

    before: State
    action: Action


class Way(NamedTuple):
    """One way in which the choices go that a line leaves open at its end."""

    choices: tuple[str, ...]
    played: Played

    @property
    def told(self) -> str:
        """The choices in words."""
        return ", ".join(f'"{choice}"' for choice in self.choices)


class Played(msgspec.Struct, frozen=True):
    """A line with everything that judging claims and expectations needs."""

    answer: LineAnswer
    moves: tuple[Move, ...]
    states: tuple[State, ...]
    """Before the first step and after each one that was legal."""
    result: State
    """Where the turn's result stands: at its end, before the new hand; else after the last legal step."""
    final: State
    """After the line, the new hand drawn if it is known."""
    readings: dict[str, str]
    undecided: str = ""
    """Why the line cannot be judged to its end, if it cannot."""
    waiting: tuple[str, ...] = ()
    """The answers to a choice that the line leaves open."""
    ways: tuple[Way, ...] = ()
    """Every way in which the open choices can go, at least until the battle is decided; none where nothing is
    open, or there are too many ways.
    """

    has_any_pool: bool = False
    """Whether totals were lowered of which the line does not say which, because it makes no difference."""

    @property
    def bought(self) -> list[str]:
        """The cards bought, in order."""
        return bought(self.moves)

    @property
    def levelled(self) -> list[tuple[str, str]]:
        """Heroes levelled up with what they became, in order."""
        return levelled(self.moves)


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
