"""A Monster that halves Magic Attack."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.thunderstone.effects.base import Guard, Phase
from tsolve.model.arithmetic import Step


class HalfMagic(Guard, frozen=True, tag="half_magic"):
    """The sum of all Magic Attack is halved, rounding down. (TS-11.1)"""

    stated = True

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        rulings = ("TS-11.1", f"card.{monster}")
        yield "halve_magic", Step("halve", "magic", rulings, monster, rounding=("TS-9.4",))

    def say(self) -> str:
        return "half Magic Attack"
