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
        Meta(
            description="Chances of best Attack Values against each Monster; `none`: it cannot be attacked."
        ),
    ] = field(default_factory=dict)
    any: Annotated[Fractional | None, Meta(description="The chance to defeat some Monster.")] = None
    xp: Annotated[Fractional | None, Meta(description="The expected XP of the best turn.")] = None
    vp: Annotated[Fractional | None, Meta(description="The expected Victory Points of the best turn.")] = None
    gold: Annotated[Fractional | None, Meta(description="The mean of the most gold.")] = None
    purse: Annotated[Numbers, Meta(description="Chances of the most gold.")] = field(default_factory=dict)
    afford: Annotated[
        Numbers, Meta(description="The chance to afford the card on top of each Village stack.")
    ] = field(default_factory=dict)

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"any": self.any, "xp": self.xp, "vp": self.vp, "gold": self.gold}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"purse": self.purse}
