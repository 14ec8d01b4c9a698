"""A Weapon that keeps its bearer alive (Guardian Blade)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Trait


class SaveBearer(Trait, frozen=True, tag="save_bearer"):
    """Its bearer is discarded instead of destroyed, as long as it can hold the Weapon. (TS-8.3)"""

    stated = True
    of_weapons = True
    saves = True

    def say(self) -> str:
        return "its bearer is discarded instead of destroyed"
