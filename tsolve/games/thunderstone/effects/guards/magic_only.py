"""A Monster that only magic hurts."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.thunderstone.effects.base import Guard, Phase
from tsolve.model.arithmetic import Step


class MagicOnly(Guard, frozen=True, tag="magic_only"):
    """Only Magic Attack counts toward the Attack Value. (TS-11.6)"""

    stated = True

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        yield "ignore", Step("zero", "attack", ("TS-11.6", f"card.{monster}"), monster)

    def say(self) -> str:
        return "Magic Attack only"
