"""What a step does along the way without saying so: a card destroyed as the price of a use, or by a battle.

People ask about it as if it were a step, and may write it as one right after the step that did it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from tsolve.cardkit.pending_game import PendingGame
from tsolve.errors import InputError, Span

if TYPE_CHECKING:
    from tsolve.contract.position import Position

S = TypeVar("S")
A = TypeVar("A")


def in_passing(position: Position[S, A], text: str, span: Span | None = None) -> Callable[[S], int] | None:
    """A function that counts how often this turn has done what a text says; None if that is not counted, or
    the text means nothing.
    """
    game, start = position.game, position.state
    if not isinstance(game, PendingGame):
        return None
    with suppress(InputError):
        step_reader, there = position.step_reader(), start
        written = step_reader.read(start, text, span)
        if written.absent and (having := game.with_at_hand(start, written.absent)) is not None:
            there = having  # the card may arrive during the turn
            written = step_reader.read(there, text, span)
        count = game.times_done(there, written.action)
        if count is not None:
            before, counted = count(start), count
            return lambda state: counted(state) - before
    return None


class Course(Generic[S, A]):
    """What the last step of a line did along the way, less what texts have told of it."""

    def __init__(self, position: Position[S, A], step: str = "", told: tuple[A | None, ...] = ()) -> None:
        """`position` is the position before that step; `told` is what texts have told of it since."""
        self._position, self._step, self._told = position, step, told

    def has(self, state: S, text: str, span: Span | None) -> bool:
        """Whether the text tells one more thing that was done up to this position."""
        count = in_passing(self._position, text, span) if self._step else None
        if count is None or count(state) <= self._told.count(self._said(text)):
            return False
        return in_passing(self._position, self._step) is None  # else the step itself has said it

    def told(self, text: str) -> Course[S, A]:
        """The same, once this text has told its part."""
        return Course(self._position, self._step, (*self._told, self._said(text)))

    def _said(self, text: str) -> A | None:
        """What a text says; None for nothing."""
        with suppress(InputError):
            return self._position.step_reader().read(self._position.state, text, None).action
        return None
