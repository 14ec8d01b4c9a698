"""Where a file says by which printing and readings it is judged."""

from __future__ import annotations

from tsolve.diagnostics import Span
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.position import PositionFile


def places_of_readings(decoded: Decoded[PositionFile], ruleset: Ruleset[CardFacts]) -> dict[str, Span]:
    """The place of the printing and of every reading, for `Ruleset.readings`: of an open point that there is
    its option, of another one its name.
    """
    written = decoded.value.interpretations
    places = {
        key: decoded.span("interpretations", key)
        if key in ruleset.interpretations
        else decoded.key_span("interpretations", key)
        for key in written
    }
    return {**places, "printing": decoded.span("printing")}
