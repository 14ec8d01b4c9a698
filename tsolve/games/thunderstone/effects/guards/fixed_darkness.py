"""A Monster whose darkness no lamp reaches."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class FixedDarkness(Guard, frozen=True, tag="fixed_darkness"):
    """Nothing reduces the Light Penalty against it, which is never below its Rank. (TS-11.13)"""

    stated = False
    rules = ("TS-11.13",)
    fixes_darkness = True

    def say(self) -> str:
        return "Light Penalties cannot be reduced"
