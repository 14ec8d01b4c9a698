"""Plays a given line, action by action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

import msgspec

from tsolve.engine.protocol import Game
from tsolve.model.trace import Entry, Trace

S = TypeVar("S")
A = TypeVar("A")


class Replayed(msgspec.Struct, Generic[S, A], frozen=True):
    """One action of a line with the position before and after it and what it brought about."""

    action: A
    text: str
    before: S
    after: S
    entries: tuple[Entry, ...]
    readings: dict[str, str]


def replay(game: Game[S, A], state: S, line: Iterable[A]) -> list[Replayed[S, A]]:
    """Play the actions in order. Raises IllegalActionError at the first one that is not legal."""
    steps: list[Replayed[S, A]] = []
    for action in line:
        trace = Trace()
        text = game.notation(state, action)
        after = game.apply(state, action, trace)
        steps.append(Replayed(action, text, state, after, trace.entries, trace.readings))
        state = after
    return steps
