"""What questions about a scenario of the book and about a map of one's own have in common."""

from __future__ import annotations

from typing import get_args

from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.writing.scenario_offers import cards_of
from tsolve.games.gloomhaven.writing.typed_lines import names_of
from tsolve.written.form import Field, Trait

SCENARIO, MAP = ("scenario",), ("map",)
"""The kinds of files."""
ON_A_MAP = (*SCENARIO, *MAP)
ENEMIES, CLASSES, CARDS, ITEMS = ("monster", "boss"), ("class",), ("class card",), ("item",)
"""The kinds of cards."""
NOBODY = ("none",)
"""No card of the ruleset: only names that were typed before."""
HIT_POINTS = Trait("hp", "hit points")
LEVEL = Trait("level", "level")
INITIATIVE = Trait("initiative", "initiative")
RANK = Trait("rank", "rank", ("normal", "elite"))
CONDITIONS = Trait("conditions", "conditions", get_args(Condition), several=True)


def of_characters(key: str, asks: str, told: str, optional: bool = True) -> Field:
    """Cards of characters, by name."""
    return Field(
        key,
        "entries",
        asks,
        told,
        CARDS,
        files=ON_A_MAP,
        needs="characters",
        names_of="cards",
        place=f"characters.*.{key}",
        optional=optional,
        reads=names_of("`NAME: CARD, CARD`"),
        offers=cards_of,
    )
