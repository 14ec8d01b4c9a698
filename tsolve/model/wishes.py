"""What a best line can be asked for besides what the position file says."""

from typing import Literal

import msgspec

Backend = Literal["auto", "exact", "cpsat"]
"""Which solver proves it; `auto` takes the one that suits the size."""
Draws = Literal["expected", "worst", "best", "known"]
"""What an uncertain draw counts for: its mean, the worst or the best that may come; `known`: no such draw."""


class Wishes(msgspec.Struct, frozen=True):
    """What shapes an answer; None: as the file says."""

    goal: str | None = None
    """Its levels by name, such as `points,lost`."""
    target: str | None = None
    draws: Draws | None = None
    turn: str | None = None
    """A kind of turn of the game, or `any` to compare all kinds by one goal."""
    backend: Backend = "auto"
    all_lines: bool = False
    """All lines that are equally good."""
    top: int = 0
    """How many of the next best targets to show."""
    what_if: bool = True
    """What other cards and other goals could make of the best play, on which no judgement rests."""

    @property
    def attitude(self) -> Draws:
        """What an uncertain draw counts for where the file says nothing either."""
        return self.draws or "expected"


NO_WISHES = Wishes()
