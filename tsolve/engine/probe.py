"""Watches the rules of a game at work: what they look up, how much they do, what they decide alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from tsolve.errors import TsolveError

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

STATES_PER_ACTION = 10
"""So many states of an optimisation problem count for one action played."""
ACTIONS_PER_POSITION = 5
"""The cost of a position of a search under chance, in actions played."""
REMEMBERED = 20_000
"""So many actions played are remembered: some fifty megabytes at the most."""


class TooMuchWorkError(TsolveError, RuntimeError):
    """The rules have done as much work as their probe allows."""


def nobody_hears(_: int) -> None:
    """Takes no note of how many positions were looked at. A probe may be sent to another process."""


class Probe(Generic[S, A]):
    """Watches the rules that it is given to, and may limit what they do.

    Work is counted in actions played, so that every machine counts the same. A probe that `notes` collects
    the readings and cards that are looked up. One that `remembers` keeps what was played: many goals and
    targets are asked about in turn, and where everything is tried they meet the same positions.
    """

    def __init__(
        self,
        limit: int | None = None,
        on_position: Callable[[int], None] = nobody_hears,
        notes: bool = False,
        remembers: bool = False,
    ) -> None:
        """`limit` is the most work; `on_position` hears how many positions searches have looked at."""
        self.limit = limit
        self.on_position = on_position
        self.notes = notes
        self.remembers = remembers
        self.work = 0
        self.positions = 0
        self.readings: dict[str, str] = {}
        """The interpretations that were looked up, with their options."""
        self.cards: dict[str, object] = {}
        """The cards whose facts were looked up."""
        self.forced: list[tuple[S, A]] = []
        """Choices that had one answer and were made without asking, each with the position it was made in."""
        self.came: list[A] = []
        """Events that happened without asking chance, because nothing else could."""
        self.untold: list[S] = []
        """Positions in which a choice was let go by, because nobody knows what there was to choose from."""
        self.legal: dict[S, list[A]] = {}
        self.played: dict[Hashable, dict[tuple[S, A], S]] = {}
        """What was played, by the rules that it was played by: some halt where others go on."""

    def spend(self, work: int) -> None:
        """Count work that is about to be done. Raises TooMuchWorkError beyond the limit."""
        self.work += work
        if self.limit is not None and self.work > self.limit:
            raise TooMuchWorkError

    def solved(self, states: int) -> None:
        """Count the states of an optimisation problem."""
        self.spend(states // STATES_PER_ACTION)

    def looked_at_position(self) -> None:
        """Count a position of a search under chance."""
        self.positions += 1
        self.spend(ACTIONS_PER_POSITION)
        self.on_position(self.positions)


class Noting(dict[str, V]):
    """A mapping that notes in `asked` what is looked up in it.

    A look-up is passed on, so that where a mapping that takes notes is given to another one, both do.
    """

    def __init__(self, source: Mapping[str, V], asked: dict[str, V] | dict[str, object]) -> None:
        super().__init__(source)
        self.source = source
        self.asked: dict[str, V] | dict[str, object] = asked

    def __getitem__(self, key: str) -> V:
        found = self.source[key]
        self.asked[key] = found
        return found

    def get(self, key: str, default: V | None = None) -> V | None:  # type: ignore[override]  # one form is enough
        """As of a dict; notes what is there."""
        return self[key] if key in self.source else default
