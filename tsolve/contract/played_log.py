"""A log after it was played: for each turn the table before and after it, the steps, and what was wrong."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from tsolve.contract.step_reader import Played
from tsolve.errors import Span, UsageError
from tsolve.model.logs import Fault
from tsolve.model.plays import StepAnswer

S = TypeVar("S")
A = TypeVar("A")


class PlayedTurn(msgspec.Struct, Generic[S, A], frozen=True):
    """One turn."""

    number: int
    """Counted from 1."""
    player: int
    """The seat of the player, counted from 1."""
    name: str
    """What the player is called; empty for no name."""
    before: S
    after: S
    """The table after the turn, when the next one begins."""
    steps: tuple[StepAnswer, ...]
    """All steps, with those that are not legal."""
    played: Played[S, A]
    """The legal steps up to the result of the turn."""
    texts: tuple[str, ...]
    """These steps and what chance brought, as a line would say them."""
    faults: tuple[Fault, ...] = ()
    is_hidden: bool = False
    """Whether nobody tells the player's cards."""
    outcome: str = ""
    """What it came to, in a sentence."""
    span: Span | None = None
    """Where the turn stands in the file."""
    is_assumed: bool = False
    """Whether the table after it is assumed: something that it came to cannot be known."""

    @property
    def is_illegal(self) -> bool:
        """Whether a step of it is not legal, or something of it cannot have come."""
        return any(not fault.undecided for fault in self.faults)


class PlayedLog(msgspec.Struct, Generic[S, A], frozen=True):
    """All turns."""

    start: S
    turns: tuple[PlayedTurn[S, A], ...]
    stopped: str = ""
    """Why the turns after the last one cannot be judged; empty if there are none."""
    not_judged: int = 0
    """How many these are."""
    first: int = 1
    """The first turn that is told; those before are only played."""

    @property
    def assumed_since(self) -> int:
        """The number of the first turn after which the table is assumed; 0 for none."""
        return next((turn.number for turn in self.turns if turn.is_assumed), 0)

    @property
    def why_assumed(self) -> str:
        """Why the table after the log is assumed; empty where it is known."""
        number = self.assumed_since
        told = f"what happened in turn {number} of the log is not known, and the table after it is assumed"
        return told if number else ""

    def is_assumed_before(self, turn: PlayedTurn[S, A]) -> bool:
        """Whether the turn was played on a table that is assumed."""
        return 0 < self.assumed_since < turn.number

    @property
    def end(self) -> S:
        """The table after the last turn."""
        return self.turns[-1].after if self.turns else self.start

    def turn(self, number: int) -> PlayedTurn[S, A]:
        """One of the turns. Raises UsageError where there is no such turn."""
        if not 1 <= number <= len(self.turns):
            told = f"{len(self.turns)} turn{'s' if len(self.turns) != 1 else ''}"
            raise UsageError(f"there is no turn {number}: the log has {told} that can be played")
        return self.turns[number - 1]
