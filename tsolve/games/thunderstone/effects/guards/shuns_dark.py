"""A Monster that hides in the dark (Blink Dog)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class ShunsDark(Guard, frozen=True, tag="shuns_dark"):
    """Cannot be chosen while a Light Penalty of 1 or more remains. (TS-10.5)"""

    stated = True
    dark = True

    def say(self) -> str:
        return "cannot be attacked while there is a Light Penalty"
