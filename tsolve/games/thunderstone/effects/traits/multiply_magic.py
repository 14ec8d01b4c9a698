"""A Hero that multiplies the party's Magic Attack (Selurin Warlock and Theurge)."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.effects.numbers import Count


class MultiplyMagic(Trait, frozen=True, tag="multiply_magic"):
    """Multiplies the Magic Attack after every other bonus and reduction of it. (TS-9.3)"""

    stated = True
    reaches = True

    by: Count

    def magic_factor(self) -> int:
        return self.by

    def say(self) -> str:
        return f"the party's Magic Attack x{self.by}"
