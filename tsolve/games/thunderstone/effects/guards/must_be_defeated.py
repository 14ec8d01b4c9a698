"""A Monster that only defeat drives from the Hall."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class MustBeDefeated(Guard, frozen=True, tag="must_be_defeated"):
    """No effect takes it out of the Hall, and an attack that fails leaves it where it stands. (TS-11.14)"""

    stated = True
    stays = True

    def say(self) -> str:
        return "must be defeated to be removed"
