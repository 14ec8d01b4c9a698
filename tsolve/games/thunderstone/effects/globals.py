"""What Monsters do to everybody while they stand in the Dungeon. (DS-3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import GlobalEffect
from tsolve.games.thunderstone.effects.numbers import Count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class Darken(GlobalEffect, frozen=True):
    """Multiplies the basic Light Penalty of every Rank, before anything adds to it. (DS-3, TS-10.1)"""

    stated = True
    by: Count = 2

    def darkness_factor(self) -> int:
        return self.by

    def say(self) -> str:
        return f"the basic Light Penalty of every Rank counts {_TIMES.get(self.by, f'{self.by} times')}"


_TIMES = {1: "once", 2: "twice"}


class Plague(GlobalEffect, frozen=True):
    """Every player gains Diseases whenever another Monster is defeated. (DS-3, TS-12.3)"""

    stated = True
    count: int = 1

    def after_defeat(self, play: Play, monster: str) -> None:
        for player in play.seats():
            play.infect(player, self.count, ("DS-3", f"card.{monster}", "TS-12.3"))

    def say(self) -> str:
        what = f"{self.count} Disease{'s' if self.count > 1 else ''}"
        return f"every player gains {what} when another Monster is defeated"


class RepeatBattle(GlobalEffect, frozen=True):
    """While it stands in space 0, the Battle Effects of every battle are carried out this many more times.
    (DS-3, DS-8, TS-7.7)
    """

    stated = True
    outside_only = True
    times: Count = 1

    def repeats(self) -> int:
        return self.times

    def say(self) -> str:
        more = "once more" if self.times == 1 else f"{self.times} more times"
        return f"while it is in space 0, Battle Effects are carried out {more} in each battle"


class Shine(GlobalEffect, frozen=True, tag="light"):
    """Changes the Light in every Rank; negative is darker. (DS-3, TS-10.1)"""

    stated = True
    by: int

    def light(self) -> int:
        return self.by

    def say(self) -> str:
        return f"Light {self.by:+d} in every Rank"
