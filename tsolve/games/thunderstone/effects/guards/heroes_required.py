"""A Monster that few cannot bring down (the Bandits)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard, Need
from tsolve.games.thunderstone.effects.numbers import Count


class HeroesRequired(Guard, frozen=True, tag="heroes_required"):
    """Not defeated by fewer Heroes than this in the party, whether they can attack or not; it may be attacked
    all the same. (TS-7.6, TS-18.2)
    """

    stated = True
    heroes: Count

    def need(self, monster: str) -> Need:
        return Need("heroes", self.heroes, f"fewer than {self.heroes} Heroes", ("TS-7.6",))

    def say(self) -> str:
        return f"cannot be defeated unless there are {self.heroes} Heroes"
