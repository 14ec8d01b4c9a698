"""What a puzzle expects of the grade of its line."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.turns.position import Fractional

Number = Annotated[int, Meta(ge=0, le=999)]


class GradeExpectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The grade of the line. Steps are numbered from 1; 0 stands for a step that nobody wrote."""

    start: Annotated[
        dict[str, Fractional],
        Meta(description="The best worth at the start, expected under draws, by level."),
    ] = {}
    result: Annotated[dict[str, Fractional], Meta(description="What the turn came to, by level.")] = {}
    gave_away: Annotated[
        dict[str, Fractional] | None,
        Meta(description="What choices gave away, by level; levels that are left out are 0."),
    ] = None
    luck: Annotated[
        dict[str, Fractional] | None,
        Meta(description="What draws brought, by level; levels that are left out are 0."),
    ] = None
    worse: Annotated[
        tuple[Number, ...] | None, Meta(description="Exactly these steps gave something away.")
    ] = None
    better: Annotated[
        dict[str, str], Meta(description="The better action at a step, by the number of the step.")
    ] = {}
    out_of_reach: Annotated[
        Number | Literal["never"] | None,
        Meta(description="The first step after which the best result of the start was out of reach."),
    ] = None
    lost_by: Annotated[Literal["choice", "draw"] | None, Meta(description="What put it out of reach.")] = None
    idle: Annotated[
        tuple[str, ...] | None,
        Meta(description="The cards that stayed in the hand and of which nothing counted."),
    ] = None
    useless: Annotated[
        tuple[str, ...] | None,
        Meta(
            description="The cards without which, each alone, this turn and the best play come to the same."
        ),
    ] = None
    slack: Annotated[Number | None, Meta(description="What the result had to spare.")] = None
    spare: Annotated[
        dict[str, Number],
        Meta(description="By how much the least dispensable contribution of a card could be lower."),
    ] = {}
    unknown: Annotated[
        tuple[Number, ...] | None, Meta(description="Exactly these steps cannot be judged.")
    ] = None
    legal: bool | None = None
    """Whether the whole turn is legal."""
