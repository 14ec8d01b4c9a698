"""Whom an ability affects, in words, such as `all adjacent enemies`, `2 enemies within 3` or `one ally that
is poisoned`; and the hexes of an area.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.games.gloomhaven.ability_parts import SELF, Pattern, Whom
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.writing.trait_words import read_traits, traits_in_words

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.writing.ability_clauses import Clauses

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
FIRST_WORDS = (*NUMBERS, "self", "all", "the same figure", "the target")
_Side = Literal["enemies", "allies", "everybody", "summons", "all summons"]
_SIDES: dict[str, _Side] = {
    "enemies": "enemies",
    "enemy": "enemies",
    "allies": "allies",
    "ally": "allies",
    "figures": "everybody",
    "figure": "everybody",
    "enemies and allies": "everybody",
    "allies and enemies": "everybody",
    "own summons": "summons",
    "own summon": "summons",
    "allied summons": "all summons",
    "allied summon": "all summons",
}
FIGURES = ("adjacent", *_SIDES)
"""Words after a number of figures."""
_PLURAL = {
    "enemies": "enemies",
    "allies": "allies",
    "everybody": "figures",
    "summons": "own summons",
    "all summons": "allied summons",
}
_SINGULAR = {
    "enemies": "enemy",
    "allies": "ally",
    "everybody": "figure",
    "summons": "own summon",
    "all summons": "allied summon",
}


def read_whom(said: Clauses) -> Whom:
    """The figures that the next words name. Raises InputError."""
    if said.take("the same figure"):
        return Whom("same", None, False)
    if said.take("the target"):
        that = read_traits(said) if said.take("that is") else ()
        return Whom("target", None, False, that=that)
    and_self = said.take("self and") or said.take("self or")
    if not and_self and said.take("self"):
        return SELF
    if said.sees_number:
        number = said.number()
    else:
        number = said.one_of({"all": 0, **NUMBERS}, (*(() if and_self else ("self",)), "a number"))
    each, number = not number, number or 1
    adjacent = said.take("adjacent")
    side = said.one_of(_SIDES, () if adjacent else ("adjacent",))
    whom = Whom(side, 1 if adjacent else None, each, and_self, number=number)
    if not adjacent:
        whom = _where(said, whom)
    if said.take("that is") or said.take("that are"):
        whom = replace(whom, that=read_traits(said))
    return whom


def _where(said: Clauses, whom: Whom) -> Whom:
    if said.take("in range"):
        return replace(whom, in_range=True)
    if said.take("in the room"):
        return replace(whom, in_room=True)
    if said.take("beside the path"):
        return replace(whom, beside_path=True)
    if said.take("moved through"):
        return replace(whom, moved_through=True)
    attacked = said.take("in the attacked area")
    if attacked or said.take("in area"):
        area = said.area()
        within = said.number() if not area.is_melee and said.take("within") else 1
        return replace(whom, area=area, within=within, attacked=attacked)
    if said.take("adjacent to the target"):
        return replace(whom, within=1, from_target=True)
    if said.take("adjacent to it"):
        return replace(whom, within=1, from_it=True)
    exactly = said.take("at exactly")
    if exactly or said.take("within"):
        within = said.number()
        from_target, from_it = said.take("of the target"), said.take("of it")
        return replace(whom, within=within, exactly=exactly, from_target=from_target, from_it=from_it)
    return whom


def whom_in_words(whom: Whom) -> str:
    """The words that `read_whom` reads."""
    if whom.side == "self":
        return "self"
    if whom.side == "same":
        return "the same figure"
    if whom.side == "target":
        return f"the target{f' that is {traits_in_words(whom.that)}' if whom.that else ''}"
    if whom.name:
        return f"the {whom.name}"
    is_one = not whom.each and whom.number == 1
    figures = (_SINGULAR if is_one else _PLURAL)[whom.side]
    if whom.within == 1 and not (whom.area or whom.exactly or whom.from_target or whom.from_it):
        figures = f"adjacent {figures}"
    elif where := _where_in_words(whom):
        figures += f" {where}"
    if whom.that:
        figures += f" that {'is' if is_one else 'are'} {traits_in_words(whom.that)}"
    if whom.each:
        return f"{'self and ' if whom.and_self else ''}all {figures}"
    return f"{'self or ' if whom.and_self else ''}{_IN_WORDS.get(whom.number, whom.number)} {figures}"


_IN_WORDS = {number: word for word, number in NUMBERS.items()}


def _where_in_words(whom: Whom) -> str:
    if whom.in_range:
        return "in range"
    if whom.in_room:
        return "in the room"
    if whom.moved_through:
        return "moved through"
    if whom.beside_path:
        return "beside the path"
    if whom.area is not None:
        near = "" if whom.area.is_melee else f" within {whom.within}"
        which = "in the attacked area" if whom.attacked else "in area"
        return f"{which} {area_in_words(whom.area)}{near}"
    if whom.within is None:
        return ""
    of = " of the target" if whom.from_target else " of it" if whom.from_it else ""
    if whom.within == 1 and of and not whom.exactly:
        return f"adjacent to {of.removeprefix(' of ')}"
    return f"{'at exactly' if whom.exactly else 'within'} {whom.within}{of}"


_CENTRE = (Hex(0, 0),)


def area_in_words(pattern: Pattern) -> str:
    """The name of an area, or its hexes."""
    if pattern.name:
        return pattern.name
    seen_from = f" from {_hexes(pattern.body or _CENTRE)}" if pattern.is_melee else ""
    return _hexes(pattern.hexes) + seen_from


def _hexes(hexes: Iterable[Hex]) -> str:
    return " ".join(f"({each.q},{each.p})" for each in hexes)
