"""A Monster that magic does not hurt."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.thunderstone.effects.base import Guard, Phase
from tsolve.model.arithmetic import Step


class ImmuneMagic(Guard, frozen=True, tag="immune_magic"):
    """All Magic Attack is 0. (TS-11.5)"""

    stated = True

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        yield "void", Step("zero", "magic", ("TS-11.5", f"card.{monster}"), monster)

    def say(self) -> str:
        return "immune to Magic Attack"
