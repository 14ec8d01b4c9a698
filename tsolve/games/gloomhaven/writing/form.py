"""The questions of the dialogue that makes a position of a scenario, and what is typed as an answer: a map by
its size and hexes, figures such as `Bandit Guard 1 at 3,2, elite, hp 4`, ability cards by number or by what
they say.
"""

from __future__ import annotations

import re

from tsolve.diagnostics import suggest
from tsolve.source.data import Data
from tsolve.written.form import Field

_SIZE = re.compile(r"(?:size\s*:?\s*)?(?P<columns>[0-9]{1,2})\s*(?:x|×|by)\s*(?P<rows>[0-9]{1,2})")
_HEX = re.compile(
    r"(?:\b(?:at|in|on)\s+|@\s*)?[(\[]\s*([0-9]{1,3})\s*[,;]\s*([0-9]{1,3})\s*[)\]]"
    r"|(?:\b(?:at|in|on)\s+|@\s*)([0-9]{1,3})\s*,\s*([0-9]{1,3})\b"
    r"|\b([0-9]{1,3}),([0-9]{1,3})\b",
    re.IGNORECASE,
)
"""A hex, with the word before it. Without one, and without brackets, no blank is in it, since a number before
it may be that of a monster.
"""
_LISTS = {
    "wall": "walls",
    "obstacle": "obstacles",
    "trap": "traps",
    "hazard": "hazards",
    "difficult": "difficult",
    "door": "doors",
    "plate": "plates",
    "pressure": "plates",
    "treasure": "treasures",
    "without": "without",
    "missing": "without",
}
"""How a line about hexes of the map begins, and the key of the map that lists them."""
_WORD = re.compile(r"[^\W\d_]+")
_NUMBERS = {
    "initiative": "initiative",
    "init": "initiative",
    "hp": "hp",
    "hit points": "hp",
    "max hp": "max_hp",
}
_NAMED = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_NUMBER = re.compile(
    rf"\b(?P<name>{_NAMED})\s*[:=]?\s*(?P<number>[0-9]{{1,3}})\b"
    rf"|\b(?P<first>[0-9]{{1,3}})\s*(?P<behind>hp|hit points)\b",
    re.IGNORECASE,
)
_RANK = re.compile(r"\b(?:normal|elite|named)\b", re.IGNORECASE)
_ABILITY_CARD = re.compile(r"(?P<type>[^:,;#]*[^:,;#\s])\s*[\s:#]\s*#?(?P<card>[0-9]{1,4})")
_INITIATIVE = re.compile(r"(?:initiative|init)?\s*:?\s*(?P<number>[0-9]{1,2})", re.IGNORECASE)
_ABILITY = re.compile(
    r"\s*[;,]\s*(?=(?:move|attack|heal|shield|retaliate|loot|summon|special)\b)|\s*;\s*", re.IGNORECASE
)


def _of_map(typed: str) -> tuple[str, Data]:
    """`9 x 7`, `obstacles 2,3 4,4`."""
    if size := _SIZE.fullmatch(typed.casefold()):
        return "size", f"{size['columns']} x {size['rows']}"
    word = _WORD.match(typed)
    begin = word[0].casefold() if word else ""
    key = next((key for each, key in _LISTS.items() if begin and begin.startswith(each)), "")
    if not key:
        help_ = (
            suggest(begin, _LISTS.values())
            or f"begin with one of {', '.join(dict.fromkeys(_LISTS.values()))}"
        )
        raise ValueError(f"write the size, such as `9 x 7`, or what is where: `obstacles 2,3 4,4`; {help_}")
    hexes = [_pair(found) for found in _HEX.finditer(typed)]
    if not hexes:
        raise ValueError(f"name the hexes: `{key} 2,3 4,4`")
    return key, hexes


def _pair(found: re.Match[str]) -> list[Data]:
    column, row = (int(each) for each in found.groups() if each is not None)
    return [column, row]


def _of_figures(typed: str) -> tuple[str, Data]:
    """`Brute at 2,3, hp 9, initiative 61, poison`; `Bandit Guard 1 elite (3,2)`."""
    keys: dict[str, Data] = {}

    def number(found: re.Match[str]) -> str:
        name = " ".join((found["name"] or found["behind"]).casefold().split())
        keys[_NUMBERS[name]] = int(found["number"] or found["first"])
        return ","

    def rank(found: re.Match[str]) -> str:
        keys["rank"] = found[0].casefold()
        return " "

    left = _RANK.sub(rank, _NUMBER.sub(number, typed))
    places = list(_HEX.finditer(left))
    if len(places) != 1:
        raise ValueError("name one hex: `NAME at 2,3, hp 4`")
    (place,) = places
    left = f"{left[: place.start()]},{left[place.end() :]}"
    name, *conditions = [part for each in left.split(",") if (part := each.strip(" \t:()"))] or [""]
    if not name:
        raise ValueError("name the figure first: `NAME at 2,3, hp 4`")
    told: dict[str, Data] = {"conditions": list(conditions)} if conditions else {}
    return name, {"at": _pair(place), **keys, **told}


def _of_ability_cards(typed: str) -> tuple[str, Data]:
    """`Bandit Guard 525`; `Bandit Guard: 20, move +0, attack +0`."""
    if numbered := _ABILITY_CARD.fullmatch(typed):
        return numbered["type"], int(numbered["card"])
    type_, colon, says = typed.partition(":")
    parts = [part for each in _ABILITY.split(says) if (part := each.strip())]
    first = _INITIATIVE.fullmatch(parts[0]) if parts else None
    if not colon or not type_.strip() or first is None:
        raise ValueError(
            "write the number of the card, `NAME 525`, or its initiative and what it says: "
            "`NAME: 20, move +0, attack +0`"
        )
    return type_.strip(), {"initiative": int(first["number"]), "do": list(parts[1:])}


FORM = (
    Field("level", "number", "Scenario level", "0 to 7.", usual=1),
    Field(
        "map",
        "entries",
        "Map",
        "Its size first, such as `9 x 7`: 9 columns of 7 hexes, counted from 0. Then what is on it, such as "
        "`obstacles 2,3 4,4`; so walls, traps, hazards, difficult, doors, plates. An empty line to end.",
        needed=True,
        reads=_of_map,
    ),
    Field(
        "characters",
        "entries",
        "Characters",
        "One a line, such as `Brute at 2,3, hp 9, initiative 61`, with conditions behind.",
        reads=_of_figures,
    ),
    Field(
        "monsters",
        "entries",
        "Monsters",
        "One a line, such as `Bandit Guard 1 at 3,1, elite, hp 4`; without hit points it has all.",
        ("monster", "boss"),
        reads=_of_figures,
    ),
    Field(
        "ability_cards",
        "entries",
        "The monsters' ability cards",
        "One for each type, by its number, `Bandit Guard 525`, or by what it says, "
        "`Bandit Guard: 50, move +0, attack +0`.",
        ("monster", "boss"),
        reads=_of_ability_cards,
    ),
    Field(
        "turn",
        "text",
        "Whose turn?",
        "Such as `Bandit Guard 1`; an empty line if nobody's.",
        ("monster", "boss"),
    ),
    Field(
        "claims",
        "claims",
        "What is claimed?",
        "Such as `focus Brute`, `attacks Brute`.",
    ),
    Field("round", "number", "Round", "Its number.", optional=True, usual=1),
    Field("players", "number", "Players", "How many characters play, if not all are written.", optional=True),
)
