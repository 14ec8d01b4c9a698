"""A Monster that bare hands do not hurt (Orc Warlord)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class ImmuneUnequipped(Guard, frozen=True, tag="immune_unequipped"):
    """Heroes without a Weapon give no Attack and no Magic Attack; their Light counts, and so does all else
    that they do. (TS-11.12)
    """

    stated = True
    rules = ("TS-11.12",)
    voids_unequipped = True

    def say(self) -> str:
        return "immune to unequipped Heroes"
