"""A Monster that halves the whole Attack Value unless the party brings something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tsolve.games.thunderstone.effects.base import Guard, Phase
from tsolve.model.arithmetic import Step, Unless


class HalfAttack(Guard, frozen=True, tag="half_attack"):
    """The Attack Value is halved unless there is Magic Attack, or an equipped Weapon. (TS-11.2)"""

    stated = True
    without: Literal["magic_attack", "equipped_weapon"]

    def steps(self, monster: str) -> Iterator[tuple[Phase, Step]]:
        quantity = "magic" if self.without == "magic_attack" else "equipped"
        rulings, unless = ("TS-11.2", f"card.{monster}"), Unless(quantity, 1)
        yield "halve_value", Step("halve", "value", rulings, monster, unless=unless, rounding=("TS-9.4",))

    def say(self) -> str:
        needed = "Magic Attack" if self.without == "magic_attack" else "an equipped Weapon"
        return f"half Attack without {needed}"
