"""A Monster that edged Weapons do not hurt."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class ImmuneEdged(Guard, frozen=True, tag="immune_edged"):
    """Edged Weapons give no Attack and no Magic Attack; their Light stays. (TS-11.3)"""

    stated = True
    voids_edged = True

    def say(self) -> str:
        return "immune to edged Weapons"
