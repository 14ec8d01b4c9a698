"""What the position file of every game says."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from tsolve.model.wishes import Draws

if TYPE_CHECKING:
    from tsolve.diagnostics import Span
    from tsolve.rules.ruleset import CardFacts, Ruleset
    from tsolve.source.decode import Decoded

Fractional = Annotated[
    str,
    Meta(
        pattern=r"^-?[0-9]{1,60}(/[1-9][0-9]{0,59})?$", description="A number such as `5/12`, `2` or `-1/3`."
    ),
]
"""An exact number."""

CardName = Annotated[str, Meta(extra={"completes": "CardName"})]
"""A text that names a card, which an editor completes (`source.schema.COMPLETES`)."""


class PositionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position file; each game adds what lies on its table and what may be said about it."""

    game: Annotated[str, Meta(description="The id of the ruleset.")]
    title: str = ""
    """What the position is about, in a line."""
    source: Annotated[str, Meta(description="Where the position comes from.")] = ""
    about: Annotated[
        tuple[str, ...],
        Meta(description="The rules that the position tests; `key.zero_rule=floor` for one reading."),
    ] = ()
    goal: Annotated[
        str | None,
        Meta(description="The goal of the best play, such as `win,margin`; the usual one by default."),
    ] = None
    target: Annotated[
        str | None,
        Meta(description="What the best play must attack."),
    ] = None
    draws: Annotated[
        Draws,
        Meta(
            description="What an uncertain draw counts for: its mean, the worst or the best; or do not draw."
        ),
    ] = "expected"
    printing: Annotated[str | None, Meta(description="A printing of the rules; the newest by default.")] = (
        None
    )
    interpretations: Annotated[
        dict[str, str], Meta(description="Readings of open points that differ from the printing's.")
    ] = {}
    line: Annotated[
        tuple[str, ...], Meta(max_length=200, description="The steps that were taken, to be judged.")
    ] = ()


def places_of_readings(decoded: "Decoded[PositionFile]", ruleset: "Ruleset[CardFacts]") -> "dict[str, Span]":
    """The place of the printing and of every reading, for `Ruleset.readings`: of an open point that there is
    its option, of another one its name.
    """
    places = {
        key: decoded.span("interpretations", key)
        if key in ruleset.interpretations
        else decoded.key_span("interpretations", key)
        for key in decoded.value.interpretations
    }
    return {**places, "printing": decoded.span("printing")}
