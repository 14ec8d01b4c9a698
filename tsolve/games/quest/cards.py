"""The facts of a card, a Dungeon room, a Location or a token, as the ruleset's files give them."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.games.quest.effects.abilities import Ability, OnDiscard
from tsolve.games.quest.effects.base import (
    BeforeIsAfter,
    BetterRations,
    Class,
    DungeonAfterVillage,
    HpForSurplus,
    Ignores,
    Immune,
    LeavesWithPurchase,
    Leaving,
    LocationTwice,
    Modifier,
    OnlyFor,
    OrdinaryWounds,
    Protected,
    RefilledFaceDown,
    RefilledFromBeside,
    Required,
    RollWhenGained,
    Scope,
    SpoilsPotions,
    ToDeckInstead,
    Value,
    WeaponLimit,
    WoundsForLight,
    XpForWounds,
)
from tsolve.games.quest.effects.demands import Aim, Alert, Demand, Prize, Suffer
from tsolve.regex import Regex
from tsolve.rules.card_facts import CardWords
from tsolve.rules.rulings import Provenance

Kind = Literal[
    "hero",
    "item",
    "spell",
    "weapon",
    "ally",
    "cache",
    "monster",
    "guardian",
    "room",
    "key",
    "wound",
    "side_quest",
    "sponsor",
    "location",
    "token",
    "unknown",
]
"""`ally` occurs in later boxes; `unknown` is a Treasure or Legendary card of which only the name is known."""
Missing = Literal[
    "kind",
    "cost",
    "gold",
    "physical",
    "magic",
    "skill",
    "requirement",
    "light",
    "vp",
    "physical_boost",
    "magic_boost",
    "skill_boost",
    "health",
    "armor",
    "resistance",
    "wounds",
    "wound_cards",
    "xp",
    "rewards",
    "light_needed",
    "abilities",
]
"""The fields whose facts the sources may leave out; `abilities` stands for a text that is partly unknown,
whatever the kind of effect.
"""
Reward = Literal["treasure", "iron_rations", "lantern", "potion"]
Number = Annotated[int, Meta(ge=0, le=999)]
Change = Annotated[int, Meta(ge=-99, le=99)]


Trait = (
    Modifier
    | WeaponLimit
    | DungeonAfterVillage
    | LeavesWithPurchase
    | Immune
    | Required
    | WoundsForLight
    | LocationTwice
    | SpoilsPotions
    | RefilledFaceDown
    | RefilledFromBeside
    | HpForSurplus
    | ToDeckInstead
    | Protected
    | OnlyFor
    | BetterRations
    | Ignores
    | BeforeIsAfter
    | XpForWounds
    | OrdinaryWounds
    | OnDiscard
    | RollWhenGained
)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One card, room, Location or kind of token: its printed numbers, and where these facts come from.

    A number that is None is not printed on this kind of card, or is not known: then `missing` names it.
    """

    words: ClassVar[CardWords] = CardWords(
        (
            "level",
            "cost",
            "gold",
            "physical",
            "magic",
            "skill",
            "requirement",
            "light",
            "vp",
            "light_needed",
            "health",
            "armor",
            "resistance",
            "wounds",
            "xp",
        ),
        {"xp": "XP", "vp": "VP", "light_needed": "Light needed"},
        {"requirement": "req.", "resistance": "resist.", "light_needed": "Light"},
        ("races", "classes", "keywords"),
        ("kind", "group", "title"),
        {
            "light source": lambda card: (card.light or 0) > 0,
            "treasure": lambda card: card.treasure,
            "legendary": lambda card: card.legendary,
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
    """The Quest or box that it comes from; empty for what every game has."""
    aliases: tuple[str, ...] = ()
    """Other English spellings."""
    title: str = ""
    """The name that all levels of a Hero share; empty if it is the card's name."""
    treasure: bool = False
    """Whether it is a Treasure."""
    legendary: bool = False
    """Whether it is a Legendary Treasure."""
    level: Number | None = None
    """Heroes have 0 to 4, Monsters and rooms 0 to 3, Guardians 4 to 6. (QUEST-11.1)"""
    classes: tuple[Class, ...] = ()
    """Of a Hero such as fighter, of a Monster such as undead."""
    races: tuple[str, ...] = ()
    """The races of a Hero."""
    keywords: tuple[str, ...] = ()
    """What else the card is: Edged, Arcane, Goblin, Magic, Starter ... (QUEST-0.8)"""
    group: str = ""
    """The Monster group."""
    count: Number | None = None
    """The copies in the box; None if no source gives their number."""
    cost: Number | None = None
    """None: no printed cost, which counts as 0. (QUEST-0.13)"""
    gold: Number | None = None
    """The gold that it brings in the Village."""
    physical: Number | None = None
    """Physical attack that counts by itself; what a Weapon or an Item adds to a Hero is a boost."""
    magic: Number | None = None
    """Magic attack that counts by itself."""
    physical_boost: Number | None = None
    """Physical attack that a Weapon or an Item adds to a Hero."""
    magic_boost: Number | None = None
    """Magic attack that it adds to a Hero."""
    skill: Number | None = None
    """The Skill of a Hero."""
    skill_boost: Number | None = None
    """Skill that it adds to a Hero."""
    requirement: Number | None = None
    """The Skill that a Weapon requires."""
    light: Change | None = None
    """The Light that the card gives."""
    vp: Change | None = None
    """Victory Points."""
    health: Change | None = None
    """The health of a Monster; what a room adds to it."""
    armor: Change | None = None
    """What is subtracted from physical attack."""
    resistance: Change | None = None
    """Magic resistance."""
    wounds: Number | None = None
    """Wound tokens that a battle costs."""
    wound_cards: Number | None = None
    """Wound cards that a battle costs."""
    xp: Number | None = None
    """The Experience Points for defeating it."""
    rewards: tuple[Reward, ...] = ()
    """The other rewards for defeating it."""
    light_needed: Number | None = None
    """The Light that entering a room takes. (QUEST-5.4)"""
    traits: tuple[Trait, ...] = ()
    """Effects that always apply while the card counts."""
    abilities: tuple[Ability, ...] = ()
    """What a player may do with the card."""
    alerts: tuple[Alert, ...] = ()
    """Effects on Champions that enter, leave or stay in rooms."""
    before: tuple[Demand, ...] = ()
    """Before Battle effects of a Monster, and effects of a room as a battle begins. (QUEST-5.16)"""
    after: tuple[Demand, ...] = ()
    """After Battle effects of a Monster or a room, won or lost. (QUEST-5.19)"""
    arriving: tuple[Suffer, ...] = ()
    """What happens to each Champion in the room when this Monster arrives. (QUEST-1.6)"""
    aim: Aim | None = None
    """What completes a Side Quest."""
    prize: Prize | None = None
    """What a Side Quest gives in addition to its printed victory points."""
    missing: tuple[Missing, ...] = ()
    """The facts that no source gives; such a card cannot be played unless a position defines them."""

    def __post_init__(self) -> None:
        if self.kind == "guardian":
            names = dict.fromkeys((*self.aliases, *_with_level(self.name, *self.aliases)))
            msgspec.structs.force_setattr(self, "aliases", tuple(name for name in names if name != self.name))

    @property
    def copies(self) -> int:
        """How many of it a game is set up with; one if no source gives the number."""
        return 1 if self.count is None else self.count

    @property
    def ruling(self) -> str:
        """The id of the card's own glossary entry."""
        return f"card.{self.id}"

    @property
    def hero_title(self) -> str:
        """The name that all levels of this Hero share."""
        return self.title or self.name

    @cached_property
    def kinds(self) -> frozenset[str]:
        """All words that texts may use for the card: its type, classes, races and keywords. (QUEST-0.8)"""
        marks = ("treasure",) * self.treasure + ("legendary",) * self.legendary
        words = (self.kind, *self.classes, *self.races, *self.keywords, *marks)
        return frozenset(word for phrase in words for word in phrase.lower().split())

    @property
    def unsold(self) -> str:
        """The kind of card, if the stacks of the Village never hold that kind; else empty. (QUEST-1.9,
        QUEST-1.12, QUEST-14.2)
        """
        if self.legendary:
            return "a Legendary card"
        if self.treasure:
            return "a Treasure"
        return "a starting card" if "Starter" in self.keywords else ""

    def modifiers(self, value: Value, to: Scope) -> tuple[Modifier, ...]:
        """Its traits that change this value of the cards that `to` names."""
        return tuple(t for t in self.traits if isinstance(t, Modifier) and (t.value, t.to) == (value, to))

    def printed(self, value: Value) -> int:
        """A value as the card prints it; 0 where it prints none. (QUEST-0.12)"""
        found = getattr(self, value)
        assert found is None or isinstance(found, int)
        return found or 0

    def has(self, trait: type[Trait]) -> bool:
        """Whether it has a trait of this kind."""
        return any(isinstance(each, trait) for each in self.traits)

    @property
    def immune(self) -> frozenset[str]:
        """The kinds of attack that count 0 on the Monster, whoever strikes. (QUEST-2.11)"""
        return frozenset(trait.to for trait in self.traits if isinstance(trait, Immune) and not trait.sort)

    def shields(self, by: Leaving) -> bool:
        """Whether the card says that it cannot be discarded or destroyed. (QUEST-0.14)"""
        return any(isinstance(each, Protected) and each.against in (by, "both") for each in self.traits)

    @property
    def weapon_limit(self) -> int | None:
        """How many Weapons the Hero may wield at most; None if only the Skill limits it."""
        return next((trait.most for trait in self.traits if isinstance(trait, WeaponLimit)), None)

    @property
    def is_wound(self) -> bool:
        return self.kind == "wound"


_LEVELS = (("IV", "4"), ("V", "5"), ("VI", "6"))
_LEVELLED = Regex(r"(?P<title>.+?)(?: level| lvl)? (?P<level>IV|VI?|[4-6])")


def _with_level(*names: str) -> Iterator[str]:
    """A Guardian whose name ends with its level in other words: `NAME 4`, `NAME level IV`, `level 4 NAME`."""
    for found in filter(None, map(_LEVELLED.fullmatch, names)):
        title = found["title"]
        for level in next(both for both in _LEVELS if found["level"] in both):
            yield from (f"{title} {level}", f"{title} level {level}", f"{title} lvl {level}")
            yield f"level {level} {title}"
