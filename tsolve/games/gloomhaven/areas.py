"""The areas known by name, from `areas.yaml` of the ruleset. (GH-6.3, GH-6.4)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.ability_parts import Pattern
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.rules.loading import load_own
from tsolve.rules.rulings import Provenance

AREAS = "areas.yaml"

Step = Annotated[int, Meta(ge=-20, le=20)]
Hexes = Annotated[tuple[tuple[Step, Step], ...], Meta(max_length=100)]


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern as written in the file: hexes as [q, p], and their source."""

    hexes: Hexes
    melee: bool = False
    """Whether the pattern shows the attacker, on [0, 0] or on the `body`."""
    body: Hexes = ()
    provenance: Provenance = Provenance()


@cache
def load_areas(roots: tuple[Path, ...] = ()) -> Mapping[str, Pattern]:
    """The patterns by their names (without `roots`: of tsolve's own), read when first asked for.

    `roots` are the folders of a ruleset, see `load_own`, which raises InputError.
    """
    help_ = "it gives the patterns that abilities name"
    areas = load_own(AREAS, dict[str, Area], "gloomhaven", roots, help_).value
    return {name: _pattern(name, area) for name, area in areas.items()}


def _pattern(name: str, area: Area) -> Pattern:
    hexes, body = (tuple(Hex(*each) for each in part) for part in (area.hexes, area.body))
    return Pattern(hexes, area.melee, name, body)
