"""How written steps become actions.

An enhancement is written as the sticker, followed by details of the ability that gets it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Protocol, cast

from msgspec.structs import replace

from tsolve.cardkit.forms import Shapes, how_written, plain_step
from tsolve.diagnostics import input_error, suggest
from tsolve.errors import Span
from tsolve.games.gloomhaven.campaign import city, events, scenario
from tsolve.games.gloomhaven.campaign.events import Condition, ForClass, ForReputation, Otherwise, Sign
from tsolve.games.gloomhaven.campaign.numbers import AreaHex, Sticker, Table
from tsolve.games.gloomhaven.campaign.printed_actions import hits_several
from tsolve.games.gloomhaven.campaign.shop import Ability, Buy, Enhance, Give, Line, Placed, Sell
from tsolve.games.gloomhaven.campaign.state import CONSTANTS, Action, State
from tsolve.games.gloomhaven.perks import swap_from
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.source.tree import shortened

_ELEMENTS = (
    *("fire", "ice", "air", "earth", "light", "dark"),
    *("ogień", "lód", "powietrze", "ziemia", "światło", "ciemność"),
)
_A_GIVEN_ELEMENT = "a given element"
_WORDS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_LEVEL = Regex(r"level (?P<level>[1-9]|X)", re.IGNORECASE)
_SEVERAL = Regex(r"(?P<several>several|one) (?P<what>targets?|enem(?:y|ies)|all(?:y|ies))", re.IGNORECASE)
_HEXES = Regex(r"(?P<hexes>[1-9][0-9]?) (?:target )?hex(?:es)?", re.IGNORECASE)
_STICKERS = Regex(r"(?P<number>no|one|two|three|[0-9]) stickers?(?: yet| already| there)*", re.IGNORECASE)
_ONTO = Regex(r"on an? (?P<line>.+)", re.IGNORECASE)
_AIM = Regex(r"(?:against|for) (?P<whom>enemies|allies|oneself|itself)", re.IGNORECASE)
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
"""The name of an ability -> its line, and whom it targets if that is certain."""

DETAILS = (
    "level 3, several targets, several allies, one target, 3 target hexes, one sticker already, "
    f"against enemies, for allies; or on a(n) {', '.join(_LINES)}"
)


class Errors(Protocol):
    """The reader of the step, which builds the errors."""

    @property
    def table(self) -> Table: ...
    def wrong(self, message: str, help_: str) -> Exception: ...


def ability(errors: Errors, details: str) -> Ability:
    """The ability that the details describe, of level 0 where they tell none. Raises InputError (E323) for
    words that mean nothing, and where the hexes of the area or the side of several targets is not told.
    """
    first, *rest = (part.strip() for part in details.split(","))
    sticker = _sticker(errors, first)
    told = _Details(errors, sticker)
    for part in rest:
        told.take(part)
    return Ability(told.placed(), told.line, told.stickers, told.tells_targets, details)


def _number(text: str) -> int:
    word = text.casefold()
    return _WORDS[word] if word in _WORDS else int(word)


class _Details:
    """What the details read so far say of the ability."""

    def __init__(self, errors: Errors, sticker: Sticker | AreaHex) -> None:
        self.errors, self.sticker = errors, sticker
        self.level = 0
        self.several = isinstance(sticker, AreaHex)
        self.tells_targets = self.several
        self.aims_at = "enemies" if isinstance(sticker, AreaHex) else ""
        self.hexes = 0
        self.line: Line = ""
        self.stickers: int | None = None

    def take(self, part: str) -> None:
        """Take one more detail."""
        if found := _LEVEL.fullmatch(part):
            self.level = 1 if found["level"] in "xX" else int(found["level"])
        elif found := _SEVERAL.fullmatch(part):
            self.several, self.tells_targets = found["several"].casefold() == "several", True
            what = found["what"].casefold()
            self.aims_at = (
                "enemies" if what.startswith("e") else "allies" if what.startswith("a") else self.aims_at
            )
        elif found := _HEXES.fullmatch(part):
            self.hexes = int(found["hexes"])
        elif found := _STICKERS.fullmatch(part):
            self.stickers = _number(found["number"])
        elif found := _AIM.fullmatch(part):
            self.aims_at = "enemies" if found["whom"].casefold() == "enemies" else "allies"
        elif (found := _ONTO.fullmatch(part)) and found["line"].casefold() in _LINES:
            self.line, aims_at = _LINES[found["line"].casefold()]
            self.aims_at = self.aims_at or aims_at
        else:
            raise self.errors.wrong(f'"{part}" is not a detail of an enhancement', DETAILS)

    def placed(self) -> Placed:
        """The sticker on its ability."""
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


_NUMBER = "[0-9]{1,4}|one|two|three|four|five|six"
_PATTERNS = {
    "who": r"(?:\S.*? )?",
    "item": ".+?",  # a new one may have an article in its name
    "gift": ".+",
    "step": "(?!reward:|outcome ).+",
    "condition": "for reputation [<>]=? ?-?[0-9]{1,2}|for class [^:]+|otherwise",
    "place": r"\S+",
    "new": r"(?: \S.*?)?",
    "newcomer": r"(?!characters?\b)[^\W\d_]\S*(?: [^\W\d_]\S*)?",
    "as": "(?: as .+?)?",
    "for": "(?: for .+)?",
    "level": "[0-9]{1,2}",
    "to_level": "(?: to (?:level )?[0-9])?",
    "taking": "(?:,? taking a level [1-9X] card)?",
    "perk": ".+",
    "achievement": '"?[^"]+?"?',
    "of_card": '(?: "[^"]+"| [^":]+?)??',
    "half": "(?: (?:top|bottom))?",
    "details": ".+",
    "goal": "[1-3]",
    "deck": "city|road",
    "own": "gold|experience|xp|checkmarks?",
    "common": "reputation|prosperity",
    **dict.fromkeys(("number", "price", "gained", "lost"), _NUMBER),
    **dict.fromkeys(("design", "event"), "[0-9]{1,3}"),
    **dict.fromkeys(CONSTANTS, ""),
}
"""The patterns of slots that do not accept every word."""
_LABELS = {
    **dict.fromkeys(("gained", "lost", "goal", "design", "event"), "number"),
    **dict.fromkeys(("own", "common"), "what"),
    "named": "name",
    "gift": "item",
    "place": "scenario",
    "deck": "city/road",
}
ACTIONS: tuple[type[Action], ...] = (
    scenario.Reward,
    events.Outcome,
    city.CityEvent,
    city.Return,
    scenario.Travel,
    scenario.End,
    city.DoWhatIsDue,
    city.Create,
    events.PayTogether,
    events.GainAchievement,
    events.GainDesign,
    events.HandleEvent,
    events.Each,
    events.GainTogether,
    Buy,
    Sell,
    Give,
    city.Donate,
    city.Retire,
    city.Leave,
    scenario.Die,
    city.LevelUp,
    city.TakePerk,
    scenario.Loot,
    scenario.FulfilGoal,
    Enhance,
    events.Gain,
)
"""In the order in which their forms are tried on a text: first those of the whole party, since a name may be
any word.
"""
_SHAPES = Shapes(ACTIONS, _PATTERNS)
_ARTICLE = Regex("^(?:the|an?) ")

LONGEST = 300
"""Characters of a step."""
EXAMPLES = (
    "buys ITEM at PRICE, sells ITEM at PRICE, donates, levels up, retires, gains 10 gold, "
    'enhances "CARD": +1 attack, level 1; new character NAME at level 1, travel to 7, win the scenario'
)


class Reader:
    """Reads one step in one position."""

    def __init__(self, table: Table, state: State, span: Span | None, asks: bool = False) -> None:
        """`asks`: the step is part of a question, such as what an item costs, and needs no acting
        character.
        """
        self.table, self.state, self.span, self.asks = table, state, span, asks

    def read(self, text: str) -> Action:
        """The action. Raises InputError for a text that is no action (E321), for an unknown character (E302)
        and for words that are unknown or missing (E323).
        """
        plain = plain_step(text)
        if len(plain) > LONGEST:
            raise self.wrong(f"a step has at most {LONGEST} characters", "write what is done, and no more")
        for shape, said in _SHAPES.matching(plain):
            for action in shape.meant(said, self._things, {}):
                return self._whole(action)
        raise input_error("E321", f'"{shortened(plain)}" is not an action', self.span, self._how(plain))

    def _how(self, text: str) -> str:
        """How a step with this first word, or with this word after a name, is written; else examples."""
        names = (each.name for each in self.state.characters)
        rest = next((text[len(name) :] for name in names if text.casefold().startswith(name.casefold())), "")
        verb = next(iter(rest.split() or text.split()), "").casefold()
        told = how_written(ACTIONS, _LABELS).get(verb)
        return EXAMPLES if told is None else f"it is written {told}"

    def _whole(self, action: Action) -> Action:
        """The action, if it is complete: it needs a price that the file does not give, and the half of a card
        with stickers. Raises InputError (E323).
        """
        if isinstance(action, Buy | Sell) and action.printed is None:
            if self.table.item(action.item).price is None:  # part of a name is enough if unambiguous
                part = _ARTICLE.sub("", action.item.casefold())
                printed = [each.name for each in self.table.printed.values()]
                named = (
                    [name for name in names if part in name.casefold()] for names in (self._items, printed)
                )
                called = next(filter(None, named), [])
                if len(called) == 1 and called[0] != action.item:
                    return self._whole(replace(action, item=called[0]))
                text = f"the printed price of {action.item} is missing"
                raise self.wrong(text, "write `at 30` behind it")
        elif isinstance(action, Enhance) and not action.ability.placed.level:
            return self._whole(replace(action, ability=self._as_printed(action)))
        elif isinstance(action, Enhance) and (known := self.state.character(action.who)) is not None:
            place = [known.class_, action.card]
            halves = {half for *card, half, _ in self.state.enhanced if card == place}
            if halves and bool(action.half) != all(halves):
                text = f"{action.card} has stickers on the top or the bottom half"
                raise self.wrong(text, "write which half is meant")
        return action

    def _as_printed(self, action: Enhance) -> Ability:
        """What the printed card says of an ability of which the step tells no level. Raises InputError (E323)
        where the card is not known, or does not say whether several figures are hit.
        """
        card, placed = self.table.cards.get(squash(action.card)), action.ability.placed
        if card is None:
            raise self.wrong("the level of the card is not told", "write `level 1`, or `level X`")
        several: bool | None = placed.several
        if not action.ability.tells_targets and isinstance(placed.sticker, Sticker):
            several = hits_several(card, action.half, placed.sticker)
        if several is None:
            help_ = "write `one target` or `several enemies` behind it"
            raise self.wrong(f"does {placed.sticker.name} go onto an ability with several targets?", help_)
        return replace(action.ability, placed=replace(placed, level=card.rank, several=several))

    def _things(self, kind: str, text: str) -> Sequence[object]:
        """What a text means in a slot of this kind."""
        if kind in CONSTANTS:
            return [CONSTANTS[kind]]
        match kind:
            case "who":
                return [self.who(text.strip())]
            case "named":
                return [self.named(text)]
            case "item":
                return [self.item(text)]
            case "step":
                return [self.read(text)]
            case "condition":
                return [_condition(text)]
            case "number" | "price" | "gained" | "goal" | "design" | "event":
                return [_number(text)]
            case "lost":
                return [-_number(text)]
            case "level":
                return [self._level(int(text))]
            case "to_level":
                return [int(text[-1]) if text else None]
            case "taking":
                return [level_of(text.split()[-2]) if text else None]
            case "new" | "newcomer":
                return [self._new(text.strip())]
            case "as" | "for":
                return [text.strip().partition(" ")[2].strip()]
            case "perk":
                return [self._perk(text)]
            case "achievement":
                return [self.table.numbers.achievement(text.strip('"'))]
            case "shares":
                return [tuple(self._share(part.strip()) for part in text.split(","))]
            case "of_card":
                return [self._card(text.strip(' "'))]
            case "details":
                return [ability(self, text)]
            case "own":
                return [_OWN.get(text.casefold(), text.casefold())]
            case "deck" | "common" | "half":
                return [text.strip().casefold()]
        return [text]

    # names

    def who(self, name: str) -> str:
        """The acting character; the only character if none is named."""
        names = [each.name for each in self.state.characters]
        if not name:
            if len(names) == 1 or self.asks:
                return names[0] if len(names) == 1 else ""
            raise self.wrong("the step does not say who does it", f"begin with a name: {', '.join(names)}")
        return self.named(name)

    def named(self, name: str) -> str:
        """A character by name, of the party or one who has left it."""
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
            return self.table.called(f"{int(bare):03}")
        called = (name.casefold(), _ARTICLE.sub("", name.casefold()))
        known = (*self._items, *(each.name for each in self.table.printed.values()))
        return next((each for each in known if each.casefold() in called), name)

    @property
    def _items(self) -> Collection[str]:
        """The items that the position knows of, by name."""
        owned = (item for each in self.state.characters for item in each.items)
        known = (each.name for each in self.table.items.values())
        return dict.fromkeys((*known, *owned, *self.state.in_shop))

    def _new(self, name: str) -> str:
        if not (name or self.asks):
            raise self.wrong("the step does not name the character", "new character NAME at level 1")
        return name or "new character"

    def _level(self, level: int) -> int:
        if not 1 <= level <= self.table.numbers.highest_level:
            raise self.wrong(f"there is no level {level}", "levels are from 1 to 9")
        return level

    def _card(self, name: str) -> str:
        if not (name or self.asks):
            raise self.wrong("the step does not name the card", 'NAME enhances "CARD": +1 attack, level 1')
        return name

    def _perk(self, said: str) -> str:
        if swap_from(said) is None:
            help_ = "such as `replace one -1 by one +1` or `remove two -1`"
            raise self.wrong(f'"{said}" is not what a perk does', help_)
        return said

    def _share(self, part: str) -> tuple[str, int]:
        name, _, gold = part.rpartition(" ")
        if not (name and gold.isascii() and gold.isdecimal() and len(gold) <= 4):
            raise self.wrong(f'"{part}" is not a share', "pay 10 gold together: NAME 6, NAME 4")
        return self.named(name), int(gold)

    def wrong(self, message: str, help_: str) -> Exception:
        """An error in the words of the step (E323)."""
        return input_error("E323", message, self.span, help_)


def level_of(written: str) -> int:
    """The level of a card; X counts as 1. (GH-15.12)"""
    return 1 if written.casefold() == "x" else int(written)


_OWN = {"xp": "experience", "checkmark": "checkmarks"}


def _condition(text: str) -> Condition:
    """The condition of an outcome."""
    if found := re.fullmatch(r"for reputation ([<>]=?) ?(-?[0-9]+)", text, re.IGNORECASE):
        return ForReputation(cast(Sign, found[1]), int(found[2]))
    if found := re.fullmatch("for class (.+)", text, re.IGNORECASE):
        return ForClass(tuple(re.split(r" or |, ?", found[1])))
    return Otherwise()
