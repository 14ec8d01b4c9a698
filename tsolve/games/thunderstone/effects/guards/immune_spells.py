"""A Monster that Spells do not touch."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class ImmuneSpells(Guard, frozen=True, tag="immune_spells"):
    """Spells give no Attack and no Magic Attack and cannot be aimed at it; their Light counts. (TS-11.11)"""

    stated = True
    rules = ("TS-11.11",)
    voids_spells = True

    def say(self) -> str:
        return "immune to Spells"
