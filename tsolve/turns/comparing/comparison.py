"""What a game must say about a position to compare it under several readings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from tsolve.turns.bests import Bests
from tsolve.turns.opened import Opened
from tsolve.turns.played import Played

S = TypeVar("S")
A = TypeVar("A")

Finding = tuple[str, str]
"""What is looked at, and what is so of it, in words."""


class Comparison(Generic[S, A]):
    """The findings of any game. A game adds those of its own."""

    def __init__(self, opened: Opened[S, A]) -> None:
        self.opened = opened

    @property
    def counted_down(self) -> Collection[str]:
        """Levels of goals that count what is lost, below zero; people read them without the sign."""
        return ()

    def expected_actions(self) -> Sequence[str]:
        """The actions that the file calls legal or illegal."""
        return ()

    def outcomes(self, played: Played[S, A]) -> Iterator[Finding]:
        """How the table stands when a line has been played."""
        yield "the result", played.answer.outcome
        for zone, content in self.opened.game.zones(played.result):
            yield f"afterwards: {zone}", content

    def totals(self, played: Played[S, A]) -> Iterator[Finding]:
        """The numbers that a line came to."""
        table = played.answer.calculation
        if table is not None:
            yield table.title, str(table.total)

    def targets(self, bests: Bests[S, A]) -> Iterator[Finding]:
        """The greatest total against each target of the position."""
        return iter(())

    def line_worth(self, line: Sequence[str], goal: tuple[str, ...], turn: str) -> tuple[int, ...] | None:
        """The worth of a line for a turn of this kind; None where it is not legal or no whole turn."""
        return None

    def cards_named(self) -> Iterable[str]:
        """The cards that the position names anywhere, with those that they may become."""
        return self.opened.cards_in_sight()
