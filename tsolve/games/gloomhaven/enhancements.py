"""Stickers on ability cards: what they say, where they may be, and what they make of an action.

A card has spots, each beside a line of an ability and of a shape that says what may be put there. (GH-15.12,
GH-15.15, GH-15.21)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, cast, get_args

import msgspec
from msgspec.structs import replace

from tsolve.errors import TsolveError
from tsolve.games.gloomhaven import hexes as plane
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Command,
    Consume,
    Heal,
    If,
    Kill,
    Move,
    OneOf,
    Pay,
    Place,
    Retaliate,
    Shield,
    Shove,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import SELF, Element, Pattern, Whom
from tsolve.games.gloomhaven.cards import Side
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import PutObstacles, Remove, Summon
from tsolve.games.gloomhaven.simple_abilities import Infuse
from tsolve.games.gloomhaven.traits import Condition
from tsolve.regex import Regex

_INNER = ("then", "otherwise", "beside")
"""Where an ability holds those that it leads to; `otherwise` stands in place of `then`."""
_Place: TypeAlias = tuple[tuple[int, str], ...]
"""Where an ability stands: its number in each list on the way, with the name of the next list."""
NEGATIVE_STICKERS = ("poison", "wound", "muddle", "immobilize", "disarm", "curse")
POSITIVE_STICKERS = ("strengthen", "bless")
SHAPES = {
    "negative": ("diamond",),
    "positive": ("diamond_plus",),
    "element": ("circle", "diamond", "diamond_plus"),
    "area": ("hex",),
}
"""The shapes of the spots that take such a sticker; a number or a jump goes by its line alone."""
ORDINALS = ("first", "second", "third")
_OF_SUMMONS = {"hp": "heal", "hit points": "heal"}
"""What a line of a summon's statistics is called among the spots."""


class Sticker(msgspec.Struct, frozen=True):
    """One enhancement of an action."""

    side: Side
    sort: str
    """`+1`, `jump`, `negative`, `positive`, `element` or `area`."""
    line: str = ""
    """The line whose number is one more, `attack`, `summon move`; empty if the text does not say it."""
    word: str = ""
    """The condition or the element."""
    hex: Hex | None = None
    """The hex that comes to an area."""
    place: int = 0
    """Which of several such abilities it is on, from 1; 0 if the text does not say it."""

    def __str__(self) -> str:
        where = f"{ORDINALS[self.place - 1]} " if self.place else ""
        if self.sort == "+1":
            return f"+1 {where}{self.line}".strip()
        if self.sort == "area":
            return f"area hex ({self.hex.q},{self.hex.p})" if self.hex is not None else "area hex"
        if self.sort == "element":
            return "any element" if self.word == "any" else self.word
        return self.word or self.sort


class MisplacedError(TsolveError, ValueError):
    """A sticker that cannot be where a file puts it; the text says why."""


_ELEMENTS = "|".join(each for each in get_args(Element) if each != "any")
_STICKER = Regex(
    r"(?P<side>top|bottom)(?: half| action)?[:,]? (?:"
    r"\+1(?: (?P<place>first|second|third))?"
    r"(?: (?P<line>(?P<of>summon(?:'s|ed)? )?(?:move|attack|range|shield|push|pull|pierce|retaliate|heal"
    r"|targets?|hp|hit points))(?P<later> of (?:a |the )?summon)?)?"
    rf"|(?P<jump>jump)|(?P<condition>{'|'.join((*NEGATIVE_STICKERS, *POSITIVE_STICKERS))})"
    rf"|(?P<element>{_ELEMENTS})|(?P<any>any(?: element)?|wild(?: element)?)"
    r"|(?P<area>(?:area )?hex)(?: \(? ?(?P<q>-?[0-9]{1,2}) ?[, ] ?(?P<p>-?[0-9]{1,2}) ?\)?)?)",
    re.IGNORECASE,
)


def sticker_from(text: str) -> Sticker | None:
    """What a text says: `top +1 attack`, `bottom jump`, `top area hex (2,-1)`; None for another text."""
    found = _STICKER.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    side = cast("Side", found["side"].casefold())
    if found["jump"]:
        return Sticker(side, "jump", "move")
    if found["condition"]:
        word = found["condition"].casefold()
        return Sticker(side, "negative" if word in NEGATIVE_STICKERS else "positive", word=word)
    if found["element"] or found["any"]:
        return Sticker(side, "element", word=(found["element"] or "any").casefold())
    if found["area"]:
        there = Hex(int(found["q"]), int(found["p"])) if found["q"] else None
        return Sticker(side, "area", hex=there)
    line = (found["line"] or "").casefold()
    line = line.removesuffix((found["later"] or "").casefold()).removeprefix((found["of"] or "").casefold())
    if found["of"] or found["later"] or line in _OF_SUMMONS:
        line = f"summon {_OF_SUMMONS.get(line, line)}"
    place = ORDINALS.index(found["place"].casefold()) + 1 if found["place"] else 0
    return Sticker(side, "+1", line.replace("targets", "target"), place=place)


def _spot(text: str) -> tuple[str, str]:
    """The line and the shape of a spot: `attack: diamond`; a summon's has its word first."""
    line, _, shape = text.partition(": ")
    return line, shape


def placed(stickers: Sequence[Sticker], spots: Sequence[str]) -> list[tuple[Sticker, str]]:
    """Each sticker of one action with the line that it is on. Raises MisplacedError."""
    known = [_with_line(each, spots) for each in stickers]
    free = list(map(_spot, spots))
    lines: dict[int, str] = {}
    # those that fit few spots come first: a number fits its line only, an element nearly all
    order = sorted(range(len(known)), key=lambda at: (_ORDER.index(known[at].sort), at))
    for at in order:
        fitting = [spot for spot in free if _fits(known[at], spot)]
        if not fitting:
            raise MisplacedError(_why_not(known[at], spots))
        free.remove(fitting[0])
        lines[at] = fitting[0][0]
    return [(each, lines[at]) for at, each in enumerate(known)]


_ORDER = ("+1", "jump", "area", "positive", "negative", "element")


def _with_line(sticker: Sticker, spots: Sequence[str]) -> Sticker:
    """A +1 with the line that it can only mean."""
    if sticker.sort != "+1" or sticker.line:
        return sticker
    lines = {line for line, shape in map(_spot, spots) if line != "condition" and shape != "hex"}
    if len(lines) > 1:
        forms = " or ".join(f"`{sticker.side} +1 {line}`" for line in sorted(lines))
        raise MisplacedError(f"which number is raised is not told: write {forms}")
    return replace(sticker, line=next(iter(lines), ""))


def _fits(sticker: Sticker, spot: tuple[str, str]) -> bool:
    line, shape = spot
    if sticker.sort in ("+1", "jump"):
        return line == sticker.line and shape != "hex"
    return shape in SHAPES[sticker.sort]


def _why_not(sticker: Sticker, spots: Sequence[str]) -> str:
    if not spots:
        return f"the {sticker.side} has no spot for an enhancement (GH-15.12)"
    there = ", ".join(line for line, _ in map(_spot, spots))
    if any(_fits(sticker, _spot(spot)) for spot in spots):
        return f"the spots of the {sticker.side} that take it are used up: {there} (GH-15.12)"
    rules = {
        "+1": "one more only where a number with a spot is",
        "jump": "a jump goes on a move only",
        "negative": "a negative condition goes on abilities against enemies only",
        "positive": "a positive condition goes on abilities for allies or oneself only",
        "element": "an element goes on main lines only",
        "area": "a hex goes on the picture of an area only",
    }
    rule = "GH-15.21" if sticker.sort in ("jump", "element", "area") else "GH-15.15"
    return f"the {sticker.side} has spots at {there}: {rules[sticker.sort]} ({rule})"


def enhanced(
    abilities: Sequence[Ability], stickers: Sequence[Sticker], spots: Sequence[str]
) -> tuple[Ability, ...]:
    """The abilities of an action with its stickers. Raises MisplacedError."""
    changed = dict(within(abilities))
    behind: dict[_Place, list[Ability]] = {}
    for sticker, line in placed(stickers, spots):
        for at in _places(changed, sticker, line):
            ability = changed[at]
            if sticker.sort == "+1":
                changed[at] = one_more(ability, line)
            elif sticker.sort == "jump" and isinstance(ability, Move):
                changed[at] = replace(ability, jump=True)
            elif sticker.sort == "element":
                behind.setdefault(at, []).append(Infuse(cast("Element", sticker.word)))
            elif sticker.sort == "area":
                changed[at] = _with_hex(ability, sticker)
            else:
                condition = cast("Condition", sticker.word)
                better = _with_condition(ability, condition)
                if better is None:
                    behind.setdefault(at, []).insert(0, Place((condition,), _same(ability, sticker)))
                else:
                    changed[at] = better
    return tuple(_with(abilities, changed, behind))


def within(abilities: Sequence[Ability], above: _Place = ()) -> Iterator[tuple[_Place, Ability]]:
    """The abilities and those that they lead to, each with its place."""
    for at, ability in enumerate(abilities):
        place = (*above, (at, ""))
        yield place, ability
        for name in _inner(ability):
            yield from within(getattr(ability, name), (*above, (at, name)))


def _inner(ability: Ability) -> list[str]:
    """The fields of an ability that hold those that it leads to at once."""
    if not isinstance(ability, Command | Consume | OneOf | Pay | If | PutObstacles | Remove):
        return []
    return [name for name in _INNER if getattr(ability, name, ())]


def _with(
    abilities: Sequence[Ability],
    changed: Mapping[_Place, Ability],
    behind: Mapping[_Place, Sequence[Ability]],
    above: _Place = (),
) -> Iterator[Ability]:
    """The abilities as changed, each with those that stand behind it."""
    for at, ability in enumerate(abilities):
        place = (*above, (at, ""))
        inner = {
            name: tuple(_with(getattr(ability, name), changed, behind, (*above, (at, name))))
            for name in _inner(ability)
        }
        yield replace(changed[place], **inner)
        yield from behind.get(place, ())


def fitting(abilities: Sequence[Ability], line: str) -> list[list[_Place]]:
    """The places of the abilities that have such a line; those that stand in place of each other together."""
    return _together(place for place, ability in within(abilities) if _has(ability, line))


def _together(places: Iterable[_Place]) -> list[list[_Place]]:
    found: dict[_Place, list[_Place]] = {}
    for place in places:
        key = tuple((at, "then" if name == "otherwise" else name) for at, name in place)
        found.setdefault(key, []).append(place)
    return list(found.values())


def _has(ability: Ability, line: str) -> bool:
    """Whether an ability has this line, with a number of its own."""
    if line.startswith("summon "):
        return isinstance(ability, Summon) and ability.statistics is not None
    if line == "area":
        return _area_of(ability) is not None
    match ability:
        case Attack():
            numbers = {"pierce": ability.pierce, "push": ability.push, "pull": ability.pull}
            numbers |= {"range": ability.range is not None, "target": ability.targets or ability.add_target}
            shown = {"attack": True, "condition": bool(ability.conditions)}
            return bool(numbers.get(line, shown.get(line, False)))
        case Heal():
            return (
                line == "heal"
                or (line == "range" and ability.range is not None)
                or (line == "target" and ability.targets > 1)
            )
        case Retaliate():
            return line == "retaliate" or (line == "range" and ability.range > 1)
        case Shove():
            return line == ("push" if ability.push else "pull") or line in ("target", "range")
        case Place():
            return line in ("condition", "range", "target") or (
                line == "area" and _area_of(ability) is not None
            )
        case Suffer():
            return line in ("damage", "range", "target")
        case Move():
            return line == "move"
        case Shield():
            return line == "shield"
    return False


def _places(abilities: Mapping[_Place, Ability], sticker: Sticker, line: str) -> list[_Place]:
    """The places of the ability with the line that a sticker is on. Raises MisplacedError."""
    places = _together(place for place, ability in abilities.items() if _has(ability, line))
    if sticker.place:
        places = places[sticker.place - 1 : sticker.place]
    if len(places) > 1 and sticker.sort == "+1":
        form = f"`{sticker.side} +1 first {line}`"
        raise MisplacedError(f"the {sticker.side} has {len(places)} of these: write {form}, or `second`")
    if places:
        return places[0]
    raise MisplacedError(
        f"its {line} on the {sticker.side} is not told to tsolve: write the changed card under `cards`"
    )


def one_more(ability: Ability, line: str) -> Ability:
    """An ability with one more of a number. Raises MisplacedError for one without it."""
    if isinstance(ability, Summon) and ability.statistics is not None:
        key = {"heal": "hp"}.get(line.removeprefix("summon "), line.removeprefix("summon "))
        return replace(
            ability, statistics=replace(ability.statistics, **{key: getattr(ability.statistics, key) + 1})
        )
    key = {"target": "targets"}.get(line, line)
    if isinstance(ability, Move | Attack) and line in ("move", "attack"):
        return replace(ability, amount=replace(ability.amount, number=ability.amount.number + 1))
    if isinstance(ability, Attack) and line == "range" and ability.range is not None:
        return replace(ability, range=replace(ability.range, number=ability.range.number + 1))
    if isinstance(ability, Attack) and line == "target" and ability.targets is None:
        return replace(ability, add_target=ability.add_target + 1)
    if isinstance(ability, Heal | Shield | Retaliate | Suffer) and line in (
        "heal",
        "shield",
        "retaliate",
        "damage",
    ):
        return replace(ability, amount=ability.amount + 1)
    if isinstance(ability, Place | Shove | Suffer) and line == "range" and ability.whom.within:
        return replace(ability, whom=replace(ability.whom, within=ability.whom.within + 1))
    if isinstance(ability, Place | Shove | Suffer) and line == "target" and not ability.whom.each:
        return replace(ability, whom=replace(ability.whom, number=ability.whom.number + 1))
    number = getattr(ability, key, None)
    if not isinstance(number, int) or isinstance(number, bool):
        raise MisplacedError(f"its {line} cannot be raised here: write the changed card under `cards`")
    return replace(ability, **{key: number + 1})


def _area_of(ability: Ability) -> Pattern | None:
    """The area in which it affects figures."""
    if isinstance(ability, Attack):
        return ability.area
    return ability.whom.area if isinstance(ability, Place | Suffer | Kill | Command) else None


def _with_hex(ability: Ability, sticker: Sticker) -> Ability:
    """An ability whose area has one more hex."""
    area = _area_of(ability)
    if area is None:
        raise MisplacedError("it has no area")
    if sticker.hex is None:
        seen = " ".join(f"({each.q},{each.p})" for each in area.hexes)
        form = f'"{sticker.side} area hex (2,-1)"'
        raise MisplacedError(f"which hex the area gains is not told: write {form}; it has {seen}")
    own = {Hex(0, 0)} if area.is_melee else set()
    if sticker.hex in own.union(area.hexes) or not any(
        plane.distance(sticker.hex, each) == 1 for each in own.union(area.hexes)
    ):
        raise MisplacedError(f"{sticker} is no new hex beside the area (GH-15.13)")
    area = replace(area, hexes=(*area.hexes, sticker.hex), name="")
    if isinstance(ability, Attack):
        return replace(ability, area=area)
    assert isinstance(ability, Place | Suffer | Kill | Command)
    return replace(ability, whom=replace(ability.whom, area=area))


def _with_condition(ability: Ability, condition: Condition) -> Ability | None:
    """An ability that places one more condition; None if that takes an ability of its own."""
    if isinstance(ability, Attack | Place | Shove):
        return replace(ability, conditions=tuple(dict.fromkeys((*ability.conditions, condition))))
    return None


def _same(ability: Ability, sticker: Sticker) -> Whom:
    """The figures that an ability has affected. Raises MisplacedError if that cannot be said."""
    if isinstance(ability, Heal) and ability.targets > 1:
        raise MisplacedError(f"{sticker} for several healed figures is not told to tsolve")
    if isinstance(ability, Heal) and ability.range is not None:
        return Whom("same")
    whom = ability.whom if isinstance(ability, Heal | Shield | Retaliate | Suffer) else SELF
    return Whom("same") if whom.is_chosen else whom


def told(stickers: Sequence[Sticker]) -> Iterator[str]:
    """The stickers, each with its half: `top +1 attack`."""
    yield from (f"{each.side} {each}" for each in stickers)
