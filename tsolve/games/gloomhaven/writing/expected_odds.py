"""What a puzzle expects of the chances of attacks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from tsolve.turns import expected_odds
from tsolve.turns.expected_odds import Numbers


class OddsExpectation(expected_odds.OddsExpectation, frozen=True):
    """The chances of the attacks that are to come."""

    kill: Annotated[Numbers, Meta(description="The chance that each target dies; `all` for all of them.")] = (
        field(default_factory=dict)
    )
    mean: Annotated[Numbers, Meta(description="The mean damage to each target; `all` for all of them.")] = (
        field(default_factory=dict)
    )
    damage: Annotated[
        dict[str, Numbers], Meta(description="Chances of so much damage to each target; or to `all`.")
    ] = field(default_factory=dict)
