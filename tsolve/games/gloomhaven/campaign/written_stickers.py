"""How an enhancement is written: the sticker, then what is told of the ability that gets it."""

from __future__ import annotations

import re
from typing import Literal, Protocol

from tsolve.diagnostics import suggest
from tsolve.games.gloomhaven.campaign.enhancing import Enhance, Line
from tsolve.games.gloomhaven.campaign.numbers import AreaHex, Sticker
from tsolve.games.gloomhaven.campaign.prices import Placed
from tsolve.games.gloomhaven.campaign.table import Table

_ELEMENTS = {
    "fire",
    "ice",
    "air",
    "earth",
    "light",
    "dark",
    "ogień",
    "lód",
    "powietrze",
    "ziemia",
    "światło",
    "ciemność",
}
_A_GIVEN_ELEMENT = "a given element"
_WORDS = {"no": 0, "one": 1, "two": 2, "three": 3}
_LEVEL = re.compile(r"level (?P<level>[1-9]|X)", re.IGNORECASE)
_SEVERAL = re.compile(
    r"(?P<several>several|one) (?P<what>targets?|enem(?:y|ies)|all(?:y|ies))", re.IGNORECASE
)
_HEXES = re.compile(r"(?P<hexes>[1-9][0-9]?) (?:target )?hex(?:es)?", re.IGNORECASE)
_STICKERS = re.compile(
    r"(?P<number>no|one|two|three|[0-9]) stickers?(?: yet| already| there)*", re.IGNORECASE
)
_ONTO = re.compile(r"on an? (?P<line>.+)", re.IGNORECASE)
_AIM = re.compile(r"(?:against|for) (?P<whom>enemies|allies|oneself|itself)", re.IGNORECASE)
_LINES: dict[str, tuple[Line, str]] = {
    "attack": ("other", "enemies"),
    "move": ("move", "allies"),
    "heal": ("other", "allies"),
    "shield": ("other", "allies"),
    "retaliate": ("other", "allies"),
    "loot": ("other", "allies"),
    "summon": ("other", ""),
    "main line": ("main", ""),
    "small line": ("small", ""),
    "line without a number": ("without a number", ""),
}
"""What an ability is called -> its line, and whom it aims at where that is sure."""

DETAILS = (
    "level 3, several targets, several allies, one target, 3 target hexes, one sticker already, "
    f"against enemies, for allies; or on a(n) {', '.join(_LINES)}"
)


class Errors(Protocol):
    """Who reads the step."""

    @property
    def table(self) -> Table: ...
    def wrong(self, message: str, help_: str) -> Exception: ...


def enhancement(
    errors: Errors, who: str, card: str, half: Literal["", "top", "bottom"], details: str
) -> Enhance:
    """The enhancement that the details describe. Raises InputError (E323) for words that mean nothing, and
    where the level of the card, the hexes of the area or the side of several targets is not told.
    """
    first, *rest = (part.strip() for part in details.split(","))
    sticker = _sticker(errors, first)
    told = _Details(errors, sticker)
    for part in rest:
        told.take(part)
    return Enhance(who, card, half, told.placed(), told.line, told.stickers, details)


class _Details:
    """What is told of the ability so far."""

    def __init__(self, errors: Errors, sticker: Sticker | AreaHex) -> None:
        self.errors, self.sticker = errors, sticker
        self.level = 0
        self.several = isinstance(sticker, AreaHex)
        self.aims_at = "enemies" if isinstance(sticker, AreaHex) else ""
        self.hexes = 0
        self.line: Line = ""
        self.stickers: int | None = None

    def take(self, part: str) -> None:
        """One more detail."""
        if found := _LEVEL.fullmatch(part):
            self.level = 1 if found["level"] in "xX" else int(found["level"])
        elif found := _SEVERAL.fullmatch(part):
            self.several = found["several"].casefold() == "several"
            what = found["what"].casefold()
            self.aims_at = (
                "enemies" if what.startswith("e") else "allies" if what.startswith("a") else self.aims_at
            )
        elif found := _HEXES.fullmatch(part):
            self.hexes = int(found["hexes"])
        elif found := _STICKERS.fullmatch(part):
            number = found["number"].casefold()
            self.stickers = _WORDS[number] if number in _WORDS else int(number)
        elif found := _AIM.fullmatch(part):
            self.aims_at = "enemies" if found["whom"].casefold() == "enemies" else "allies"
        elif (found := _ONTO.fullmatch(part)) and found["line"].casefold() in _LINES:
            self.line, aims_at = _LINES[found["line"].casefold()]
            self.aims_at = self.aims_at or aims_at
        else:
            raise self.errors.wrong(f'"{part}" tells nothing of an enhancement', DETAILS)

    def placed(self) -> Placed:
        """The sticker on its ability."""
        if not self.level:
            raise self.errors.wrong("the level of the card is not told", "write `level 1`, or `level X`")
        if isinstance(self.sticker, AreaHex):
            if not self.hexes:
                raise self.errors.wrong("the hexes of the area are not told", "write `3 target hexes`")
        elif self.hexes:
            raise self.errors.wrong(
                f"target hexes count for an {self.errors.table.numbers.enhancing.area.name} only",
                "leave them out",
            )
        usual = "" if isinstance(self.sticker, AreaHex) else self.sticker.aims_at
        if self.several and not (self.aims_at or usual):
            raise self.errors.wrong(
                "whose are the several targets?", "write `several enemies`, or `several allies`"
            )
        return Placed(self.sticker, self.level, self.several, self.aims_at or usual, self.hexes)


def _sticker(errors: Errors, name: str) -> Sticker | AreaHex:
    numbers = errors.table.numbers.enhancing
    wanted = _usual_form(name)
    if wanted in (numbers.area.name.casefold(), numbers.area.polish.casefold()):
        return numbers.area
    known = {
        each: sticker
        for sticker in numbers.stickers
        for each in (sticker.name.casefold(), sticker.polish.casefold())
    }
    if wanted not in known:
        names = [*(each.name for each in numbers.stickers), numbers.area.name]
        raise errors.wrong(
            f'there is no enhancement "{name}"', suggest(wanted, names) or f"there are: {', '.join(names)}"
        )
    return known[wanted]


def _usual_form(name: str) -> str:
    """`attack +1` and `+1 summon attack` as the data write them."""
    plain = " ".join(name.casefold().split())
    if plain in _ELEMENTS:
        return _A_GIVEN_ELEMENT
    plain = re.sub(r"(.+) \+1", r"+1 \1", plain)
    return re.sub(r"\+1 summon (.+)", r"+1 \1 of a summon", plain)
