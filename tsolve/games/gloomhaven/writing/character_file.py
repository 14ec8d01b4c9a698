"""A character of the position file and its summons, as types with the texts of their JSON Schema."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.writing.table_file import (
    OF_FIGURES,
    TERMS_OF_FIGURES,
    CardFile,
    Conditions,
    Effects,
    HitPoints,
    Initiative,
    ItemFile,
    Names,
    Place,
    StatsFile,
    Texts,
)
from tsolve.written.position_file import CardName
from tsolve.written.statements import Written


class CharacterFile(Written, frozen=True):
    """A character."""

    other_words: ClassVar[Mapping[str, str]] = {
        **OF_FIGURES,
        **dict.fromkeys(("xp", "exp"), "experience"),
        **dict.fromkeys(("gold", "coins", "money tokens", "loot"), "money"),
        **dict.fromkeys(("discard", "discard pile"), "discarded"),
        **dict.fromkeys(("rest", "long rest", "rests long", "resting"), "rests"),
        **dict.fromkeys(("play", "played", "cards played", "chosen"), "plays"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **TERMS_OF_FIGURES,
        "initiative": ("initiative",),
        "level": ("level",),
        "experience": ("experience",),
        "item": ("items",),
        "exhausted": ("exhausted",),
        "flying": ("flying",),
        "long_rest": ("rests",),
        "lost": ("lost",),
        "discarded": ("discarded",),
        "active": ("active",),
    }
    at: Place
    class_: Annotated[
        str, Meta(description="Its class, if its name is not that of one: `Brute`. (GH-2.13)")
    ] = msgspec.field(default="", name="class")
    initiative: Annotated[Initiative | None, Meta(description="Of this round, 1 to 99.")] = None
    rests: Annotated[bool, Meta(description="Whether it takes a long rest: initiative 99. (GH-2.4)")] = False
    hp: HitPoints = None
    max_hp: Annotated[
        Annotated[int, Meta(ge=1, le=999)] | None, Meta(description="All its hit points; `hp` by default.")
    ] = None
    conditions: Annotated[
        Conditions,
        Meta(description="`fresh stun` is one that was placed during the figure's own turn. (GH-8.3)"),
    ] = ()
    effects: Effects = ()
    flying: bool = False
    """Whether it flies. (GH-3.4)"""
    acted: bool = False
    """Whether its turn of this round is over."""
    exhausted: Annotated[
        bool,
        Meta(description="Whether it is exhausted for want of cards, and stays as a target. (GH-16.2)"),
    ] = False
    cards: Annotated[
        dict[CardName, CardFile],
        Meta(
            max_length=50,
            description="Its ability cards by name: "
            "`{Trample: {initiative: 72, top: [attack 3], bottom: [move 4, jump]}}`. Those of the box "
            "need only be named where they are, in `plays` or `hand`.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    plays: Annotated[
        Literal["choose"] | Names | None,
        Meta(
            description="The two cards chosen for this round, the leading one first; `choose`, or neither "
            "`plays` nor `rests`, asks `solve` which two of its hand are best. (GH-2.2)"
        ),
    ] = None
    hand: Annotated[
        Literal["all"] | Names | None,
        Meta(
            description="Cards in hand; by default all `cards` that are named nowhere else. `all`: all cards "
            "of its class up to its `level` that are nowhere else, as with `plays: choose` alone. (GH-2.13)"
        ),
    ] = None
    discarded: Names = ()
    """Discarded cards."""
    lost: Names = ()
    """Lost cards."""
    active: Annotated[Names, Meta(description="Cards in the active area. (GH-10.1)")] = ()
    experience: Annotated[int, Meta(ge=0, le=9999, description="Experience points so far.")] = 0
    money: Annotated[int, Meta(ge=0, le=9999, description="Money tokens looted so far.")] = 0
    kills: Annotated[int, Meta(ge=0, le=999, description="Kills that count for it so far. (GH-2.11)")] = 0
    items: Annotated[
        Annotated[dict[CardName, Texts | ItemFile | None], Meta(max_length=20)] | Names,
        Meta(
            description="Its items: those of the city by name, `[Boots of Striding, Hide Armor]`, others "
            "with what they do, `{Stamina Boots: {when: move, do: move +2}}`. (GH-11.8)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    enhanced: Annotated[
        dict[CardName, Annotated[tuple[str, ...], Meta(max_length=8)] | str],
        Meta(
            max_length=50,
            description="The stickers on its printed cards: `{Trample: [top +1 attack, bottom jump]}`. "
            "(GH-15.12)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    hand_size: Annotated[
        Annotated[int, Meta(ge=2, le=20)] | None,
        Meta(description="How many cards the hand of its class has: all its cards are counted. (GH-2.13)"),
    ] = None
    level: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | None,
        Meta(
            description="Its level: no card may be of a higher one, and a class has its hit points by level. "
            "(GH-2.13)"
        ),
    ] = None
    perks: Annotated[
        tuple[str, ...],
        Meta(
            max_length=30,
            description="Its perks, which make its modifier deck where `modifiers` does not give it: "
            "`[remove two -1, replace one -1 by one +1]`. (GH-15.4)",
        ),
    ] = ()

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """The cards chosen for this round; None where none are told, or `solve` is asked for them."""
        return None if self.plays == "choose" else self.plays

    @property
    def items_by_name(self) -> Mapping[str, str | tuple[str, ...] | ItemFile | None]:
        """Its items, each with what the file says that it does; None for one as it is printed."""
        if not isinstance(self.items, dict):
            return dict.fromkeys(self.items)
        return {
            name: None if isinstance(each, ItemFile) and each.do is None else each
            for name, each in self.items.items()
        }

    def times_used(self, name: str) -> int:
        """How often one of its items was used already."""
        item = self.items.get(name) if isinstance(self.items, dict) else None
        return item.used if isinstance(item, ItemFile) else 0


class SummonFile(Written, frozen=True):
    """A character's summon. Those of one owner stand in the order in which they were summoned. (GH-11.3)"""

    other_words: ClassVar[Mapping[str, str]] = {
        **{word: key for word, key in OF_FIGURES.items() if key not in ("max_hp", "initiative")},
        **dict.fromkeys(("owner", "summoner", "summoned by", "by"), "of"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = TERMS_OF_FIGURES
    at: Place
    of: Annotated[CardName, Meta(description="The character that summoned it.")]
    hp: HitPoints = None
    stats: StatsFile = StatsFile()
    """Its statistics."""
    conditions: Annotated[Conditions, Meta(description="`fresh stun` is one of its own turn. (GH-8.3)")] = ()
    effects: Effects = ()
    card: Annotated[
        str, Meta(description="The active card that summoned it, with which it leaves. (GH-11.2)")
    ] = ""
    new: bool = False
    """Whether it was summoned this round: then it does not act. (GH-11.3)"""
    acted: bool = False
    """Whether its turn of this round is over."""
