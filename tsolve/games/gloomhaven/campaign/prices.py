"""What items and enhancements cost. (GH-15.6, GH-15.7, GH-15.12 to GH-15.14)"""

from __future__ import annotations

import msgspec

from tsolve.games.gloomhaven.campaign.numbers import AreaHex, Sticker
from tsolve.games.gloomhaven.campaign.sums import Sum, some
from tsolve.games.gloomhaven.campaign.table import Table


def buying_price(table: Table, reputation: int, printed: int, name: str) -> Sum:
    """The price of an item: the printed one, changed by the reputation of the party. (GH-15.6)"""
    found = Sum(f"Price of {name}", "price").add(printed, name, (), "printed price")
    change = table.numbers.price_modifier(reputation)
    found = found.add(change, f"reputation {reputation}", ("GH-15.6",))
    return found.within(0, found.total + 99, ("GH-15.6",), "nobody is paid for taking an item")


def selling_price(printed: int, name: str) -> Sum:
    """What the city pays for an item: half the printed price, whatever the reputation. (GH-15.7)"""
    return Sum(f"Price for {name}", "price").add(printed, name, (), "printed price").halved("", ("GH-15.7",))


class Placed(msgspec.Struct, frozen=True):
    """A sticker and the ability that it is put on."""

    sticker: Sticker | AreaHex
    level: int = 1
    """The level of the card; X counts as 1."""
    several: bool = False
    """Whether the ability can hit more than one figure."""
    aims_at: str = ""
    """Whom the ability aims at, as far as it is told: `enemies` or `allies`."""
    hexes: int = 0
    """The hexes of the area so far."""


def enhancement_price(table: Table, placed: Placed, stickers: int) -> Sum:
    """The price of an enhancement on an action with this many stickers. (GH-15.12 to GH-15.14)

    The base price, doubled where the ability can hit several figures, plus a sum for the level of the card
    and one for the stickers that are there. A hex of an area is never doubled. What counts as several figures
    is a reading. (key.doubled_sticker)
    """
    numbers, sticker = table.numbers.enhancing, placed.sticker
    found = Sum(f"Price of {sticker.name}", "price")
    if isinstance(sticker, AreaHex):
        note = f"{sticker.gold} / {placed.hexes} target hex{'es' if placed.hexes != 1 else ''}, rounded down"
        found = found.add(sticker.gold // placed.hexes, sticker.name, ("GH-15.13",), note)
    else:
        found = found.add(sticker.price, sticker.name, ("GH-15.13",))
        if placed.several and _is_doubled(table, placed):
            rulings: tuple[str, ...] = ("GH-15.12",)
            if placed.aims_at == "allies":
                rulings = ("GH-15.12", "key.doubled_sticker")
            found = found.times(numbers.doubled_by, "", rulings, "the ability can hit several figures")
    surcharge = numbers.card_levels[placed.level - 1]
    found = found.add(surcharge, f"card of level {placed.level}", ("GH-15.14", "GH-15.12"))
    there = f"{some(stickers, 'sticker')} on the action"
    return found.add(numbers.earlier[stickers], there, ("GH-15.14", "GH-15.12"))


def _is_doubled(table: Table, placed: Placed) -> bool:
    """Whether an ability with several targets doubles the price: the table says any, the text one against
    enemies.
    """
    return placed.aims_at != "allies" or table.readings["doubled_sticker"] == "table"
