"""Figures on the map: their statistics, and the conditions and lasting bonuses on them. (GH-1.1)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from tsolve.games.gloomhaven.abilities import Ability, Condition
from tsolve.games.gloomhaven.ability_parts import SELF, Sort, Whom
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.map_abilities import Summoned
from tsolve.games.gloomhaven.simple_abilities import Flying, Grounded
from tsolve.games.gloomhaven.traits import Trait

Side = Literal["party", "monsters", "others"]
"""Whom a figure fights for; `others` are enemies of everybody else, and allies of each other. (GH-1.2)"""
Kind = Literal["character", "summon", "monster", "boss", "object"]
Rank = Literal["normal", "elite", ""]

TIMED: frozenset[Condition] = frozenset(("immobilize", "disarm", "stun", "muddle", "invisible", "strengthen"))
"""These last until the end of the figure's next turn. (GH-8.3)"""


class Token(msgspec.Struct, frozen=True, order=True):
    """A condition on a figure. (GH-8.1)"""

    condition: Condition
    fresh: bool = False
    """Placed during the figure's own turn: it lasts through the next one. (GH-8.3)"""


class Profile(msgspec.Struct, frozen=True):
    """The statistics by which a monster or a summon plays; a character only has hit points."""

    move: int = 0
    attack: int = 0
    range: int = 0
    """0: none is printed, plain attacks are melee."""
    shield: int = 0
    retaliate: int = 0
    retaliate_range: int = 1
    pierce: int = 0
    targets: int = 1
    apply: tuple[Condition, ...] = ()
    advantage: bool = False
    attackers_have_disadvantage: bool = False
    flying: bool = False
    immunities: tuple[str, ...] = ()

    attack_counts: Literal["", "V", "X", "H"] = ""
    """What `attack` grows by: V, the Vermling Scouts on the map; X, the hexes moved this turn (GH-12.36); H,
    half its hit points, rounded up.
    """

    @property
    def attacks(self) -> bool:
        """Whether it has an attack value. (GH-11.4, GH-11.22)"""
        return bool(self.attack or self.attack_counts)

    @classmethod
    def of_summoned(cls, printed: Summoned) -> Profile:
        """The profile of a figure that comes into play, as an ability prints it."""
        return cls(
            move=printed.move,
            attack=printed.attack,
            range=printed.range,
            shield=printed.shield,
            retaliate=printed.retaliate,
            retaliate_range=printed.retaliate_range,
            attack_counts="H" if printed.half_its_hit_points else "",
            pierce=printed.pierce,
            targets=printed.targets,
            apply=printed.conditions,
            flying=printed.flying,
        )


BonusKind = Literal[
    "shield",
    "retaliate",
    "attackers_have_disadvantage",
    "attack_plus",
    "pierce",
    "advantage",
    "negate_damage",
    "lasting",
]
"""What a bonus does; `attack_plus`, `pierce` and `advantage` help the bearer's own attacks; `lasting`: what
its ability says.
"""


class LastingEffect(msgspec.Struct, frozen=True):
    """A bonus that lasts. (GH-10.1 to GH-10.7, GH-12.35)"""

    kind: BonusKind
    amount: int = 0
    range: int = 1
    lasts: Literal["round", "persistent", "turn", "attack"] = "round"
    """`turn`: to the end of the present turn; `attack`: for the attack that is being made, and no other."""
    source: str = ""
    """The card or the item that it comes from, as people call it."""
    owner: str = ""
    """The character whose card that is; the bonus ends when the card leaves its active area. (GH-10.5)"""
    slots: tuple[int, ...] = ()
    """The experience of each slot that is left, for a bonus that is used up slot by slot. (GH-10.1)"""
    experience: int = 0
    """What its owner gains each time it strikes back. (GH-7.1)"""
    whom: Whom = SELF
    """The figures that it is good for, wherever they are when it counts, as seen from its bearer."""
    when: tuple[Trait, ...] = ()
    """It is good only while all of this is so of its bearer."""
    sort: Sort | None = None
    """The sort of which a character has one card at a time."""
    ability: Ability | None = None
    """What it does, for a `lasting` one."""
    is_rule: bool = False
    """Whether a special rule of the scenario gives it: it comes and goes with what that rule asks for."""


def in_order(effects: Iterable[LastingEffect]) -> tuple[LastingEffect, ...]:
    """Effects in an order that does not depend on how they were written."""
    return tuple(sorted(effects, key=lambda each: (each.kind, each.amount, repr(each))))


class Figure(msgspec.Struct, frozen=True):
    """Anything that occupies a hex and takes turns, or can be attacked. (GH-1.1)"""

    name: str
    """Unique on the map: `Brute`, `Bandit Guard 2`."""
    side: Side
    kind: Kind
    at: Hex
    hp: int
    max_hp: int
    profile: Profile = Profile()
    tokens: tuple[Token, ...] = ()
    effects: tuple[LastingEffect, ...] = ()
    initiative: int | None = None
    """Its initiative in this round; None if it is unknown, or if the type's ability card gives it."""
    second: int | None = None
    """The initiative of the other card that a character plays; None if it is unknown. (GH-2.4)"""
    rests: bool = False
    """A character that takes a long rest: initiative 99, and last. (GH-2.4)"""
    type: str = ""
    """The card of a monster's type; empty for one that only its position describes, and for characters."""
    rank: Rank = ""
    number: int = 0
    """The standee number of a monster; for a summon, its place in the order of its owner's summons."""
    owner: str = ""
    """The summoner of a character's summon."""
    card: str = ""
    """The card that summoned it: it leaves with it. (GH-11.2)"""
    new: bool = False
    """Summoned or spawned this round: it does not act. (GH-11.3, GH-12.34)"""
    acted: bool = False
    """Its turn of this round is over."""
    exhausted: bool = False
    """Exhausted in the variant in which characters die: it stays as a target and does not act. (GH-16.2)"""
    dying: tuple[Ability, ...] = ()
    """What it does when it dies: a monster in this round, a summon always."""
    drops_money: bool = True
    """False for monsters that were summoned or spawned. (GH-2.12)"""
    deck: str = ""
    """The character from whose modifier deck it draws, where the scenario says so. (GH-14.7)"""
    origin: str = ""
    """What a monster was before it got its standee: `Bandit Guard in (4,2)`, `a summoned Rat`."""

    def has(self, condition: Condition) -> bool:
        """Whether a token of this condition lies on it."""
        return bool(self.tokens) and condition in [token.condition for token in self.tokens]

    def gains(self, kind: BonusKind) -> bool:
        """Whether a bonus of this kind lasts on it."""
        return bool(self.effects) and kind in [effect.kind for effect in self.effects]

    @property
    def flies(self) -> bool:
        """Whether it flies, by its statistics or by an effect. (GH-3.4)"""
        if any(isinstance(each.ability, Grounded) for each in self.effects):
            return False
        return self.profile.flying or any(isinstance(each.ability, Flying) for each in self.effects)

    @property
    def identity(self) -> str:
        """A name that stays unique: once it is killed, another one may get its standee."""
        return self.origin or self.name

    @property
    def group(self) -> str:
        """The type whose ability card it shares, as people call it: `Bandit Guard`. (GH-12.2)"""
        return self.name.removesuffix(f" {self.number}") if self.kind in ("monster", "boss") else self.name
