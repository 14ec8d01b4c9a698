"""A Monster that darkens its own Rank."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.base import Guard
from tsolve.games.thunderstone.effects.numbers import Change


class Light(Guard, frozen=True, tag="light"):
    """Changes the Light against this Monster; negative is darker. (TS-11.4)"""

    stated = True
    rules = ("TS-10.4",)

    by: Change

    def light(self) -> int:
        return self.by

    def say(self) -> str:
        return f"Light {self.by:+d}"
