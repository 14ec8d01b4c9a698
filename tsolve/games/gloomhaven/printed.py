"""What the box prints for characters: classes, their ability cards, and items. (GH-2.5, GH-2.13, GH-11.8)

A text of an action or an item is in the words of `ability_text`. What has no such words yet stands under
`untold`, restated: an action with something untold is never played, whatever else it says.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=0, le=999)]
When = Literal[
    "turn",
    "move",
    "attack",
    "single attack",
    "ally attack",
    "attacked",
    "damage",
    "heal",
    "loot",
    "obstacle",
    "reveal",
    "enemy consumes",
    "summon damage",
    "turn end",
    "always",
    "basic",
]
"""When an item may be used: at any time in its bearer's turn; on a move ability, an attack ability, or one
attack of such an ability; on an attack ability of an ally; when its bearer is attacked, or would suffer
damage; on a heal or a loot ability, or one that puts obstacles; once all initiatives of a round are known;
when an enemy is about to consume elements; when a summon of its bearer would suffer damage; at the end of
its bearer's turn. `always`: never, what it says lasts as long as it is worn; `basic`: never, it changes
what any card may be used as.
"""
Only = Literal["melee", "ranged", "single target"]
"""Attacks that an item changes: only these."""
LEVELS_OF_CHARACTERS = 9
"""Characters have levels 1 to 9. (GH-15.4)"""


class Perk(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A perk: modifier cards that leave the deck of its class, and cards that enter it. (GH-15.4)"""

    times: Annotated[int, Meta(ge=1, le=9)] = 1
    """How often it may be taken."""
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    """Modifier cards as position files write them: `2 x -1`, `rolling push 1`."""
    ignores: str = ""
    """Negative effects that no longer count."""

    def in_words(self) -> str:
        """What it does."""
        parts = [f"remove {', '.join(self.remove)}"] if self.remove else []
        parts += [f"add {', '.join(self.add)}"] if self.add else []
        parts += [f"ignore negative {self.ignores}"] if self.ignores else []
        return ", ".join(parts) + (f" ({self.times} times)" if self.times > 1 else "")


class Companion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A figure that begins each scenario beside its character, and counts as its summon. (GH-11.23)"""

    name: str
    hit_points: Annotated[
        tuple[Count, ...], Meta(min_length=LEVELS_OF_CHARACTERS, max_length=LEVELS_OF_CHARACTERS)
    ]
    """By the level of the character, 1 to 9."""
    move: Count
    attack: Count

    def in_words(self) -> str:
        """Its name and statistics."""
        hit_points = ", ".join(map(str, self.hit_points))
        return f"{self.name}, move {self.move}, attack {self.attack}, hit points by level {hit_points}"


class CharacterClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A class of characters."""

    hand_size: Annotated[int, Meta(ge=2, le=20)]
    """How many cards its hand has. (GH-2.13)"""
    hit_points: Annotated[
        tuple[Count, ...], Meta(min_length=LEVELS_OF_CHARACTERS, max_length=LEVELS_OF_CHARACTERS)
    ]
    """By level, 1 to 9."""
    companion: Companion | None = None
    perks: tuple[Perk, ...] = ()
    symbol: str = ""
    """The public name of the symbol on its sealed box; empty for one that the box opens with. (GH-15.19)"""

    def parts_in_words(self) -> Iterator[tuple[str, str]]:
        """What is printed, piece by piece, as people read it."""
        if self.symbol:
            yield "symbol", self.symbol
        yield "hand size", str(self.hand_size)
        yield "hit points at levels 1 to 9", ", ".join(map(str, self.hit_points))
        if self.companion is not None:
            yield "companion", self.companion.in_words()
        for perk in self.perks:
            yield "perk", perk.in_words()


class PrintedHalf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action of a class card."""

    do: tuple[str, ...] = ()
    """Its abilities from top to bottom."""
    untold: tuple[str, ...] = ()
    """What it does besides, for which there are no words yet."""
    lost: bool = False
    """Whether it shows the loss icon. (GH-2.8)"""
    unrecoverable: bool = False
    """Whether nothing brings the card back once it is lost."""
    persistent: bool = False
    """Whether it is a persistent bonus. (GH-10.1)"""
    round: bool = False
    """Whether it is a bonus until the end of the round. (GH-10.4)"""
    xp: Count = 0
    """Experience for performing it."""
    slots: tuple[Count, ...] = ()
    """The experience of each slot. (GH-10.1)"""
    spots: tuple[str, ...] = ()
    """Where enhancements may be put: the line, then the shape of the dot, `move: circle`. (GH-15.12)"""

    def in_words(self) -> str:
        """Its abilities and icons."""
        icons = [f"{self.xp} xp"] if self.xp else []
        icons += [f"slots {', '.join(map(str, self.slots))}"] if self.slots else []
        icons += [name for name in ("round", "persistent", "lost") if getattr(self, name)]
        icons += ["for good"] if self.unrecoverable else []
        return "; ".join((*self.do, *(f"not played: {text}" for text in self.untold), *icons))


class ClassCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An ability card of a class. (GH-2.5)"""

    of: str
    """The id of its class."""
    initiative: Annotated[int, Meta(ge=1, le=99)]
    top: PrintedHalf
    bottom: PrintedHalf
    level: Annotated[int, Meta(ge=1, le=9)] | Literal["X", "M"] = 1
    """1 to 9, or X, which counts as 1; M for a pack that is no card of a hand until it is given. (GH-2.13)"""
    number: Count = 0
    """The number printed on it."""
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    """How many there are; of a pack there are several. (GH-11.16)"""

    @property
    def rank(self) -> int:
        """Its level as it counts: X is 1. (GH-2.13, GH-15.12)"""
        return 1 if isinstance(self.level, str) else self.level

    def parts_in_words(self) -> Iterator[tuple[str, str]]:
        """What is printed, piece by piece, as people read it."""
        yield "class", self.of.replace("_", " ").title()
        yield "level", str(self.level)
        if self.copies > 1:
            yield "copies", str(self.copies)
        yield "initiative", str(self.initiative)
        yield "top", self.top.in_words()
        yield "bottom", self.bottom.in_words()
        halves = (("top", self.top), ("bottom", self.bottom))
        if spots := [f"{side} {', '.join(half.spots)}" for side, half in halves if half.spots]:
            yield "spots", "; ".join(spots)


Place = Literal["head", "body", "legs", "one hand", "two hands", "small"]


class PrintedItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An item. (GH-11.8, GH-11.11, GH-15.6)"""

    number: Count
    place: Place
    """Where it is worn or held."""
    price: Count
    prosperity: Annotated[int, Meta(ge=1, le=9)] | None = None
    """The prosperity level from which the city sells it; None if it comes `from` elsewhere. (GH-15.8)"""
    from_: str = msgspec.field(default="", name="from")
    """The scenario, event or design that brings it."""
    count: Annotated[int, Meta(ge=1, le=9)] = 2
    """How many copies there are."""
    when: When = "turn"
    do: tuple[str, ...] = ()
    """What it does; for an attack or a move the change, `attack +1`."""
    untold: tuple[str, ...] = ()
    """What it does besides, for which there are no words yet."""
    only: tuple[Only, ...] = ()
    """For an attack, what it must be."""
    uses: Annotated[int, Meta(ge=1, le=20)] = 1
    used_up: Literal["spent", "consumed", "neither"] = "spent"
    """What happens to it when it is used. (GH-11.8)"""
    despite_stun: bool = False
    """Whether a stunned character may use it. (GH-11.17)"""
    moved: Count = 0
    """How many hexes its bearer must have moved in its turn. (GH-11.8)"""
    room: Count = 0
    """For how many more small items it gives room. (GH-15.7)"""
    minus_one: Annotated[int, Meta(ge=-9, le=9)] = 0
    """How many -1 cards it adds to its bearer's modifier deck; takes out below 0. (GH-11.9)"""

    @property
    def protects(self) -> bool:
        """Whether it changes what happens to its bearer in the turns of others."""
        return self.when in ("attacked", "damage", "summon damage")

    def parts_in_words(self) -> Iterator[tuple[str, str]]:
        """What is printed, piece by piece, as people read it."""
        yield "item", f"{self.number:03}, {self.place}"
        sold = f"from prosperity level {self.prosperity}" if self.prosperity else f"from {self.from_}"
        yield "price", f"{self.price} gold, {sold}"
        yield "copies", str(self.count)
        if self.do:
            yield "used", f"when {self.when}" if self.when in ("attacked",) else f"on {self.when}"
            yield "abilities", "; ".join(self.do)
        if self.only:
            yield "only for", f"{', '.join(self.only)} attacks"
        if self.untold:
            yield "text", f"not played: {'; '.join(self.untold)}"
        if self.despite_stun:
            yield "stunned", "may be used by a stunned character"
        if self.uses > 1:
            yield "uses", str(self.uses)
        if self.used_up != "neither":
            yield "then", self.used_up
        if self.moved:
            yield "after", f"{self.moved} hexes moved in the turn"
        if self.room:
            yield "room", f"for {self.room} more small items"
        if self.minus_one:
            yield "-1 cards", str(self.minus_one)
