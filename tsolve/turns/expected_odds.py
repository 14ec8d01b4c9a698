"""What a puzzle expects of the chances of a deck."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from tsolve.turns.position import Fractional

Names = Annotated[tuple[str, ...], Meta(max_length=100)]
Numbers = dict[str, Fractional]
"""Chances by number; `none` where there is no number."""


class OddsExpectation(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"adding": "with"}
):
    """The chances of a hand; each game adds the figures that it tells of one."""

    adding: Annotated[Names, Meta(description="Cards that the deck has besides.")] = ()
    without: Annotated[Names, Meta(description="Cards that are taken out of the deck.")] = ()
    hands: Annotated[int, Meta(ge=1, description="How many different hands there are.")] | None = None
    events: Annotated[
        Numbers,
        Meta(
            description="The chances of events, such as `Lamp and 2 x Stone within 2 hands`.", max_length=100
        ),
    ] = {}  # a struct copies it
    left_out: Annotated[
        Fractional | None, Meta(description="The chance of a hand of which something unknown decides.")
    ] = None

    @property
    def numbers(self) -> Mapping[str, str | None]:
        """The chances and means of the whole hand, by key; None where nothing is expected."""
        return {}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        """The chances of every number that a figure of the whole hand may be, by key."""
        return {}
