"""What a puzzle expects of the chances of a deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, field

from tsolve.turns import expected_odds
from tsolve.turns.expected_odds import Numbers
from tsolve.turns.position import Fractional


class OddsExpectation(expected_odds.OddsExpectation, frozen=True):
    """The chances of a hand dealt from the deck and the discard pile, shuffled together."""

    defeat: Annotated[Numbers, Meta(description="The chance to defeat each Monster.")] = field(
        default_factory=dict
    )
    attack: Annotated[
        dict[str, Numbers],
        Meta(description="Chances of greatest totals against each Monster; `none`: it cannot be battled."),
    ] = field(default_factory=dict)
    light: Annotated[Fractional | None, Meta(description="The mean of the Light.")] = None
    lights: Annotated[Numbers, Meta(description="Chances of so much Light.")] = field(default_factory=dict)
    gold: Annotated[Fractional | None, Meta(description="The mean of the gold.")] = None
    purse: Annotated[Numbers, Meta(description="Chances of so much gold.")] = field(default_factory=dict)
    afford: Annotated[Numbers, Meta(description="The chance to afford each card that is for sale.")] = field(
        default_factory=dict
    )

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"light": self.light, "gold": self.gold}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"lights": self.lights, "purse": self.purse}
