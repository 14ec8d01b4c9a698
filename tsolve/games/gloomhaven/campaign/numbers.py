"""The contents of `campaign.yaml`: every number of the campaign between scenarios.

`Table` holds what does not change while a line is played: the numbers, the readings and how the group plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.printed import ClassCard
from tsolve.rules.loading import load_own

FILE = "campaign.yaml"
LEVELS = 9
"""Levels of characters, of cards and of the city's prosperity, from 1 on."""
SCENARIO_LEVELS = 8
"""Levels of scenarios, from 0 on."""

Number = Annotated[int, Meta(ge=0, le=999)]
Change = Annotated[int, Meta(ge=-99, le=99)]
Aim = Literal["", "enemies", "allies"]
"""Whom an ability targets; `allies` includes the acting figure; empty if unknown."""


class ScenarioLevel(msgspec.Struct, frozen=True):
    """What depends on a scenario level. (GH-15.2)"""

    monster_level: Number
    gold_per_token: Number
    trap_damage: Number
    completion_experience: Number


class Reputation(msgspec.Struct, frozen=True):
    """The ends of the reputation track. (GH-15.6)"""

    lowest: Change
    highest: Change


class PriceModifier(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """What is added to the price of an item from this reputation on. (GH-15.6)"""

    from_: Change
    price: Change


class Donation(msgspec.Struct, frozen=True):
    """A donation to the sanctuary. (GH-15.10)"""

    gold: Number
    blessings: Number
    opens_at: Number
    opens: str


class Checkmarks(msgspec.Struct, frozen=True):
    """What checkmarks of battle goals bring. (GH-15.11)"""

    per_perk: Annotated[int, Meta(ge=1, le=99)]
    most_perks: Number


class Retirement(msgspec.Struct, frozen=True):
    """What a retirement brings. (GH-15.16)"""

    prosperity: Number
    perks: Number
    opens: str


class EventNumbers(msgspec.Struct, frozen=True):
    """The cards with which an event deck starts. (GH-15.24)"""

    first: Number
    last: Number


class ReputationOpens(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a party gets on reaching a reputation: `at` or more, or `at` or less if it is below zero.
    (GH-15.19)
    """

    at: Change
    opens: str = ""
    city_event: Number = 0
    road_event: Number = 0


class Technology(msgspec.Struct, frozen=True):
    """An achievement that opens something once the party has it often enough. (GH-15.19)"""

    name: str
    count: Number
    opens: str


class Drake(msgspec.Struct, frozen=True):
    """Party achievements that together bring events and a global achievement. (GH-15.23)"""

    needs: tuple[str, ...]
    city_event: Number
    road_event: Number
    brings: str


class Achievements(msgspec.Struct, frozen=True):
    """The achievements that the rules of the campaign name."""

    for_enhancing: str
    technology: Technology
    drake: Drake
    names: dict[str, str]
    """Polish name -> English name."""


class AreaHex(msgspec.Struct, frozen=True):
    """A further hex of an area: its price is this gold divided by the number of present hexes. (GH-15.13)"""

    name: str
    polish: str
    gold: Number


class Sticker(msgspec.Struct, frozen=True):
    """An enhancement with its base price. (GH-15.13, GH-15.15, GH-15.21)"""

    name: str
    polish: str
    price: Number
    onto: Literal["number", "enemies", "allies", "main", "move", "area"]
    """What it may be put on."""
    aims_at: Aim = ""
    """Whom the ability targets, if the sticker alone tells it."""


class Enhancing(msgspec.Struct, frozen=True):
    """What enhancements cost. (GH-15.12 to GH-15.14)"""

    card_levels: tuple[Number, ...]
    earlier: tuple[Number, ...]
    doubled_by: Number
    area: AreaHex
    stickers: tuple[Sticker, ...]


class Numbers(msgspec.Struct, frozen=True):
    """The numbers of `campaign.yaml`."""

    experience: Annotated[tuple[Number, ...], Meta(min_length=LEVELS, max_length=LEVELS)]
    new_character_gold: Number
    scenario_levels: Annotated[
        tuple[ScenarioLevel, ...], Meta(min_length=SCENARIO_LEVELS, max_length=SCENARIO_LEVELS)
    ]
    difficulties: dict[str, Change]
    solo_levels: Number
    reputation: Reputation
    price_modifiers: tuple[PriceModifier, ...]
    last_items: Annotated[tuple[Number, ...], Meta(min_length=LEVELS, max_length=LEVELS)]
    prosperity: Annotated[tuple[Number, ...], Meta(min_length=LEVELS, max_length=LEVELS)]
    donation: Donation
    checkmarks: Checkmarks
    retirement: Retirement
    events: EventNumbers
    reputation_opens: tuple[ReputationOpens, ...]
    achievements: Achievements
    enhancing: Enhancing

    def __post_init__(self) -> None:
        for name in ("experience", "prosperity"):
            steps = getattr(self, name)
            if steps[0] != 0 or list(steps) != sorted(set(steps)):
                raise ValueError(f"{name} begins with 0 and rises")
        if min((each.from_ for each in self.price_modifiers), default=1) != self.reputation.lowest:
            raise ValueError("price_modifiers begin with the lowest reputation")
        if len(self.enhancing.card_levels) != LEVELS or not self.enhancing.earlier:
            raise ValueError("enhancing needs a sum for each card level, and for no earlier sticker")

    @property
    def highest_level(self) -> int:
        """The highest level of a character."""
        return len(self.experience)

    def least_experience(self, level: int) -> int:
        """The experience that a level needs; levels count from 1. (GH-15.4)"""
        return self.experience[level - 1]

    def level_of(self, experience: int) -> int:
        """The highest level for which so much experience is enough. (GH-15.4)"""
        return sum(experience >= needed for needed in self.experience)

    def prosperity_level(self, checks: int) -> int:
        """The level of the city, from 1 on. (GH-15.9)"""
        return sum(checks >= needed for needed in self.prosperity)

    def price_modifier(self, reputation: int) -> int:
        """What is added to the price of an item. (GH-15.6)"""
        return max((each.from_, each.price) for each in self.price_modifiers if each.from_ <= reputation)[1]

    def perks_for(self, checkmarks: int) -> int:
        """The perks that so many checkmarks have brought. (GH-15.11)"""
        return min(checkmarks // self.checkmarks.per_perk, self.checkmarks.most_perks)

    @property
    def most_checkmarks(self) -> int:
        """The number of checkmarks beyond which more bring nothing. (GH-15.11)"""
        return self.checkmarks.per_perk * self.checkmarks.most_perks

    def achievement(self, name: str) -> str:
        """The name of an achievement in the data: Polish names in English, with or without `The`."""
        plain = " ".join(name.split())
        english = self.achievements.names
        known = {_bare(each): each for each in english.values()}
        known |= {_bare(polish): each for polish, each in english.items()}
        return known.get(_bare(plain), plain)


def _bare(name: str) -> str:
    return name.casefold().removeprefix("the ")


@cache
def load_numbers(roots: tuple[Path, ...] = ()) -> Numbers:
    """The numbers of the campaign (without `roots`: of tsolve's own), read when first asked for.

    `roots` are the folders of a ruleset, see `load_own`, which raises InputError.
    """
    help_ = "it says what the campaign costs; copy the one of tsolve"
    return load_own(FILE, Numbers, "gloomhaven", roots, help_).value


Mode = Literal["campaign", "casual", "random dungeon"]


class Item(msgspec.Struct, frozen=True):
    """What the file tells of an item."""

    name: str = ""
    number: int | None = None
    price: int | None = None
    copies: int | None = None


class Scenario(msgspec.Struct, frozen=True):
    """What the file tells of a scenario."""

    links: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """Numbers, readings and settings."""

    numbers: Numbers
    readings: Mapping[str, str]
    mode: Mode = "campaign"
    difficulty: str = "normal"
    scenario_level: int | None = None
    """The level that is played; None for the recommended one."""
    solo: bool = False
    permanent_death: bool = False
    items: Mapping[str, Item] = {}
    """By name, in small letters."""
    scenarios: Mapping[str, Scenario] = {}
    cards: Mapping[str, ClassCard] = {}
    """Printed cards by name, without blanks and capitals."""
    printed: Mapping[str, Item] = {}
    """What the box prints of items, by name in small letters."""

    def item(self, name: str) -> Item:
        """What the file tells of an item; an item known by number is named by its three digits."""
        told = self.items.get(name.casefold()) or self.printed.get(name.casefold())
        if told is not None:
            return told
        return Item(name, int(name)) if name.isascii() and name.isdecimal() else Item(name)

    def called(self, name: str) -> str:
        """The name of an item that is known by number, or written in other letters; else the name itself."""
        if name.isascii() and name.isdecimal():
            known = (*self.items.values(), *self.printed.values())
            return next((each.name for each in known if each.number == int(name)), name)
        told = self.items.get(name.casefold()) or self.printed.get(name.casefold())
        return told.name if told is not None else name

    def are_linked(self, one: str, other: str) -> bool:
        """Whether two places are linked. (GH-15.18)"""
        return any(
            there in scenario.links
            for here, there in ((one, other), (other, one))
            if (scenario := self.scenarios.get(here)) is not None
        )
