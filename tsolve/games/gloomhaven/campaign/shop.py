"""Items are bought and sold, ability cards enhanced, with the prices. (GH-15.6 to GH-15.15)

A price is a calculation: rows that each name their rule. (GH-15.21, GH-15.25)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.campaign.numbers import AreaHex, Sticker, Table
from tsolve.games.gloomhaven.campaign.state import (
    Character,
    CharacterAction,
    State,
    by_somebody,
    changed,
    not_in_city,
    note,
    with_gold,
)
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry, Trace


class Sum(msgspec.Struct, frozen=True):
    """A number with its calculation, row by row."""

    title: str
    quantity: str
    rows: tuple[Entry, ...] = ()

    @property
    def total(self) -> int:
        """The number."""
        return self.rows[-1].after if self.rows else 0

    def add(self, amount: int, subject: str, rulings: tuple[str, ...], note: str = "") -> Sum:
        """The same with a further term."""
        return self._to(self.total + amount, "add", subject, rulings, note)

    def times(self, factor: int, subject: str, rulings: tuple[str, ...], note: str = "") -> Sum:
        """The same, multiplied."""
        return self._to(self.total * factor, "multiply", subject, rulings, note)

    def halved(self, subject: str, rulings: tuple[str, ...], note: str = "") -> Sum:
        """The same, halved and rounded down."""
        return self._to(self.total // 2, "halve", subject, rulings, note)

    def within(self, least: int, most: int, rulings: tuple[str, ...], note: str) -> Sum:
        """The same within bounds; a row only where they change it."""
        bounded = min(max(self.total, least), most)
        return self if bounded == self.total else self._to(bounded, "floor", "", rulings, note)

    def _to(self, total: int, step: str, subject: str, rulings: tuple[str, ...], note: str) -> Sum:
        row = Entry(step, subject, self.quantity, self.total, total, rulings, note)
        return msgspec.structs.replace(self, rows=(*self.rows, row))

    def calculation(self, before: Sequence[Entry] = ()) -> Calculation:
        """The calculation as a table, after rows of other quantities that it uses."""
        return Calculation(self.title, (*before, *self.rows), self.total)

    def told(self, trace: Trace | None) -> None:
        """Note the rows that change the number."""
        if trace is not None:
            trace.extend([row for row in self.rows if row.change])


def some(number: int, what: str) -> str:
    """A number of things in words: `1 perk`, `2 perks`."""
    return f"{number} {what}{'s' if number != 1 else ''}"


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
    """Whom the ability targets, if known: `enemies` or `allies`."""
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
    """Whether an ability with several targets doubles the price: by the table any, by the text one against
    enemies.
    """
    return placed.aims_at != "allies" or table.readings["doubled_sticker"] == "table"


class Buy(CharacterAction, frozen=True):
    """A character buys an item; `printed` is the price on the card, None if it is left to the file."""

    forms = (
        by_somebody("buys {item} at {printed:price}", "buys {item} at {printed:price} gold"),
        by_somebody("buys {item}"),
    )
    rulings = ("GH-15.6", "GH-15.7", "GH-15.8")
    item: str
    printed: int | None = None

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


class Sell(CharacterAction, frozen=True):
    """A character sells an item."""

    forms = (
        by_somebody("sells {item} at {printed:price}", "sells {item} at {printed:price} gold"),
        by_somebody("sells {item}"),
    )
    rulings = ("GH-15.7",)
    item: str
    printed: int | None = None

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


class Give(CharacterAction, frozen=True):
    """A character gives gold or an item to another one, which nobody may. (GH-15.7)"""

    forms = (by_somebody("gives {what:gift} to {to:named}"),)
    rulings = ("GH-15.7",)
    what: str
    to: str

    def refusal(self, table: Table, state: State) -> Reason | None:
        return "neither items nor gold pass from one character to another", self.rulings

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return self.refusal(table, state)

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


Line = Literal["", "main", "small", "without a number", "move", "other"]
"""What is known of the line that gets the sticker; `other`: a main line that is not a move."""


class Ability(msgspec.Struct, frozen=True):
    """What is known of the ability that gets a sticker."""

    placed: Placed
    line: Line
    stickers: int | None
    """The number of stickers on the action, if the step tells it."""
    tells_targets: bool
    """Whether the step tells if it hits several figures."""
    text: str
    """The details, as they were written."""


class Enhance(CharacterAction, frozen=True):
    """A character puts a sticker on an ability of one of its cards."""

    forms = (
        by_somebody(
            "enhances{card:of_card}{half:half}: {ability:details}",
            "enhances{card:of_card}{half:half} with {ability:details}",
        ),
    )
    rulings = ("GH-15.12", "GH-15.15", "GH-15.21")
    card: str
    half: Literal["", "top", "bottom"]
    """The half of the card; empty where nobody tells it."""
    ability: Ability

    def price(self, table: Table, state: State) -> Sum | None:
        there, placed = self._stickers(state), self.ability.placed
        if there >= len(table.numbers.enhancing.earlier) or placed.level > table.numbers.highest_level:
            return None
        return enhancement_price(table, placed, there)

    def _stickers(self, state: State) -> int:
        """The stickers that the position knows of, else those that the step tells."""
        character = state.character(self.who)
        known = state.stickers(character.class_, self.card, self.half) if character is not None else 0
        return known or self.ability.stickers or 0

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if reason := not_in_city(state, "cards are enhanced", ("GH-15.21",)):
            return reason
        needed = table.numbers.achievements.for_enhancing
        if state.global_achievements is not None and needed not in state.global_achievements:
            return f'enhancing needs the global achievement "{needed}"', ("GH-15.21",)
        return (
            self._unfit()
            or self._miscounted(table, state)
            or self._too_many(table, state, character)
            or self._too_dear(table, state, character)
        )

    def _unfit(self) -> Reason | None:
        """Why the sticker does not go onto this line, as far as the line is told. (GH-15.15, GH-15.21)"""
        sticker, aims_at = self.ability.placed.sticker, self.ability.placed.aims_at
        onto = "area" if isinstance(sticker, AreaHex) else sticker.onto
        if onto == "number":
            if self.ability.line == "without a number":
                return f"{sticker.name} goes only where a number is printed", ("GH-15.15",)
            return None
        if onto in ("enemies", "allies") and aims_at not in ("", onto):
            whom = "aimed at enemies" if onto == "enemies" else "for allies or oneself"
            return f"{sticker.name} goes only onto an ability {whom}", ("GH-15.15",)
        if onto == "move" and self.ability.line not in ("", "move"):
            return f"{sticker.name} goes only onto a move", ("GH-15.21",)
        if onto in ("enemies", "allies", "main") and self.ability.line == "small":
            return f"{sticker.name} goes only onto the main line of an ability", ("GH-15.21",)
        return None

    def _miscounted(self, table: Table, state: State) -> Reason | None:
        there = self._stickers(state)
        if self.ability.stickers is not None and self.ability.stickers != there:
            return f"there {_are(there)} on that action, not {self.ability.stickers}", ("GH-15.14",)
        most = len(table.numbers.enhancing.earlier)
        if there >= most:
            return f"there {_are(there)} on that action, and no price for one more", ("GH-15.14",)
        return None

    def _too_many(self, table: Table, state: State, character: Character) -> Reason | None:
        cards, level = (
            state.enhanced_cards(character.class_),
            table.numbers.prosperity_level(state.prosperity),
        )
        if self.card in cards or len(cards) < level or not self.card:
            return None
        enhanced = f"{character.class_} has {some(len(cards), 'enhanced card')}"
        return f"{enhanced}, and the prosperity level of the city is {level}", ("GH-15.15",)

    def _too_dear(self, table: Table, state: State, character: Character) -> Reason | None:
        price = self.price(table, state)
        if price is not None and character.gold is not None and character.gold < price.total:
            reason = f"it costs {price.total} gold, and {self.who} has {character.gold}"
            return reason, ("GH-15.12", "GH-15.15")
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        price, there = self.price(table, state), self._stickers(state)
        assert price is not None
        price.told(trace)
        state = with_gold(state, self.character(state), -price.total, ("GH-15.15",), trace, "sticker")
        changed(trace, self.card, "stickers", there, there + 1, ("GH-15.15",))
        place = (self.character(state).class_, self.card, self.half)
        others = tuple(each for each in state.enhanced if each[:3] != place)
        return replace(state, enhanced=(*others, (*place, there + 1)))


def _are(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {some(number, 'sticker')}"
