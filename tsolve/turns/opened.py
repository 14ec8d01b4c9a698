"""A position file ready for its engine, as the rooms that know no game see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from tsolve.engine.probe import Probe
from tsolve.engine.protocol import Game

if TYPE_CHECKING:
    from tsolve.turns.narration import Narration

S = TypeVar("S")
A = TypeVar("A")


class Opened(Protocol[S, A]):
    """Each game has a struct of its own with these parts."""

    @property
    def game(self) -> Game[S, A]: ...
    @property
    def state(self) -> S: ...
    @property
    def readings(self) -> Mapping[str, str]:
        """Every interpretation with the option that it is read by."""
        ...

    def at(self, state: S) -> Opened[S, A]:
        """The same file at another point of its turn."""
        ...

    def under(self, readings: Mapping[str, str], probe: Probe[S, A] | None = None) -> Opened[S, A]:
        """The same position under other readings, watched by the probe."""
        ...

    def watched_by(self, probe: Probe[S, A]) -> Opened[S, A]:
        """The same position under the same readings, watched."""
        ...

    def narration(self) -> Narration[S, A]:
        """How written steps become actions, for one line from here."""
        ...
