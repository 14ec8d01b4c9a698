"""A Monster that only wealth impresses (Earth Tempest, Wind Fury)."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.games.thunderstone.effects.base import Guard
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.model.arithmetic import Step, Unless


class DoubleHealth(Guard, frozen=True, tag="double_health"):
    """Its Health is doubled unless cards with so much gold together are in the revealed hand. (TS-7.6)"""

    stated = True
    weighs_gold = True
    unless_gold: Number

    def health_steps(self, monster: str) -> Iterator[Step]:
        wealth = Unless("gold", self.unless_gold)
        note = f"less than {self.unless_gold} gold revealed: double Health"
        yield Step("times", "health", ("TS-7.6", f"card.{monster}"), monster, by=2, unless=wealth, note=note)

    def say(self) -> str:
        return f"double Health unless {self.unless_gold} gold is revealed"
