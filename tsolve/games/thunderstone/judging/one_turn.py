"""The rules, halting at the result of a turn and noting what they look up: for judging."""

from __future__ import annotations

from tsolve.engine.probe import Probe
from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.order import DrawHand


def one_turn(book: Book) -> Thunderstone:
    """The rules that stop where the result of a turn stands, before the new hand is drawn.

    The engine by itself would go on into the next player's turn, where the tally begins anew.
    """
    return Thunderstone(book, Probe(notes=True), halts_before=(DrawHand,))


def go_on(game: Thunderstone, state: State) -> State:
    """Draw the new hand and begin the next turn, as far as that is no matter of chance."""
    free = Thunderstone(game.book)
    state = free.settled(state)
    while not state.over and free.mover(state) == CHANCE and len(events := free.chance(state)) == 1:
        state = free.apply(state, events[0][0])
    return state
