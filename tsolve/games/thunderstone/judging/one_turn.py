"""The rules, noting what they look up: for judging."""

from __future__ import annotations

from tsolve.engine.probe import Probe
from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State


def one_turn(book: Book) -> Thunderstone:
    """The rules with a probe that takes notes."""
    return Thunderstone(book, Probe(notes=True))


def go_on(game: Thunderstone, state: State) -> State:
    """Draw the new hand and begin the next turn, as far as that is no matter of chance."""
    free = Thunderstone(game.book)
    while not state.over and free.mover(state) == CHANCE and len(events := free.chance(state)) == 1:
        state = free.apply(state, events[0][0])
    return state
