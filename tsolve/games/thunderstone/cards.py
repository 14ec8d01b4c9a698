"""The facts of a card, as the ruleset's files give them."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.games.thunderstone.effects.base import (
    AbilityEffect,
    BattleEffect,
    BreachEffect,
    Change,
    Effect,
    GlobalEffect,
    MonsterTrait,
    Number,
    Scoring,
    SettingEffect,
    SpoilsEffect,
    Trait,
    TrapEffect,
    TreasureEffect,
)
from tsolve.rules.card_facts import CardWords
from tsolve.rules.rulings import Provenance

Kind = Literal[
    "hero",
    "village",
    "basic",
    "monster",
    "disease",
    "thunderstone",
    "guardian",
    "trap",
    "treasure",
    "setting",
]
Price = Literal[
    "card",
    "disease",
    "disease_or_villager",
    "food",
    "hero",
    "item",
    "militia",
    "valued",
    "valueless",
    "weapon",
]
_PRICE_WORDS = {
    "card": "another card",
    "disease": "a Disease",
    "disease_or_villager": "a Disease or a Villager",
    "food": "a Food",
    "hero": "another Hero",
    "item": "an Item",
    "militia": "a Militia",
    "valued": "a card with a Gold Value",
    "valueless": "a card without a Gold Value",
    "weapon": "a Weapon",
}


class Trophy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Monster's card gives from the hand, in addition to its abilities and its Light. (TS-13.1)"""

    attack: Number = 0
    magic_attack: Number = 0
    against: str = ""
    """Only against Monsters of this class."""
    avoids_traps: bool = False
    """Shown from the hand, it keeps a Trap away from its owner. (DS-6)"""

    def strikes(self, monster: "Card") -> bool:
        """Whether its Attack counts against this Monster."""
        return not self.against or self.against in monster.classes


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Something a player may do with the card: pay the price, then the effects follow in order."""

    when: Literal["village", "dungeon"]
    do: tuple[AbilityEffect, ...]
    repeat: bool = False
    destroy: Literal["self"] | Price | None = None
    discard: Price | None = None
    xp: Annotated[int, Meta(ge=0, le=99)] = 0
    """Experience paid."""
    itself: bool = False
    """The card itself may be given up; otherwise only another one. (A-18)"""
    duty: bool = False
    """It must be used before the attack if it can be, like the ability of a Trophy. (TS-13.1)"""

    def __post_init__(self) -> None:
        if self.destroy is not None and self.discard is not None:
            raise ValueError("an ability has one price: a card to `destroy` or to `discard`, not both")
        if self.itself and self.price is None:
            raise ValueError("`itself` needs a card to `destroy` or to `discard`")

    @property
    def price(self) -> Price | None:
        """The kind of card of the hand that is given up for it."""
        return self.discard if self.destroy is None or self.destroy == "self" else self.destroy

    @cached_property
    def reveals(self) -> bool:
        """Whether planning branches here: the ability shows cards, moves the Hall, asks other players, or has
        a price that the planner's statements do not cover.
        """
        usual = (None, "food") if self.when == "dungeon" else (None, "militia", "valued")
        stated = self.discard is None and not self.xp and self.price in usual
        stated = stated and not self.duty and not self.itself
        if self.when == "dungeon":
            stated = stated and not any(effect.earns for effect in self.do)
        elif self.price == "valued":  # a card paid no longer gives gold
            stated = stated and sum(effect.needs_price for effect in self.do) == 1
        return not stated or any(
            not effect.stated or not effect.quiet or (effect.takes_cards and self.price) for effect in self.do
        )

    @cached_property
    def commits_late(self) -> bool:
        """Whether it only adds to the party, without a price."""
        free = self.price is None and self.destroy is None and not self.xp and not self.duty
        return self.when == "dungeon" and free and all(effect.commits_late for effect in self.do)

    @property
    def may_be_duty(self) -> bool:
        """Whether it makes other players discard for free, so that using it may be a duty. (A-38)"""
        free = self.when == "dungeon" and self.price is None and self.destroy is None and not self.xp
        return free and any(effect.takes_cards for effect in self.do)

    def asked(self) -> str:
        """The card that it takes as its price, in words; another one, unless it may be the card itself."""
        words = _PRICE_WORDS[self.price or "card"]
        return words.replace("another", "a") if self.itself else words

    def say(self) -> str:
        """The ability in a few words."""
        price = "destroy this card: " if self.destroy == "self" else ""
        if self.price is not None:
            price = f"{'discard' if self.discard else 'destroy'} {self.asked()}: "
        if self.xp:
            price = f"pay {self.xp} XP: "
        where = ("Repeat " if self.repeat else "Trophy, " if self.duty else "") + self.when.capitalize()
        return f"{where}: {price}{', then '.join(effect.say() for effect in self.do)}".removesuffix(": ")


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card: its printed numbers, effects, and where these facts come from."""

    words: ClassVar[CardWords] = CardWords(
        (
            "level",
            "cost",
            "strength",
            "health",
            "attack",
            "magic_attack",
            "light",
            "weight",
            "gold",
            "vp",
            "xp",
            "level_up_xp",
        ),
        {"xp": "XP", "vp": "VP", "level_up_xp": "level up XP"},
        {"magic_attack": "magic", "level_up_xp": "up XP"},
        ("subtypes", "classes"),
        ("kind", "group"),
        {
            "light source": lambda card: (card.light or 0) > 0,
            "monster": lambda card: card.is_monster,
        },
    )

    id: str
    """The id by which everything refers to the card."""
    name: str
    """The English name."""
    kind: Kind
    """The type of the card."""
    provenance: Provenance
    """Where the facts come from."""
    set: str = ""
    """The box it comes from; empty for Basic cards, which every box has, and for cards of one's own."""
    aliases: tuple[str, ...] = ()
    """Other English spellings."""
    group: str = ""
    """The Monster group, or the Heroes of one name."""
    level: Number | None = None
    """The level of a Hero; 0 for Militia."""
    classes: tuple[str, ...] = ()
    """Of a Hero such as fighter, of a Monster such as undead."""
    subtypes: tuple[str, ...] = ()
    """Such as weapon, spell or food."""
    count: Number = 1
    """Copies in the box."""
    cost: Number | None = None
    """The cost in gold."""
    gold: Number | None = None
    """None: no gold icon; 0: a printed zero."""
    strength: Number | None = None
    """The Strength of a Hero."""
    weight: Number | None = None
    """The Weight of a Weapon."""
    light: Change | None = None
    """The Light that the card gives."""
    attack: Number | None = None
    """Attack."""
    magic_attack: Number | None = None
    """Magic Attack."""
    health: Number | None = None
    """The Health of a Monster or a Guardian."""
    xp: Number | None = None
    """The Experience Points for defeating it."""
    vp: Number | None = None
    """Victory Points."""
    level_up_xp: Number | None = None
    """The Experience Points that the next level costs."""
    trophy: Trophy | None = None
    """What a Monster gives from the hand."""
    abilities: tuple[Ability, ...] = ()
    """What a player may do with the card."""
    traits: tuple[Trait | MonsterTrait, ...] = ()
    """Effects that always apply while the card counts."""
    battle: tuple[BattleEffect, ...] = ()
    """Battle Effects of a Monster."""
    breach: tuple[BreachEffect, ...] = ()
    """What happens when a Monster leaves the Hall by a Breach."""
    global_effects: tuple[GlobalEffect, ...] = ()
    """What a Monster does to everybody while it stands in the Dungeon."""
    spoils: tuple[SpoilsEffect, ...] = ()
    """What else a victory over it brings."""
    trap: tuple[TrapEffect, ...] = ()
    """What a Trap does when it is turned up."""
    treasure: tuple[TreasureEffect, ...] = ()
    """What a Treasure does for its owner."""
    scoring: tuple[Scoring, ...] = ()
    """Victory Points that depend on what the players own at the end."""
    setting: tuple[SettingEffect, ...] = ()
    """What a Setting changes for the whole game."""

    @property
    def ruling(self) -> str:
        """The id of the card's own glossary entry."""
        return f"card.{self.id}"

    @property
    def battle_effects(self) -> tuple[tuple[BattleEffect, ...], ...]:
        """Its Battle Effects as the card prints them, each with all that it does. (TS-7.7)"""
        printed: list[tuple[BattleEffect, ...]] = []
        for part in self.battle:
            if part.also and printed:
                printed[-1] = (*printed[-1], part)
            else:
                printed.append((part,))
        return tuple(printed)

    @property
    def is_hero(self) -> bool:
        """Heroes, and Militia in every respect. (TS-18.2)"""
        return self.kind == "hero" or "hero" in self.subtypes

    @property
    def has_magic(self) -> bool:
        """Whether it has a Magic Attack of its own, even one that depends on the gold of the hand."""
        return bool(self.magic_attack) or any(
            isinstance(trait, Trait) and trait.gold_for_magic() for trait in self.traits
        )

    @property
    def is_monster(self) -> bool:
        """Monsters, and Guardians among them. (DS-8)"""
        return self.kind in ("monster", "guardian")

    @property
    def is_guardian(self) -> bool:
        return self.kind == "guardian"

    @property
    def is_weapon(self) -> bool:
        return "weapon" in self.subtypes

    @property
    def is_item(self) -> bool:
        return "item" in self.subtypes

    @property
    def is_food(self) -> bool:
        return "food" in self.subtypes

    @property
    def is_villager(self) -> bool:
        return "villager" in self.subtypes

    @property
    def is_spell(self) -> bool:
        return "spell" in self.subtypes

    @property
    def is_disease(self) -> bool:
        return self.kind == "disease"

    @property
    def is_militia(self) -> bool:
        return "militia" in self.classes


_SINGULAR = {"traits": "trait", "global_effects": "global"}


def effects_of(card: Card) -> Iterator[tuple[str, Effect]]:
    """Every effect of the card with its name.

    Abilities are numbered, and the effects of one that does several; other effects only among those of their
    kind, so that a reading that adds one does not rename the others.
    """
    for number, ability in enumerate(card.abilities, 1):
        for at, effect in enumerate(ability.do, 1):
            within = f".{at}" if len(ability.do) > 1 else ""
            yield f"ability {number}{within} {_kind(effect)}", effect
    for field in card.__struct_fields__:
        value = getattr(card, field)
        if not isinstance(value, tuple):
            continue
        kinds: Counter[str] = Counter()
        for effect in value:
            if isinstance(effect, Effect):
                kind = _kind(effect)
                kinds[kind] += 1
                yield f"{_SINGULAR.get(field, field)} {kinds[kind]} {kind}", effect


def effect_name(card: Card, effect: Effect) -> str:
    """The name of one effect of the card; an empty string for one that is not on it."""
    return next((name for name, each in effects_of(card) if each is effect), "")


def rules_of(effect: Effect) -> tuple[str, ...]:
    """The rules that this kind of effect is a case of, if no event names them."""
    return tuple(rule for rule in effect.rules if not rule.startswith("key."))


def _kind(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)
