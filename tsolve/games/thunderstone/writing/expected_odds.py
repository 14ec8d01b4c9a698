"""What a puzzle expects of the chances of a deck."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from tsolve.turns.position import Fractional

Names = Annotated[tuple[str, ...], Meta(max_length=100)]
Count = Annotated[int, Meta(ge=1)]
Numbers = dict[str, Fractional]
"""Chances by Attack Value or by gold; `none` where a Monster cannot be attacked."""


class OddsExpectation(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"adding": "with"}
):
    """The chances of a hand dealt from the deck and the discard pile, shuffled together."""

    adding: Annotated[Names, Meta(description="Cards that the deck has besides.")] = ()
    without: Annotated[Names, Meta(description="Cards that are taken out of the deck.")] = ()
    hands: Annotated[int, Meta(ge=1, description="How many different hands there are.")] | None = None
    defeat: Annotated[Numbers, Meta(description="The chance to defeat each Monster.")] = {}
    attack: Annotated[
        dict[str, Numbers],
        Meta(
            description="Chances of best Attack Values against each Monster; `none`: it cannot be attacked."
        ),
    ] = {}
    any: Annotated[Fractional | None, Meta(description="The chance to defeat some Monster.")] = None
    xp: Annotated[Fractional | None, Meta(description="The expected XP of the best turn.")] = None
    vp: Annotated[Fractional | None, Meta(description="The expected Victory Points of the best turn.")] = None
    gold: Annotated[Fractional | None, Meta(description="The mean of the most gold.")] = None
    purse: Annotated[Numbers, Meta(description="Chances of the most gold.")] = {}
    afford: Annotated[
        Numbers, Meta(description="The chance to afford the card on top of each Village stack.")
    ] = {}
    left_out: Annotated[
        Fractional | None, Meta(description="The chance of a hand with lines that meet something unknown.")
    ] = None
