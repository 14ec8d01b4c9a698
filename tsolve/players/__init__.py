"""Who plays a game: one object for each seat, which chooses among the legal actions.

A player is told only what its seat may know: the position that `choose` is given hides the hands of others
and orders that nobody at the table knows. A game names by the capability `players` what makes its players;
how a whole game is played with them stands in `playing`, a player that plans its turns in `planning`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from tsolve.contract.capability import Capabilities, Question
from tsolve.engine import Game, random_bot
from tsolve.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from random import Random

    from tsolve.contract.position import Position

S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)


class Player(Protocol[S_contra, A]):
    """Whoever sits in one seat of one game. It may remember what it has planned."""

    def choose(self, state: S_contra, actions: Sequence[A], random: Random) -> A:
        """One of the legal actions, of which there is at least one. `state` is what the seat may know;
        `random` is the only source of chance.
        """
        ...


class Start(msgspec.Struct, Generic[S, A], frozen=True):
    """Where a whole game begins or goes on. It can be sent to another process."""

    game: Game[S, A]
    """The rules by which the whole game is played."""
    state: S
    capabilities: Capabilities
    title: str = ""
    """What the game is called."""
    position: Position[S, A] | None = None
    """What the game goes on from, where its players need more than the rules."""

    def lacks(self, question: str) -> str:
        """The error message for a question that the game does not answer."""
        return f"{self.title} has no `{question}`"


class Brought(NamedTuple, Generic[S, A]):
    """What a game brings for its players."""

    seen: Callable[[S, int], S]
    """A position as this seat, counted from 0, may know it."""
    makers: Mapping[str, Callable[[], Player[S, A]]]
    """By name, what makes a player for a seat."""
    winners: Callable[[S], tuple[int, ...]]
    """The seats that win if the game ends here."""


class RandomPlayer(Generic[S, A]):
    """Plays any legal action, all equally likely."""

    def choose(self, state: S, actions: Sequence[A], random: Random) -> A:
        return random_bot(state, list(actions), random)


RANDOM = "random"
"""The player that there is in every game."""


def _nobody_else(start: Start[S, A]) -> Brought[S, A]:
    def best(state: S) -> tuple[int, ...]:
        scores = start.game.scores(state)
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    return Brought(lambda state, _: state, {}, best)


PLAYERS: Question[[], Brought[object, object]] = Question(usual=_nobody_else, name="players")
"""What a game brings for its players. Asked of a `Start`."""


def brought(start: Start[S, A]) -> Brought[S, A]:
    """What the game brings, with the player that there is in every game."""
    found: Brought[S, A] = PLAYERS.of(start)()  # type: ignore[assignment]  # of the game of this start
    return found._replace(makers={RANDOM: RandomPlayer, **found.makers})


def start_of(position: Position[S, A]) -> Start[S, A]:
    """Where a whole game goes on from a position. Raises InputError where it tells too little."""
    end = position.to_the_end()
    asked = end if end.players_ask_it else None
    return Start(end.whole_game, end.state, end.capabilities, end.ruleset.title, asked)


def seats(start: Start[S, A], names: Sequence[str] = (RANDOM,)) -> list[Player[S, A]]:
    """A player for each seat, by names; one name is meant for all of them. Raises UsageError for an unknown
    name, or for another number of names.
    """
    sitting = len(start.game.scores(start.state))
    makers = brought(start).makers
    for name in names:
        if name not in makers:
            raise UnknownNameError(f'no player is called "{name}"; there are: {", ".join(makers)}')
    named = tuple(names) * max(sitting, 1) if len(names) == 1 else tuple(names)
    if not sitting and len(named) != 1:
        raise UsageError("the party plays as one: name one player for it")
    if sitting and len(named) != sitting:
        raise UsageError(
            f"{len(named)} players are named, and {sitting} play: name one for each, or one for all"
        )
    return [makers[name]() for name in named]
