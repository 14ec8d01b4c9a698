"""A Monster that cannot fall without magic."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard, Need


class MagicRequired(Guard, frozen=True, tag="magic_required"):
    """Not defeated without a Magic Attack of at least 1; it may be attacked all the same. (TS-11.7)"""

    stated = True

    def need(self, monster: str) -> Need:
        return Need("magic", 1, "no Magic Attack", ("TS-11.7",))

    def say(self) -> str:
        return "Magic Attack required"
