"""A Monster that makes every Rank darker than it is (Guardian of Night)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import GlobalEffect
from tsolve.games.thunderstone.effects.numbers import Count


class Darken(GlobalEffect, frozen=True, tag="darken"):
    """Multiplies the basic Light Penalty of every Rank, before anything adds to it. (DS-3, TS-10.1)"""

    stated = True
    by: Count = 2

    def darkness_factor(self) -> int:
        return self.by

    def say(self) -> str:
        return f"the basic Light Penalty of every Rank counts {_TIMES.get(self.by, f'{self.by} times')}"


_TIMES = {1: "once", 2: "twice"}
