"""A Monster that keeps the unarmed away (Darkness)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard


class UnequippedCannotAttack(Guard, frozen=True, tag="unequipped_cannot_attack"):
    """Heroes without a Weapon cannot attack. (TS-11.8)"""

    stated = True
    silences_unequipped = True

    def say(self) -> str:
        return "unequipped Heroes cannot attack"
