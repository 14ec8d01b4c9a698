"""Abilities that bring something to the map, or take it away: figures, traps and obstacles."""

# Annotations are not postponed, as in `abilities`.

from typing import TYPE_CHECKING, Literal

import msgspec

from tsolve.games.gloomhaven.ability_parts import Pattern, Whom
from tsolve.games.gloomhaven.traits import Condition

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.abilities import Ability


class Summoned(msgspec.Struct, frozen=True):
    """The statistics of a summoned figure, as printed on the character's card. (GH-11.1)"""

    hp: int
    move: int = 0
    """0: it does not move, as printed by a dash."""
    attack: int = 0
    """0: it does not attack."""
    range: int = 0
    """0: it attacks in melee."""
    shield: int = 0
    retaliate: int = 0
    retaliate_range: int = 1
    pierce: int = 0
    targets: int = 1
    conditions: tuple[Condition, ...] = ()
    """On every target of every attack."""
    flying: bool = False
    half_its_hit_points: bool = False
    """Whether its attack is half its hit points, rounded up, in place of a number."""
    lasting: tuple["Ability", ...] = ()
    """What lasts as long as it is there, and what it does when it dies."""


class Summon(msgspec.Struct, frozen=True):
    """A figure that comes into play. (GH-11.1, GH-12.34)"""

    name: str
    rank: Literal["normal", "elite", ""] = ""
    """Empty: the scenario decides."""
    count: int = 1
    per_character: bool = False
    """`count` of them for each character."""
    by_target: bool = False
    """Next to the target of the preceding attack, not to the summoner."""
    shares_hit_points: bool = False
    """It starts with the summoner's present hit points, not above its own maximum."""
    statistics: Summoned | None = None
    """None: those of the monster of this name."""


class CreateTrap(msgspec.Struct, frozen=True):
    """A trap in the adjacent empty hex closest to an enemy."""

    damage: int
    conditions: tuple[Condition, ...] = ()
    experience: int = 0
    """What its owner gains once an enemy springs it. (GH-7.1)"""
    beside: tuple["Ability", ...] = ()
    """What enemies of its side beside it suffer or get when it is sprung."""


class PutObstacles(msgspec.Struct, frozen=True):
    """Obstacles come into empty hexes. (GH-1.12)"""

    number: int
    within: int = 1
    """How far from the figure; 1 for adjacent."""
    beside: tuple["Ability", ...] = ()
    """What is done to those beside any of them."""
    area: Pattern | None = None
    """They lie in this pattern, all of it within range."""
    in_its_hex: bool = False
    """In the hex of the figure that was chosen last in this action."""


class Remove(msgspec.Struct, frozen=True):
    """Obstacles or traps leave the map. (GH-1.6, GH-1.7)"""

    what: Literal["obstacle", "trap"]
    within: int = 1
    each: bool = False
    """All of them, or one that is chosen."""
    sprung_by: Whom | None = None
    """Who suffers the trap that is removed."""
    moves_within: int | None = None
    """How far from the figure the obstacle that is removed comes back."""
    beside: tuple["Ability", ...] = ()
    """What is done to those who stood beside it."""
