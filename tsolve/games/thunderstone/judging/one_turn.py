"""The rules, halting at the result of a turn and noting which readings were consulted: for judging."""

from __future__ import annotations

from copy import copy

from tsolve.engine.protocol import CHANCE
from tsolve.games.thunderstone import tasks
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.order import DrawHand
from tsolve.games.thunderstone.watched import Watched


class OneTurn(Thunderstone):
    """Thunderstone that stops where the result of a turn stands, before the new hand is drawn.

    The engine by itself would go on into the next player's turn, where the tally begins anew. `asked` holds
    the interpretations that were consulted, with their options, until it is cleared. `forced` holds the
    choices that had one answer and were made without asking, each with the position it was made in.
    """

    def __init__(self, book: Book) -> None:
        self.asked: dict[str, str] = {}
        self.forced: list[tuple[State, Action]] = []
        watched = copy(book)
        watched.readings = Watched(book.readings, self.asked)
        super().__init__(watched)

    def go_on(self, state: State) -> State:
        """Draw the new hand and begin the next turn, as far as that is no matter of chance."""
        state = super()._settle(Play(self.book, state))
        while not state.over and self.mover(state) == CHANCE and len(events := self.chance(state)) == 1:
            state = self.apply(state, events[0][0])
        return state

    def _settle(self, play: Play) -> State:
        while play.state.todo and not play.state.over:
            task = play.state.todo[-1]
            if isinstance(task, DrawHand) or task.mover(self.book, play.state) != tasks.ENGINE:
                break
            before = play.state
            play.set(todo=before.todo[:-1])
            start = play.state
            task.run(play)
            if play.state is not start and len(answers := task.options(self.book, before)) == 1:
                self.forced += [(before, answer) for answer in answers if not isinstance(answer, Pass)]
        return play.state
