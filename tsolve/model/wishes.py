"""What a best line can be asked for besides what the position file says."""

from typing import Literal, NamedTuple

Backend = Literal["auto", "exact", "cpsat"]
"""Which solver proves it; `auto` takes the one that suits the size."""
Draws = Literal["expected", "worst", "best", "known"]
"""What an uncertain draw counts for: its mean, the worst or the best that may come; `known`: no such draw."""


class Wishes(NamedTuple):
    """What shapes the answer itself; None: as the file says."""

    goal: str | None = None
    target: str | None = None
    draws: Draws | None = None
    turn: str | None = None
    """A kind of turn of the game, or `any`."""


NO_WISHES = Wishes()
