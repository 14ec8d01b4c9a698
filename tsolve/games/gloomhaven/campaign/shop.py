"""Items are bought and sold. (GH-15.6 to GH-15.8, GH-15.25)"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.action import Deed, not_in_city
from tsolve.games.gloomhaven.campaign.effects import note, with_gold
from tsolve.games.gloomhaven.campaign.prices import buying_price, selling_price
from tsolve.games.gloomhaven.campaign.state import Character, State
from tsolve.games.gloomhaven.campaign.sums import Sum
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.trace import Trace
from tsolve.turns.written import Reason


class Buy(Deed, frozen=True):
    """A character buys an item; `printed` is the price on the card, None where the file has to tell it."""

    rulings = ("GH-15.6", "GH-15.7", "GH-15.8")
    item: str
    printed: int | None = None

    @property
    def text(self) -> str:
        return _told(self.who, "buys", self.item, self.printed)

    def price(self, table: Table, state: State) -> Sum | None:
        printed = _printed(table, self.item, self.printed)
        return None if printed is None else buying_price(table, state.reputation, printed, self.item)

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if reason := not_in_city(state, "items are bought", ("GH-15.7",)):
            return reason
        if _owns(character, self.item):
            return f"{self.who} has {self.item} already, and nobody owns two copies", ("GH-15.7",)
        return self._not_on_sale(table, state) or self._too_dear(table, state, character)

    def _not_on_sale(self, table: Table, state: State) -> Reason | None:
        item = table.item(self.item)
        if item.copies is not None:
            taken = sum(_owns(each, self.item) for each in state.characters)
            if taken >= item.copies:
                copies = f"{item.copies} cop{'ies' if item.copies != 1 else 'y'}"
                return f"all {copies} of {self.item} are taken", ("GH-15.25",)
        if item.number is None or item.number in state.designs or self.item in state.in_shop:
            return None
        level = table.numbers.prosperity_level(state.prosperity)
        last = table.numbers.last_items[level - 1]
        if item.number > last:
            reason = f"item {item.number:03} is not on sale: prosperity {level} brings those up to {last:03}"
            return reason, ("GH-15.8",)
        return None

    def _too_dear(self, table: Table, state: State, character: Character) -> Reason | None:
        price = self.price(table, state)
        if price is not None and character.gold is not None and character.gold < price.total:
            reason = f"{self.item} costs {price.total} gold, and {self.who} has {character.gold}"
            return reason, ("GH-15.6", "GH-15.7")
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        price = self.price(table, state)
        assert price is not None
        price.told(trace)
        if table.item(self.item).number is None and self.item not in state.in_shop:
            note(trace, self.item, "taken as on sale, since no number is told", ("GH-15.8",))
        state = with_gold(state, self.character(state), -price.total, ("GH-15.6",), trace, self.item)
        buyer = self.character(state)
        left = tuple(each for each in state.in_shop if each != self.item)
        return replace(state.with_character(replace(buyer, items=(*buyer.items, self.item))), in_shop=left)


class Sell(Deed, frozen=True):
    """A character sells an item."""

    rulings = ("GH-15.7",)
    item: str
    printed: int | None = None

    @property
    def text(self) -> str:
        return _told(self.who, "sells", self.item, self.printed)

    def price(self, table: Table, state: State) -> Sum | None:
        printed = _printed(table, self.item, self.printed)
        return None if printed is None else selling_price(printed, self.item)

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if reason := not_in_city(state, "items are sold", ("GH-15.7",)):
            return reason
        if not _owns(character, self.item):
            return f"{self.who} has no {self.item}", ("GH-15.7",)
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        price = self.price(table, state)
        assert price is not None
        price.told(trace)
        state = with_gold(
            state, self.character(state), price.total, self.rulings, trace, f"sale of {self.item}"
        )
        return left_in_shop(state, self.character(state), (self.item,), trace)


class Give(Deed, frozen=True):
    """A character gives gold or an item to another one, which nobody may. (GH-15.7)"""

    rulings = ("GH-15.7",)
    what: str
    to: str

    @property
    def text(self) -> str:
        return f"{self.who} gives {self.what} to {self.to}"

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return "neither items nor gold pass from one character to another", self.rulings

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        raise AssertionError("it is never legal")


def left_in_shop(state: State, who: Character, items: tuple[str, ...], trace: Trace | None) -> State:
    """Items that a character leaves in the shop. (GH-15.7, GH-15.8)"""
    for item in items:
        note(trace, item, "is on sale again", ("GH-15.8",))
    dropped = {item.casefold() for item in items}
    kept = tuple(each for each in who.items if each.casefold() not in dropped)
    return replace(state.with_character(replace(who, items=kept)), in_shop=(*state.in_shop, *items))


def _owns(character: Character, item: str) -> bool:
    return item.casefold() in (each.casefold() for each in character.items)


def _printed(table: Table, item: str, printed: int | None) -> int | None:
    return table.item(item).price if printed is None else printed


def _told(who: str, verb: str, item: str, printed: int | None) -> str:
    return f"{who} {verb} {item}" + ("" if printed is None else f" at {printed}")
