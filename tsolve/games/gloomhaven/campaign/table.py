"""What does not change while a line is played: the numbers, the readings and how the group plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from tsolve.games.gloomhaven.campaign.numbers import Numbers

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

    def item(self, name: str) -> Item:
        """What is told of an item; a number of three digits is its own name."""
        told = self.items.get(name.casefold())
        if told is not None:
            return told
        return Item(name, int(name)) if name.isascii() and name.isdecimal() else Item(name)

    def are_linked(self, one: str, other: str) -> bool:
        """Whether two places are linked. (GH-15.18)"""
        return any(
            there in scenario.links
            for here, there in ((one, other), (other, one))
            if (scenario := self.scenarios.get(here)) is not None
        )
