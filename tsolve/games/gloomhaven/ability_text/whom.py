"""Whom an ability affects, in words: `all adjacent enemies`, `self and all allies within 2`."""

from __future__ import annotations

from typing import Literal

from tsolve.games.gloomhaven.abilities import SELF, Whom
from tsolve.games.gloomhaven.ability_text.phrases import Phrases

FIRST_WORDS = ("self", "all", "one")
_Side = Literal["enemies", "allies", "everybody"]
_SIDES: dict[str, _Side] = {
    "enemies": "enemies",
    "enemy": "enemies",
    "allies": "allies",
    "ally": "allies",
    "figures": "everybody",
    "figure": "everybody",
    "enemies and allies": "everybody",
    "allies and enemies": "everybody",
}
_PLURAL = {"enemies": "enemies", "allies": "allies", "everybody": "figures"}
_SINGULAR = {"enemies": "enemy", "allies": "ally", "everybody": "figure"}


def read_whom(said: Phrases) -> Whom:
    """The figures that the next words name. Raises InputError."""
    and_self = said.take("self and")
    if not and_self and said.take("self"):
        return SELF
    each = said.one_of({"all": True, "one": False}, () if and_self else ("self",))
    adjacent = said.take("adjacent")
    side = said.one_of(_SIDES, () if adjacent else ("adjacent",))
    if adjacent:
        return Whom(side, 1, each, and_self)
    if said.take("in range"):
        return Whom(side, None, each, and_self, in_range=True)
    if said.take("adjacent to the target"):
        return Whom(side, 1, each, and_self, from_target=True)
    if said.take("within"):
        within = said.number()
        return Whom(side, within, each, and_self, from_target=said.take("of the target"))
    return Whom(side, None, each, and_self)


def whom_in_words(whom: Whom) -> str:
    """The words that `read_whom` reads."""
    if whom.side == "self":
        return "self"
    figures = (_PLURAL if whom.each else _SINGULAR)[whom.side]
    if whom.in_range:
        figures += " in range"
    elif whom.from_target:
        figures += " adjacent to the target" if whom.within == 1 else f" within {whom.within} of the target"
    elif whom.within == 1:
        figures = f"adjacent {figures}"
    elif whom.within is not None:
        figures += f" within {whom.within}"
    return f"{'self and ' if whom.and_self else ''}{'all' if whom.each else 'one'} {figures}"
