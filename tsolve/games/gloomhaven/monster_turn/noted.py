"""A deliberation of which notes are taken: what it rests on is looked up whenever it is asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from tsolve.engine.probe import Noting
from tsolve.games.gloomhaven.monster_turn.situation import Readings, Situation
from tsolve.games.gloomhaven.monster_turn.solver import Deliberation

V = TypeVar("V")

Known = dict[Hashable, tuple[object, tuple[str, ...]]]
"""What was worked out in a situation under some readings, each with those that were looked up for it."""


class NotedDeliberation(Deliberation):
    """What is known of its situation is not worked out again, whoever takes the notes."""

    def __init__(self, situation: Situation, readings: Readings, known: Known) -> None:
        """`readings` takes the notes; `known` belongs to the situation and is added to."""
        self._known = known
        self._noting: Noting[str] = Noting(readings, {})
        super().__init__(situation, self._noting)

    def _once(self, what: Hashable, work_out: Callable[[], V]) -> V:
        """What is known, its readings looked up once more; else it is worked out, and they are noted."""
        if what not in self._known:
            around, own = self._noting.asked, dict[str, str]()
            self._noting.asked = own
            found = work_out()
            self._known[what] = found, tuple(own)
            self._noting.asked = around
            for key in own:
                self._noting[key]
            return found
        known, keys = self._known[what]
        for key in keys:
            self._noting[key]
        return cast("V", known)
