"""What a puzzle expects of the best play under draws."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from tsolve.turns.position import Fractional


class PolicyPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What to do at one point, and what the turn is worth on average from there."""

    first: Annotated[str | None, Meta(description="The first action.")] = None
    expected: Annotated[dict[str, Fractional], Meta(description="On average, by level of the goal.")] = {}
    chances: Annotated[
        dict[str, Fractional], Meta(description="The chance of each target by this play.")
    ] = {}


class AfterDraws(PolicyPart, frozen=True, kw_only=True):
    """What to do once these cards came, one after the other."""

    draws: Annotated[
        tuple[str, ...], Meta(min_length=1, max_length=20, description="The cards that came, in their order.")
    ]


class PolicyExpectation(PolicyPart, frozen=True, kw_only=True):
    """The best play from now on."""

    worst: Annotated[dict[str, Fractional], Meta(description="The worst case, by level of the goal.")] = {}
    best: Annotated[dict[str, Fractional], Meta(description="The best case, by level of the goal.")] = {}
    after: tuple[AfterDraws, ...] = ()
    """What to do once certain cards came."""


def is_chance(text: str) -> bool:
    """Whether an exact number lies between 0 and 1."""
    over, _, under = text.partition("/")
    return 0 <= int(over) <= int(under or "1")
