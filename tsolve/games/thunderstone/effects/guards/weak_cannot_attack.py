"""A Monster before which the weak stand still."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard
from tsolve.games.thunderstone.effects.numbers import Count


class WeakCannotAttack(Guard, frozen=True, tag="weak_cannot_attack"):
    """Heroes with less Strength than this cannot attack. (TS-11.10)"""

    stated = False
    rules = ("TS-11.10",)
    strength: Count

    def least_strength(self) -> int:
        return self.strength

    def say(self) -> str:
        return f"Heroes with Strength below {self.strength} cannot attack"
