"""How written steps become actions.

An enhancement is written as the sticker, then what is told of the ability that gets it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from re import Match
from typing import Literal, Protocol, TypeAlias, cast

from tsolve.diagnostics import input_error, suggest
from tsolve.errors import Span
from tsolve.games.gloomhaven.campaign.city import (
    CityEvent,
    Create,
    Donate,
    Leave,
    LevelUp,
    Retire,
    Return,
    Swap,
    TakePerk,
    swap_from,
)
from tsolve.games.gloomhaven.campaign.events import (
    Common,
    Each,
    ForClass,
    ForReputation,
    Gain,
    GainAchievement,
    GainDesign,
    GainTogether,
    HandleEvent,
    Otherwise,
    Outcome,
    Own,
    PayTogether,
    Sign,
)
from tsolve.games.gloomhaven.campaign.numbers import AreaHex, Sticker, Table
from tsolve.games.gloomhaven.campaign.scenario import Die, End, FulfilGoal, Loot, Reward, Travel
from tsolve.games.gloomhaven.campaign.shop import Buy, Enhance, Give, Line, Placed, Sell
from tsolve.games.gloomhaven.campaign.state import CITY, Action, State
from tsolve.source.tree import shortened

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


Build: TypeAlias = "Callable[[Reader, Match[str]], Action]"

LONGEST = 300
"""Characters of a step."""
EXAMPLES = (
    "buys ITEM at PRICE, sells ITEM at PRICE, donates, levels up, retires, gains 10 gold, "
    'enhances "CARD": +1 attack, level 1; new character NAME at level 1, travel to 7, win the scenario'
)


class Reader:
    """Reads one step in one position."""

    def __init__(self, table: Table, state: State, span: Span | None, asks: bool = False) -> None:
        """`asks`: a question, such as what an item costs, needs nobody who does it."""
        self.table, self.state, self.span, self.asks = table, state, span, asks

    def read(self, text: str) -> Action:
        """The action. Raises InputError for a text that says nothing (E321), for somebody whom nobody knows
        (E302) and for words that mean nothing or are missing (E323).
        """
        plain = " ".join(text.split())
        if len(plain) > LONGEST:
            raise self.wrong(f"a step has at most {LONGEST} characters", "write what is done, and no more")
        for pattern, build in _STEPS:
            found = pattern.fullmatch(plain)
            if found is not None:
                return build(self, found)
        raise input_error("E321", f'"{shortened(plain)}" is not an action', self.span, EXAMPLES)

    # names

    def who(self, found: Match[str]) -> str:
        """Who does it: the only character where nobody is named."""
        name = found["who"]
        names = [each.name for each in self.state.characters]
        if not name:
            if len(names) == 1 or self.asks:
                return names[0] if len(names) == 1 else ""
            raise self.wrong("the step does not say who does it", f"begin with a name: {', '.join(names)}")
        return self.named(name)

    def named(self, name: str) -> str:
        """A character by name, of the party or gone."""
        known = (*(each.name for each in self.state.characters), *self.state.gone)
        same = next((each for each in known if each.casefold() == name.casefold()), None)
        if same is None:
            help_ = suggest(name, known) or (f"there are: {', '.join(known)}" if known else "")
            raise input_error("E302", f'no character is called "{name}"', self.span, help_)
        return same

    def item(self, name: str) -> str:
        """An item as the file writes it; `item 7` is 007."""
        bare = name.casefold().removeprefix("item ").strip()
        if bare.isascii() and bare.isdecimal():
            bare = f"{int(bare):03}"
            named = (each.name for each in self.table.items.values() if each.number == int(bare))
            return next(named, bare)
        owned = (item for each in self.state.characters for item in each.items)
        known = (*(each.name for each in self.table.items.values()), *owned, *self.state.in_shop)
        return next((each for each in known if each.casefold() == name.casefold()), name)

    def price(self, item: str, written: str | None) -> int | None:
        """The printed price, where the step has to tell it."""
        if written is not None:
            return int(written)
        if self.table.item(item).price is None:
            raise self.wrong(f"nobody tells the price printed on {item}", "write `at 30` behind it")
        return None

    def wrong(self, message: str, help_: str) -> Exception:
        """An error in the words of the step (E323)."""
        return input_error("E323", message, self.span, help_)


def _buy(reader: Reader, found: Match[str]) -> Action:
    item = reader.item(found["item"])
    return Buy(reader.who(found), item, reader.price(item, found["price"]))


def _sell(reader: Reader, found: Match[str]) -> Action:
    item = reader.item(found["item"])
    return Sell(reader.who(found), item, reader.price(item, found["price"]))


def _level_up(reader: Reader, found: Match[str]) -> Action:
    to = None if found["to"] is None else int(found["to"])
    card = None if found["card"] is None else level_of(found["card"])
    return LevelUp(reader.who(found), to, card)


def level_of(written: str) -> int:
    """The level of a card; X counts as 1. (GH-15.12)"""
    return 1 if written.casefold() == "x" else int(written)


def _take_perk(reader: Reader, found: Match[str]) -> Action:
    said = found["perk"] or ""
    swap = swap_from(said) if said else Swap()
    if swap is None:
        raise reader.wrong(
            f'"{said}" is not what a perk does', "such as `replace one -1 by one +1` or `remove two -1`"
        )
    return TakePerk(reader.who(found), said, swap)


def _gain(reader: Reader, found: Match[str]) -> Action:
    return Gain(reader.who(found), _own(found["what"]), _signed(found))


def _each(_: Reader, found: Match[str]) -> Action:
    return Each(_own(found["what"]), _signed(found))


def _common(_: Reader, found: Match[str]) -> Action:
    return GainTogether(cast(Common, found["what"].casefold()), _signed(found))


def _own(what: str) -> Own:
    word = what.casefold()
    return "experience" if word == "xp" else cast(Own, "checkmarks" if word == "checkmark" else word)


def _signed(found: Match[str]) -> int:
    number = int(found["number"])
    return number if found["verb"].casefold().startswith("gain") else -number


def _create(reader: Reader, found: Match[str]) -> Action:
    name = found["name"] or ("new character" if reader.asks else "")
    if not name:
        raise reader.wrong("the step does not name the character", "new character NAME at level 1")
    level = int(found["level"])
    if not 1 <= level <= reader.table.numbers.highest_level:
        raise reader.wrong(f"there is no level {level}", "levels are from 1 to 9")
    return Create(name, level, found["class"] or "", found["player"] or "")


def _pay(reader: Reader, found: Match[str]) -> Action:
    shares = []
    for part in found["shares"].split(","):
        name, _, gold = part.strip().rpartition(" ")
        if not (name and gold.isascii() and gold.isdecimal() and len(gold) <= 4):
            raise reader.wrong(f'"{part.strip()}" is no share', "pay 10 gold together: NAME 6, NAME 4")
        shares.append((reader.named(name), int(gold)))
    return PayTogether(int(found["number"]), tuple(shares))


def _travel(_: Reader, found: Match[str]) -> Action:
    if found["to"].casefold() == CITY.casefold():
        return Return()
    event = {"with": True, "without": False}.get((found["event"] or "").casefold())
    return Travel(found["to"], event)


def _achievement(reader: Reader, found: Match[str]) -> Action:
    name = reader.table.numbers.achievement(found["name"])
    return GainAchievement(name, found["kind"].casefold() == "global")


def _for_reputation(reader: Reader, found: Match[str]) -> Action:
    condition = ForReputation(cast(Sign, found["sign"]), int(found["number"]))
    return Outcome(condition, reader.read(found["step"]))


def _handle(_: Reader, found: Match[str]) -> Action:
    deck = cast(Literal["city", "road"], found["deck"].casefold())
    return HandleEvent(
        deck, int(found["card"]), cast(Literal["add", "return", "remove"], found["what"].casefold())
    )


def _enhance(reader: Reader, found: Match[str]) -> Action:
    card, half = found["card"] or found["bare"] or "", (found["half"] or "").casefold()
    if not card and not reader.asks:
        raise reader.wrong("the step does not name the card", 'NAME enhances "CARD": +1 attack, level 1')
    who = reader.who(found)
    step = enhancement(reader, who, card, cast(Literal["", "top", "bottom"], half), found["details"])
    known = reader.state.character(who)
    if known is not None:
        halves = {
            each for class_, name, each, _ in reader.state.enhanced if (class_, name) == (known.class_, card)
        }
        if halves and bool(half) != all(halves):
            raise reader.wrong(
                f"{card} has stickers on the top or the bottom half", "write which half is meant"
            )
    return step


_WHO = r"(?:(?P<who>\S.*?) )?"
_STEP = r"(?P<step>(?!reward:|outcome ).+)"
_NUMBER = r"(?P<number>[0-9]{1,4})"
_OWN = r"(?P<what>gold|experience|xp|checkmarks?)"
_CHANGES = rf"(?P<verb>gains?|loses?) {_NUMBER}"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_NOBODY: Mapping[str, Build] = {
    rf"reward: {_STEP}": lambda reader, found: Reward(reader.read(found["step"])),
    rf"outcome for reputation (?P<sign>[<>]=?) ?(?P<number>-?[0-9]{{1,2}}): {_STEP}": _for_reputation,
    rf"outcome for class (?P<classes>[^:]+): {_STEP}": lambda reader, found: Outcome(
        ForClass(tuple(re.split(r" or |, ?", found["classes"]))), reader.read(found["step"])
    ),
    rf"outcome otherwise: {_STEP}": lambda reader, found: Outcome(Otherwise(), reader.read(found["step"])),
    r"(?:take )?(?:an? |the )?city event": lambda _, __: CityEvent(),
    rf"return to (?:{CITY}|the city)": lambda _, __: Return(),
    r"travel to (?:scenario )?(?P<to>\S+)(?: (?P<event>with|without) a(?:ny)? road event)?": _travel,
    r"win (?:the )?scenario": lambda _, __: End(True),
    r"lose (?:the )?scenario": lambda _, __: End(False),
    r"new character(?: (?P<name>\S.*?))? at level (?P<level>[0-9]{1,2})"
    r"(?: as (?P<class>.+?))?(?: for (?P<player>.+))?": _create,
    rf"pay {_NUMBER} gold together: (?P<shares>.+)": _pay,
    r'gain (?:the |a )?(?P<kind>global|party) achievement "?(?P<name>[^"]+?)"?': _achievement,
    r"gain (?:the )?item design (?P<item>[0-9]{1,3})": lambda _, found: GainDesign(int(found["item"])),
    r"(?P<what>add|return|remove) (?P<deck>city|road) event (?P<card>[0-9]{1,3})": _handle,
    rf"each character {_CHANGES} {_OWN}": _each,
    rf"(?:the (?:party|city) )?{_CHANGES} (?P<what>reputation|prosperity)": _common,
}
"""Steps of the whole party. They are looked for first, since a name may be any word."""

_SOMEBODY: Mapping[str, Build] = {
    r"buys? (?P<item>.+?)(?: at (?P<price>[0-9]{1,4})(?: gold)?)?": _buy,
    r"sells? (?P<item>.+?)(?: at (?P<price>[0-9]{1,4})(?: gold)?)?": _sell,
    r"gives? (?P<what>.+) to (?P<to>.+)": lambda reader, found: Give(
        reader.who(found), found["what"], reader.named(found["to"])
    ),
    r"donates?(?: to the sanctuary)?": lambda reader, found: Donate(reader.who(found)),
    r"retires?": lambda reader, found: Retire(reader.who(found)),
    r"leaves?(?: the party)?": lambda reader, found: Leave(reader.who(found)),
    r"dies?": lambda reader, found: Die(reader.who(found)),
    r"levels? up(?: to (?:level )?(?P<to>[0-9]))?(?:,? taking a level (?P<card>[1-9X]) card)?": _level_up,
    r"takes? a perk(?:: (?P<perk>.+))?": _take_perk,
    rf"loots? {_NUMBER}(?: money)? tokens?": lambda reader, found: Loot(
        reader.who(found), int(found["number"])
    ),
    r"fulfils? a battle goal of (?P<number>[1-3])": lambda reader, found: FulfilGoal(
        reader.who(found), int(found["number"])
    ),
    r'enhances?(?: "(?P<card>[^"]+)"| (?P<bare>[^":]+?))??(?: (?P<half>top|bottom))?: (?P<details>.+)': (
        _enhance
    ),
    rf"{_CHANGES} {_OWN}": _gain,
}
"""Steps of one character."""

_STEPS: tuple[tuple[re.Pattern[str], Build], ...] = (
    *((_pattern(text), build) for text, build in _NOBODY.items()),
    *((_pattern(_WHO + text), build) for text, build in _SOMEBODY.items()),
)
