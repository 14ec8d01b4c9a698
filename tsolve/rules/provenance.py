"""Where the facts of a card come from and how sure they are."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Literal

import msgspec

from tsolve.rules.glossary import Prose


class Provenance(msgspec.Struct, frozen=True):
    """What is known about a card's facts.

    `confirmed`: every field rests on a rulebook or on two independent sources. `single`: the fields under
    `single_fields` rest on one source, those under `uncertain` are disputed. `disputed`: nothing rests on one
    source, but those under `uncertain` are told differently by sources of equal weight. `unknown`: no source
    was found. `conflicts` tells for a field what each source says. `own`: the card is home-made. Who made
    or changed it is the `author`; the fields that were `changed` are the author's, the others are those of
    the sources.
    """

    confidence: Literal["confirmed", "single", "disputed", "unknown", "own"] = "unknown"
    """How well the facts are known."""
    sources: tuple[str, ...] = ()
    """The ids of the documents that the facts come from."""
    single_fields: tuple[str, ...] = ()
    """Facts that have one source only."""
    uncertain: tuple[str, ...] = ()
    """Facts that are disputed."""
    conflicts: Mapping[str, Mapping[str, str]] = {}
    """For a fact what each source says."""
    notes: tuple[Prose, ...] = ()
    """What else is to be known about the sources."""
    author: str = ""
    """Who made or changed the card."""
    changed: tuple[str, ...] = ()
    """Facts that are the author's."""
