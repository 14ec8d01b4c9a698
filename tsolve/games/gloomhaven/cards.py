"""Cards of monsters, bosses and characters, items, and variants of the game. (GH-2.5 to GH-2.8, GH-16)

Monsters, bosses and their ability cards are facts of the ruleset's files; characters' cards and items are
what their owner's position writes. (GH-11.8, GH-11.11)
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Attack, Condition, Consume, Move, Pay, Suffer
from tsolve.games.gloomhaven.ability_parts import Amount, Element
from tsolve.games.gloomhaven.printed import CharacterClass, ClassCard, Only, Place, PrintedItem, When
from tsolve.regex import Regex
from tsolve.rules.card_facts import CardWords
from tsolve.rules.rulings import Provenance

LEVELS = 8
"""Scenario levels 0 to 7. (GH-15.2)"""

Number = Annotated[int, Meta(ge=0, le=999)]
Formula = Annotated[
    str,
    Meta(
        pattern=r"^([0-9]{1,3}|[0-9]{0,3}[CVX]|[0-9]{1,3}\+[0-9]{0,3}[CVX])$",
        description="A number, `8C`, `1+C`: C characters, V Vermling Scouts present, X hexes moved.",
    ),
]
Immunity = Literal[Condition, "push", "pull"]

_BY_LEVEL = Regex(rf"\b[0-9]+(?:/[0-9]+){{{LEVELS - 1}}}\b")
_SUMMAND = Regex(r"(?=.)([0-9]*)([CVX]?)")


class Statistics(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One half of a statistics card at one level. (GH-12.39)"""

    hp: Number | Formula
    move: Number = 0
    attack: Number | Formula = 0
    range: Number = 0
    """0: none is printed, plain attacks are melee."""
    shield: Number = 0
    retaliate: Number = 0
    retaliate_range: Number = 1
    pierce: Number = 0
    targets: Number = 1
    apply: tuple[Condition, ...] = ()
    """Conditions on every target of every attack."""
    advantage: bool = False
    attackers_have_disadvantage: bool = False

    def in_words(self) -> str:
        """The numbers in the order of the card, then the texts below them."""
        parts = [f"{self.hp} hp", f"move {self.move}", f"attack {self.attack}"]
        numbers = (("range", self.range), ("shield", self.shield), ("retaliate", self.retaliate))
        parts += [f"{name} {number}" for name, number in numbers if number]
        if self.retaliate_range > 1:
            parts[-1] += f" (range {self.retaliate_range})"
        if self.pierce:
            parts.append(f"pierce {self.pierce}")
        if self.targets > 1:
            parts.append(f"target {self.targets}")
        parts += self.apply
        if self.advantage:
            parts.append("advantage")
        if self.attackers_have_disadvantage:
            parts.append("attackers have disadvantage")
        return ", ".join(parts)


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The statistics of a type at one scenario level: of a boss under `boss` alone."""

    normal: Statistics | None = None
    elite: Statistics | None = None
    boss: Statistics | None = None

    def in_words(self) -> str:
        """The statistics of each rank."""
        ranks = (("normal", self.normal), ("elite", self.elite), ("", self.boss))
        return "; ".join(f"{rank} {each.in_words()}".strip() for rank, each in ranks if each is not None)


class Monster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A type of monster, or a boss."""

    deck: str
    """The ability deck that it draws from."""
    levels: Annotated[tuple[Level, ...], Meta(min_length=LEVELS, max_length=LEVELS)]
    standees: Number = 1
    flying: bool = False
    immunities: tuple[Immunity, ...] = ()
    specials: tuple[tuple[str, ...], ...] = ()
    """The abilities of a boss's Special 1 and Special 2; `heal 4/4/5/5/6/6/7/7, self` has a number for each
    level.
    """

    def parts_in_words(self) -> Iterator[tuple[str, str]]:
        """What is printed, piece by piece, as people read it."""
        yield "ability deck", self.deck
        if self.standees > 1:
            yield "standees", str(self.standees)
        if self.flying:
            yield "flying", "yes"
        if self.immunities:
            yield "immune to", ", ".join(self.immunities)
        for number, level in enumerate(self.levels):
            yield f"level {number}", level.in_words()
        for number, abilities in enumerate(self.specials, 1):
            yield f"special {number}", "; ".join(abilities)

    def special(self, number: int, level: int) -> tuple[str, ...]:
        """The abilities of Special `number` at a scenario level. (GH-12.36)"""
        texts = self.specials[number - 1] if number <= len(self.specials) else ()
        return tuple(_BY_LEVEL.sub(lambda found: found[0].split("/")[level], text) for text in texts)


class AbilityCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A monster ability card. (GH-12.1)"""

    deck: str
    initiative: Annotated[int, Meta(ge=1, le=99)]
    do: tuple[str, ...]
    """Its abilities in their order, as `ability_text` reads them."""
    number: Number = 0
    """The number printed on it."""
    shuffle: bool = False

    def parts_in_words(self) -> Iterator[tuple[str, str]]:
        """What is printed, piece by piece, as people read it."""
        yield "ability deck", self.deck
        yield "initiative", f"{self.initiative}, reshuffled" if self.shuffle else str(self.initiative)
        yield "abilities", "; ".join(self.do)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A type of monsters, an ability card of theirs, a class, a card of it, or an item; and where its facts
    come from.
    """

    id: str
    name: str
    kind: Literal["monster", "boss", "ability", "class", "class card", "item"] = "monster"
    aliases: tuple[str, ...] = ()
    set: str = "gloomhaven"
    group: str = ""
    """Nothing in this game is dealt by groups."""
    monster: Monster | None = None
    ability: AbilityCard | None = None
    class_: CharacterClass | None = msgspec.field(default=None, name="class")
    card: ClassCard | None = None
    item: PrintedItem | None = None
    provenance: Provenance = Provenance()

    words: ClassVar[CardWords] = CardWords(("level", "initiative", "number", "place", "price"))

    @property
    def classes(self) -> tuple[str, ...]:
        """The class that it is, or is a card of."""
        if self.class_ is not None:
            return (self.name,)
        return (self.card.of.replace("_", " ").title(),) if self.card is not None else ()

    @property
    def level(self) -> str | None:
        """The level of a class card."""
        return str(self.card.level) if self.card is not None else None

    @property
    def initiative(self) -> int | None:
        """The initiative of a class card, or of an ability card."""
        part = self.card or self.ability
        return part.initiative if part is not None else None

    @property
    def number(self) -> int | None:
        """The number on a class card or an item."""
        part = self.card or self.item
        return part.number if part is not None else None

    @property
    def place(self) -> str | None:
        """Where an item is worn or held."""
        return self.item.place if self.item is not None else None

    @property
    def price(self) -> int | None:
        """What an item costs."""
        return self.item.price if self.item is not None else None

    def sureness(self) -> Mapping[str, str]:
        """The facts of a class card or an item that answers use, by what people call them."""
        if self.card is None and self.item is None:
            return {}
        abilities = dict.fromkeys(("top", "bottom", "abilities", "text"), "abilities")
        return {**abilities, "initiative": "initiative", "uses": "uses", "then": "what becomes"}

    @staticmethod
    def shown(cards: Mapping[str, "Card"]) -> dict[str, "Card"]:
        """The cards that everybody may see in a list: a class from a sealed box under the public name of its
        symbol, without its cards and its solo item. (GH-15.19)
        """
        sealed = {
            id_: card.class_.symbol for id_, card in cards.items() if card.class_ and card.class_.symbol
        }
        solo = {f"solo scenario of {symbol}" for symbol in sealed.values()}
        return {
            id_: msgspec.structs.replace(card, name=sealed[id_], aliases=()) if id_ in sealed else card
            for id_, card in cards.items()
            if not (card.card and card.card.of in sealed) and not (card.item and card.item.from_ in solo)
        }


def value(number: int | str, letters: Mapping[str, int]) -> int:
    """The value of a formula: with C = 3, `8C` is 24 and `1+C` is 4. (GH-12.36)

    Raises KeyError for a letter without a value, ValueError for a text that is no formula.
    """
    if isinstance(number, int):
        return number
    total = 0
    for summand in number.split("+"):
        found = _SUMMAND.fullmatch(summand)
        if found is None:
            raise ValueError(f'"{number}" is not a formula')
        digits, letter = found.groups()
        total += int(digits or 1) * (letters[letter] if letter else 1)
    return total


Side = Literal["top", "bottom"]
Lasting = Literal["", "round", "persistent"]


class Half(msgspec.Struct, frozen=True):
    """One half of a card: an action."""

    abilities: tuple[Ability, ...]
    """In printed order."""
    lost: bool = False
    """Whether it shows the loss icon."""
    lasts: Lasting = ""
    """Whether it is a bonus that lasts; then the card goes to the active area. (GH-10.1, GH-10.4)"""
    experience: int = 0
    """Experience for performing it."""
    slots: tuple[int, ...] = ()
    """The experience of each slot, for a bonus that is used up slot by slot. (GH-10.1)"""
    unrecoverable: bool = False
    """Whether nothing brings the card back once it is lost. (GH-11.12)"""
    untold: str = ""
    """What it does, restated, if that cannot be played; it has no abilities then."""
    stickers: tuple[str, ...] = ()
    """The enhancements that its abilities have by now. (GH-15.12)"""


class Origin(msgspec.Struct, frozen=True):
    """The source of an ability that a character performs."""

    name: str = ""
    """The card or the item."""
    lasts: Lasting = ""
    slots: tuple[int, ...] = ()
    by: str = ""
    """The character whose card or item it is, where another figure performs the ability. (GH-11.20)"""
    despite_stun: bool = False
    """Whether a stunned character may perform it. (GH-11.17)"""
    loses: bool = False
    """Whether its card is lost, not discarded."""
    is_action: bool = False
    """Whether it is an action of its own: a half of a card that is played."""


class CharacterCard(msgspec.Struct, frozen=True):
    """An ability card of a character."""

    name: str
    top: Half
    bottom: Half
    initiative: int | None = None
    ruling: str = ""
    """The entry of the glossary about a printed card; empty for one that a file describes."""
    pack: str = ""
    """What it is called, for a pack: one of several with this name. (GH-11.16)"""

    @property
    def is_unrecoverable(self) -> bool:
        """Whether nothing brings it back once it is lost, by whichever half. (GH-11.12)"""
        return self.top.unrecoverable or self.bottom.unrecoverable

    def half(self, side: Side) -> Half:
        """The action of one side."""
        return self.top if side == "top" else self.bottom


BASIC = CharacterCard("", Half((Attack(Amount(2)),)), Half((Move(Amount(2)),)))
"""What any card may be used as. (GH-2.7)"""


class Item(msgspec.Struct, frozen=True):
    """What an item does, and how often."""

    name: str
    when: When
    do: tuple[Ability, ...]
    uses: int = 1
    """Slots, at least 1. (GH-10.1, GH-11.8)"""
    consumed: bool = False
    """After the last use it is consumed, not spent: a long rest does not refresh it. (GH-2.10)"""
    ruling: str = ""
    """The entry of the glossary about a printed item; empty for one that a file describes."""
    place: Place | None = None
    """Where it is worn or held; None where nobody tells. (GH-11.13)"""
    only: tuple[Only, ...] = ()
    """For an attack, what it must be."""
    stays: bool = False
    """It is not used up, so that it may be used again and again."""
    despite_stun: bool = False
    """Whether a stunned character may use it. (GH-11.17)"""
    moved: int = 0
    """How many hexes its bearer must have moved in its turn."""

    @property
    def changes(self) -> tuple[Ability, ...]:
        """What it does, without what it costs."""
        inner = (each.then if isinstance(each, Consume | Pay) else (each,) for each in self.do)
        return tuple(chain.from_iterable(inner))

    @property
    def elements(self) -> tuple[Element, ...]:
        """The elements that it consumes."""
        return tuple(chain.from_iterable(each.elements for each in self.do if isinstance(each, Consume)))

    @property
    def harm(self) -> int:
        """The damage that its bearer suffers for it."""
        prices = (each.price for each in self.do if isinstance(each, Pay))
        return sum(each.amount for each in prices if isinstance(each, Suffer))

    @property
    def is_weapon(self) -> bool:
        """Whether it is held in hands."""
        return self.place in ("one hand", "two hands")

    @property
    def is_forced(self) -> bool:
        """Whether it must be used as soon as it applies: an item with several slots must, like a bonus with
        slots. An item for any time of a turn has no such moment. (GH-11.8, GH-10.1)
        """
        return self.uses > 1 and self.when != "turn"


def basic_with(items: Iterable[Item]) -> CharacterCard:
    """What any card may be used as by the bearer of these items. (GH-2.7, GH-11.8)"""
    card = BASIC
    for item in items:
        for ability in item.do if item.when == "basic" else ():
            half = Half((ability,))
            card = replace(card, top=half) if isinstance(ability, Attack) else replace(card, bottom=half)
    return card


HIGHEST = 7
"""Monsters have no level above this one. (GH-15.2)"""


class Variants(msgspec.Struct, frozen=True):
    """Which variants are played."""

    reduced: bool = False
    """Reduced randomness. (GH-16.1)"""
    permanent_death: bool = False
    """Characters die, and those without cards stay as targets. (GH-16.2)"""
    solo: bool = False
    """Somebody plays alone, or with open information. (GH-16.4)"""

    def monster_level(self, level: int) -> int:
        """The level of the monsters at a scenario level."""
        return min(level + self.solo, HIGHEST)

    def trap_damage(self, level: int) -> int:
        """The damage of a usual trap at a scenario level. (GH-15.3)"""
        return 2 + level + self.solo


NONE = Variants()
