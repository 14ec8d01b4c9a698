"""What may be done this turn, to be compared by playing on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from tsolve.contract.capability import Question
from tsolve.contract.position import Position
from tsolve.engine import Game
from tsolve.players import Start

S = TypeVar("S")
A = TypeVar("A")


class Step(msgspec.Struct, Generic[A], frozen=True):
    """Actions, then what to do after each event that may come."""

    line: tuple[A, ...]
    after: tuple[tuple[A, Step[A]], ...] = ()


class Candidate(msgspec.Struct, Generic[A], frozen=True):
    """A way to spend the turn: how it begins. What comes after it is up to whoever plays on."""

    name: str
    """What it is about, in a few words."""
    plan: Step[A]
    kind: str = ""
    """The kind of turn, where the game has kinds."""
    known: str = ""
    """What is known of this turn without playing on: what it brings, or how likely."""
    gains: tuple[str, ...] = ()
    """Cards that the player's deck has besides, to ask what they are worth."""


WAYS: Question[[], Sequence[Candidate[object]]] = Question(
    "tsolve.advising.candidates:legal_now", "ways", "advise"
)
"""What may be done this turn; turns that are the same only once."""


def legal_now(position: Position[S, A]) -> list[Candidate[A]]:
    """In a game that says nothing more: everything that is legal now."""
    end = position.to_the_end()
    game, state = end.whole_game, end.state
    return [Candidate(game.notation(state, each), Step((each,))) for each in game.legal_actions(state)]


class Prospects(NamedTuple):
    """What a game may come to."""

    scores: Sequence[float]
    """What each player may be expected to have in the end."""
    spread: float = 0.0
    """The standard deviation of what comes to the difference of two players; 0 at the end."""


class Outlook(NamedTuple, Generic[S, A]):
    """What a game brings for games that are played on with the same luck, and left before their end."""

    pile: Callable[[S], Hashable]
    """Whose card chance brings next: cards of one pile are shuffled together."""
    owned: Callable[[S], Mapping[Hashable, Iterable[A]]]
    """For each such pile the events by which its cards come, wherever they lie now."""
    turns: Callable[[S, int], int]
    """How many turns of the player it takes until the deck was shuffled so many times; 0 where games are
    never left.
    """
    prospects: Callable[[S], Prospects]
    """Where a game is left: what may come, by a rule of thumb."""
    gaining: Callable[[S, str], S] | None = None
    """The position in which the player's deck has one card more."""


OUTLOOK: Question[[], Outlook[object, object]] = Question("tsolve.advising.candidates:to_the_end", "outlook")
"""Asked of a `Start`."""


def to_the_end(start: Start[S, A]) -> Outlook[S, A]:
    """In a game that says nothing more games are played to their end."""
    game: Game[S, A] = start.game

    def prospects(state: S) -> Prospects:
        return Prospects(game.scores(state))

    return Outlook(game.turn_of, lambda _: {}, lambda _, __: 0, prospects)
