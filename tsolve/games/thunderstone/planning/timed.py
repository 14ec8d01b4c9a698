"""The rules as long as there is time: what is played by them ends when it is over."""

from __future__ import annotations

from time import monotonic

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.model.trace import Trace


class OutOfTimeError(Exception):
    """The time is over before everything was played."""


class Timed(Thunderstone):
    """The rules until `deadline` (monotonic seconds). Raises OutOfTimeError for an action played later."""

    def __init__(self, book: Book, deadline: float) -> None:
        super().__init__(book)
        self.deadline = deadline

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        if monotonic() > self.deadline:
            raise OutOfTimeError
        return super().apply(state, action, trace)
