"""Seeded play: whole games by players that are functions. Same seed, same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from tsolve.engine.protocol import CHANCE, Game

S = TypeVar("S")
A = TypeVar("A")

Bot = Callable[[S, list[A], Random], A]
"""Chooses one of the legal actions; may use the given random source and no other."""


def random_bot(_state: S, actions: list[A], random: Random) -> A:
    """Any legal action, each as likely."""
    return actions[int(random.random() * len(actions))]  # a third of the time of randrange


def play(
    game: Game[S, A], state: S, bots: list[Bot[S, A]], random: Random, limit: int = 100_000
) -> Iterator[S]:
    """Yield every position of a game from `state` to its end, at most `limit` of them."""
    yield state
    for _ in range(limit):
        if game.is_over(state):
            return
        mover = game.mover(state)
        if mover == CHANCE:
            state = game.sample(state, random)
        else:
            state = game.apply(state, bots[mover](state, game.legal_actions(state), random))
        yield state
