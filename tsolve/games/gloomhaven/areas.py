"""The patterns of areas that have a name, from `areas.yaml` of the ruleset. (GH-6.3, GH-6.4)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from tsolve.diagnostics import input_error
from tsolve.games.gloomhaven.abilities import Pattern
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.rules.loading import load_data
from tsolve.rules.provenance import Provenance
from tsolve.source.locations import rulesets_path

AREAS = "areas.yaml"

Step = Annotated[int, Meta(ge=-20, le=20)]
Hexes = Annotated[tuple[tuple[Step, Step], ...], Meta(max_length=100)]


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern as the file gives it: hexes as [q, p], and where they come from."""

    hexes: Hexes
    melee: bool = False
    """Whether it shows the attacker, who stands on [0, 0] or on the `body`."""
    body: Hexes = ()
    provenance: Provenance = Provenance()


@cache
def load_areas(roots: tuple[Path, ...] = ()) -> Mapping[str, Pattern]:
    """The patterns by their names (without `roots`: of tsolve's own), read when first asked for.

    `roots` are the folders of a ruleset, the topmost first: what one says goes before those under it, pattern
    by pattern. Raises InputError when a file is damaged, or when no folder has one.
    """
    folders = roots or (rulesets_path() / "gloomhaven",)
    files = [file for folder in reversed(folders) if os.path.lexists(file := folder / AREAS)]
    if not files:
        help_ = "it gives the patterns that abilities name"
        raise input_error("E101", f"{folders[-1]}: the folder holds no {AREAS}", help=help_)
    areas = load_data(files[0], dict[str, Area], files[1:]).value
    return {name: _pattern(name, area) for name, area in areas.items()}


def _pattern(name: str, area: Area) -> Pattern:
    hexes, body = (tuple(Hex(*each) for each in part) for part in (area.hexes, area.body))
    return Pattern(hexes, area.melee, name, body)
