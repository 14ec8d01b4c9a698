"""What is typed in the dialogue that makes a position: a map by its size and hexes, figures such as `Bandit
Guard 1 at 3,2, elite, hp 4`, ability cards by number or by what they say, cards and items of characters, and
members of the party.
"""

from __future__ import annotations

import re

from tsolve.diagnostics import suggest
from tsolve.regex import Regex
from tsolve.source.data import Data
from tsolve.written.form import ReadEntry

_SIZE = Regex(r"(?:size\s*:?\s*)?(?P<columns>[0-9]{1,2})\s*(?:x|×|by)\s*(?P<rows>[0-9]{1,2})")
_HEX = Regex(
    r"(?:\b(?:at|in|on)\s+|@\s*)?[(\[]\s*([0-9]{1,3})\s*[,;]\s*([0-9]{1,3})\s*[)\]]"
    r"|(?:\b(?:at|in|on)\s+|@\s*)([0-9]{1,3})\s*,\s*([0-9]{1,3})\b"
    r"|\b([0-9]{1,3}),([0-9]{1,3})\b",
    re.IGNORECASE,
)
"""A hex, with the word before it. Without one, and without brackets, no blank is in it, since a number before
it may be that of a monster.
"""
_FROM = Regex(r"\bfrom\s*[(\[]?\s*([0-9]{1,3})\s*[,;]\s*([0-9]{1,3})\s*[)\]]?", re.IGNORECASE)
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
_WORD = Regex(r"[^\W\d_]+")
_NUMBERS = {
    "initiative": "initiative",
    "init": "initiative",
    "level": "level",
    "hp": "hp",
    "hit points": "hp",
    "max hp": "max_hp",
}
_NAMED = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_NUMBER = Regex(
    rf"\b(?P<name>{_NAMED})\s*[:=]?\s*(?P<number>[0-9]{{1,3}})\b"
    rf"|\b(?P<first>[0-9]{{1,3}})\s*(?P<behind>hp|hit points)\b",
    re.IGNORECASE,
)
_RANK = Regex(r"\b(?:normal|elite|named)\b", re.IGNORECASE)
_ABILITY_CARD = Regex(r"(?P<type>[^:,;#]*[^:,;#\s])\s*[\s:#]\s*#?(?P<card>[0-9]{1,4})")
_INITIATIVE = Regex(r"(?:initiative|init)?\s*:?\s*(?P<number>[0-9]{1,2})", re.IGNORECASE)
_ABILITY = Regex(
    r"\s*[;,]\s*(?=(?:move|attack|heal|shield|retaliate|loot|summon|special)\b)|\s*;\s*", re.IGNORECASE
)


def of_map(typed: str) -> tuple[str, Data]:
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


def of_scenario(typed: str) -> tuple[str, Data]:
    """`14`, `Frozen Hollow`."""
    return "", int(typed) if typed.isdecimal() else typed


def of_figures(typed: str) -> tuple[str, Data]:
    """`Brute at 2,3, hp 9, initiative 61, poison`; `Bandit Guard 1 elite (3,2)`; `Bandit Guard 1 from 7,8 at
    7,7`.
    """
    keys: dict[str, Data] = {}

    def number(found: re.Match[str]) -> str:
        name = " ".join((found["name"] or found["behind"]).casefold().split())
        keys[_NUMBERS[name]] = int(found["number"] or found["first"])
        return ","

    def rank(found: re.Match[str]) -> str:
        keys["rank"] = found[0].casefold()
        return " "

    def come_from(found: re.Match[str]) -> str:
        keys["from"] = [int(found[1]), int(found[2])]
        return " "

    left = _RANK.sub(rank, _NUMBER.sub(number, _FROM.sub(come_from, typed)))
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


def of_ability_cards(typed: str) -> tuple[str, Data]:
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


# of characters

_OWN_CARD = Regex(
    r"(?P<name>[^;:]*?[^;:\s\d])[\s,:]+(?:initiative|init)?\s*(?P<initiative>[0-9]{1,2})\s*", re.I
)
_HALF = Regex(r"(?P<half>top|bottom)\b\s*(?:half|action)?\s*:?\s*(?P<rest>.*)", re.I)
_ICON = Regex(
    r"[,\s]*\b(?:(?P<icon>lost|loss|persistent|round)|(?:xp\s*(?P<xp>[0-9]{1,2})|(?P<xp2>[0-9]{1,2})\s*xp))\s*$",
    re.I,
)
_LEVEL = Regex(r"(?:level|lvl)\s*(?P<level>[1-9X])", re.I)
_WHEN = Regex(r"(?:when\s+)?(?P<when>turn|move|attack|single attack|attacked|damage)", re.I)
_CARD_FORM = "`NAME: CARD, 35; top attack 3; bottom move 4`"
_ITEM_FORM = "`NAME: ITEM; heal 3, self; consumed`"


def _whose(typed: str, form: str) -> tuple[str, str]:
    """Who something belongs to, and what is said of it."""
    who, colon, said = (part.strip() for part in typed.partition(":"))
    if not colon or not who or not said:
        raise ValueError(f"begin with whose it is: {form}")
    return who, said


def of_own_cards(typed: str) -> tuple[str, Data]:
    """`Brute: Skewer, 35; top attack 3, push 1; bottom move 4, lost, xp 1`."""
    who, said = _whose(typed, _CARD_FORM)
    first, *parts = [part.strip() for part in said.split(";")]
    named = _OWN_CARD.fullmatch(first)
    if named is None:
        raise ValueError(f"name the card and its initiative first: {_CARD_FORM}")
    card: dict[str, Data] = {"initiative": int(named["initiative"])}
    halves: dict[str, list[str]] = {}
    texts: list[str] = []
    for part in filter(None, parts):
        if level := _LEVEL.fullmatch(part):
            card["level"] = int(level["level"]) if level["level"].isdecimal() else "X"
        elif half := _HALF.fullmatch(part):
            texts = halves.setdefault(half["half"].casefold(), [])
            texts.append(half["rest"])
        else:
            texts.append(part)
    if set(halves) != {"top", "bottom"} or not all(map(all, halves.values())):
        raise ValueError(f"write both halves: {_CARD_FORM}; more abilities of a half behind a semicolon")
    return who, {named["name"]: {**card, **{half: _half(said) for half, said in halves.items()}}}


def _half(texts: list[str]) -> Data:
    """One half: its abilities, with its icons behind the last one."""
    icons: dict[str, Data] = {}
    *before, last = texts
    while found := _ICON.search(last):
        last = last[: found.start()]
        if found["icon"]:
            icons[found["icon"].casefold().replace("loss", "lost")] = True
        else:
            icons["xp"] = int(found["xp"] or found["xp2"])
    do = [*before, *([last] if last else [])]
    told: Data = do[0] if len(do) == 1 else do
    return {"do": told, **icons} if icons else told


def of_items(typed: str) -> tuple[str, Data]:
    """`Brute: Hide Armor, Old Boots`; `Brute: Potion; heal 3, self; consumed`, `Brute: Boots; when move; move
    +1`.
    """
    who, said = _whose(typed, _ITEM_FORM)
    if ";" not in said:
        return who, _names_in(said)
    name, *parts = [part.strip() for part in said.split(";") if part.strip()]
    item: dict[str, Data] = {}
    do: list[str] = []
    for part in parts:
        if part.casefold() == "consumed":
            item["consumed"] = True
        elif uses := re.fullmatch(r"(?:uses )?([0-9]{1,2})(?: uses)?", part, re.I):
            item["uses"] = int(uses[1])
        elif when := _WHEN.fullmatch(part):
            item["when"] = when["when"].casefold()
        else:
            do.append(part)
    if not do:
        raise ValueError(f"say what the item does, as its card prints it: {_ITEM_FORM}")
    return who, {name: {"do": do[0] if len(do) == 1 else do, **item} if item or len(do) > 1 else do[0]}


def names_of(form: str) -> ReadEntry:
    """Reads a list of names for somebody: `Brute: Skewer, Trample`."""

    def read(typed: str) -> tuple[str, Data]:
        who, said = _whose(typed, form)
        return who, _names_in(said)

    return read


def _names_in(said: str) -> list[str]:
    return [part for each in said.split(",") if (part := each.strip())]


# of the campaign

_OF_MEMBER = {
    **dict.fromkeys(("level", "lvl"), "level"),
    **dict.fromkeys(("experience", "xp"), "experience"),
    **dict.fromkeys(("gold", "checkmarks"), ""),
    **dict.fromkeys(("checks", "ticks"), "checkmarks"),
    **dict.fromkeys(("tokens", "money tokens"), "tokens"),
    **dict.fromkeys(("perks to take", "blessings"), ""),
}
"""Numbers of a member of the party, and their keys where these are others."""
_WORD_OF_MEMBER = "|".join(sorted(_OF_MEMBER, key=len, reverse=True))
_FACT = Regex(
    rf"(?P<word>{_WORD_OF_MEMBER})\s*:?\s*(?P<number>[0-9]{{1,4}})"
    rf"|(?P<first>[0-9]{{1,4}})\s*(?P<behind>{_WORD_OF_MEMBER})",
    re.I,
)
_FIRST = Regex(r"(?P<name>.*?[^\s\d:])\s*:?(?:\s+(?:(?:level|lvl)\s*:?\s*)?(?P<level>[1-9]))?", re.I)
_OWNS = Regex(r"(?:items?|owns|has)\b\s*:?\s*(?P<item>.+)", re.I)
_PRICE = Regex(
    r"(?P<name>.*?[^\s\d:,])[\s:,]+(?:at |for |price |costs? )?(?P<price>[0-9]{1,3})(?:\s*gold)?", re.I
)
_STICKERS = Regex(r"(?P<action>.+?)[\s:,]+(?P<number>[0-9])(?:\s*stickers?)?", re.I)


def of_party(typed: str) -> tuple[str, Data]:
    """`Brute, level 3, 45 gold, xp 120, items Old Boots, Iron Helmet`."""
    first, *parts = [part.strip() for part in re.split(r"[,;]", typed)]
    named = _FIRST.fullmatch(first)
    if named is None or re.search(r"\d", named["name"]):
        raise ValueError("name the character first, with commas between the rest: `NAME, level 3, 45 gold`")
    told: dict[str, Data] = {"level": int(named["level"])} if named["level"] else {}
    items: list[str] = []
    for part in filter(None, parts):
        if fact := _FACT.fullmatch(part):
            word = (fact["word"] or fact["behind"]).casefold()
            told[_OF_MEMBER[word] or word.replace(" ", "_")] = int(fact["number"] or fact["first"])
        elif owns := _OWNS.fullmatch(part):
            items.append(owns["item"])
        elif items:
            items.append(part)
        else:
            raise ValueError(
                f'"{part}" is not understood; there are level, gold, xp, checkmarks, tokens, perks to take, '
                "blessings, each with its number, and at last `items NAME, NAME`"
            )
    return named["name"], {**told, **({"items": list(items)} if items else {})}


def of_shop(typed: str) -> tuple[str, Data]:
    """`Iron Helmet 10`."""
    found = _PRICE.fullmatch(typed)
    if found is None:
        raise ValueError("write the item and the price printed on it: `NAME 10`")
    return found["name"], {"price": int(found["price"])}


def of_stickers(typed: str) -> tuple[str, Data]:
    """`Brute: Trample top 1`."""
    form = "`CLASS: CARD top 1`"
    who, said = _whose(typed, form)
    found = _STICKERS.fullmatch(said)
    if found is None:
        raise ValueError(f"write the action and how many stickers are on it: {form}")
    return who, {found["action"]: int(found["number"])}
