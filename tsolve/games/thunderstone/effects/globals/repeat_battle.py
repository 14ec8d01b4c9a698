"""A Guardian at whose side Monsters strike again (Guardian of Torment)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import GlobalEffect
from tsolve.games.thunderstone.effects.numbers import Count


class RepeatBattle(GlobalEffect, frozen=True, tag="repeat_battle"):
    """While it stands in space 0, the Battle Effects of every battle are carried out so many more times.
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
