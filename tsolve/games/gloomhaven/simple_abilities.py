"""Abilities that hold no other ones and that no consumed element changes: `infuse fire`. (GL-ability)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Literal

import msgspec

from tsolve.games.gloomhaven.ability_parts import SELF, Element, Sort, Whom
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.traits import Condition


class NegateDamage(msgspec.Struct, frozen=True):
    """Figures negate the damage that they would suffer. (GH-10.3)"""

    whom: Whom = SELF
    fatal: bool = False
    """Only damage that would take their last hit point."""
    of_attacks: bool = False
    """Only damage of attacks."""


class Refresh(msgspec.Struct, frozen=True):
    """Items of a character that were used up can be used again. (GH-11.13)"""

    number: int | None
    """Up to so many; None: all of them."""
    used_up: Literal["spent", "consumed", ""] = ""
    """Only items that are spent, or only those that are consumed."""
    kind: Literal["small", "weapon", ""] = ""
    """Only small items, or only those that are held in hands."""
    whom: Whom = SELF


class Uncurse(msgspec.Struct, frozen=True):
    """The curses leave the performer's modifier deck, which is shuffled. (GH-8.11)"""


class EndAll(msgspec.Struct, frozen=True):
    """The performer is exhausted once its action is over. (GH-11.9)"""


class HitPoints(msgspec.Struct, frozen=True):
    """The performer has so many hit points from now on; that is no damage. (GH-10.9)"""

    left: int


class Doubled(msgspec.Struct, frozen=True):
    """An item doubles a heal. (GH-11.8)"""


class OneMore(msgspec.Struct, frozen=True):
    """One more half is played, of a card from the hand. (GH-11.18)"""

    side: Literal["top", "bottom"]


class Give(msgspec.Struct, frozen=True):
    """Characters get a pack, a card for their hands. (GH-11.16)"""

    card: str
    whom: Whom


class Cure(msgspec.Struct, frozen=True):
    """Negative conditions are taken away. (GH-8.17)"""

    number: int | None
    """So many; None: all of them."""
    whom: Whom = SELF
    only: Condition | None = None
    """Only this one."""


class Infuse(msgspec.Struct, frozen=True):
    """An element becomes strong at the end of the turn. (GH-9.2)"""

    element: Element
    optional: bool = False
    """Whether its performer may leave it out."""


class Swap(msgspec.Struct, frozen=True):
    """The figure changes places with another one. (GH-11.24)"""

    whom: Whom


class Teleport(msgspec.Struct, frozen=True):
    """The figure comes into an empty hex without moving there. (GH-11.24)"""

    to_its_hex: bool = False
    """Into the hex of the target, where it stood; else into any."""


class Experience(msgspec.Struct, frozen=True):
    """Experience points for a character. (GH-7.1)"""

    amount: int


class UntilRoundEnd(msgspec.Struct, frozen=True):
    """An effect that lasts until the end of the round. (GH-12.35)"""

    effect: Literal["attackers_have_disadvantage", "allies_attack_plus_1"]
    whom: Whom = SELF
    """Attacks against whom have disadvantage."""


class Special(msgspec.Struct, frozen=True):
    """The special ability of a boss, by its number. (GH-12.36)"""

    number: Literal[1, 2]


class ScenarioStep(msgspec.Struct, frozen=True):
    """Something that only the scenario book describes, so that it cannot be computed here."""

    text: str


class Leap(msgspec.Struct, frozen=True):
    """A boss comes into the next of these hexes, which it takes in turn, however far away they are; a door
    there opens. (GH-12.36)
    """

    hexes: tuple[Hex, ...]


class Toward(msgspec.Struct, frozen=True):
    """A figure moves toward one of some hexes, opening doors on its way. (GH-14.7)"""

    points: int
    hexes: tuple[Hex, ...]


class Hatch(msgspec.Struct, frozen=True):
    """Every figure of one name is destroyed, and a monster comes in its hex. (GH-12.36)"""

    name: str
    into: str
    rank: Literal["normal", "elite"] = "normal"


class ExtraTurn(msgspec.Struct, frozen=True):
    """Every figure of a type takes one more turn."""

    name: str


class HealChange(msgspec.Struct, frozen=True):
    """What changes heals as long as it lasts: those of the bearer, or those on it. (GH-10.1, GH-10.4)"""

    amount: int
    on_it: bool = False
    cures: bool = False
    """Whether whoever is healed first loses all negative conditions. (GH-8.17)"""
    packs: bool = False
    """Only heals of packs, by whoever plays them. (GH-11.16)"""


class Immune(msgspec.Struct, frozen=True):
    """Figures do not get these conditions, or are not pushed and pulled, as long as it lasts. (GH-8.15)"""

    to: tuple[str, ...]
    whom: Whom = SELF


class Flying(msgspec.Struct, frozen=True):
    """The bearer flies as long as it lasts. (GH-3.4)"""


class Unhindered(msgspec.Struct, frozen=True):
    """Some terrain does not matter for the bearer as long as it lasts. (GH-1.8, GH-1.9)"""

    by: tuple[Literal["difficult", "hazardous"], ...]


class NoDoubling(msgspec.Struct, frozen=True):
    """A modifier card that doubles an attack on the bearer counts as +0 as long as it lasts. (GH-6.8)"""


class LastInFocus(msgspec.Struct, frozen=True):
    """For the focus of its enemies the bearer counts as initiative 99, as long as it lasts. (GH-12.12)"""


class OneMoreObstacle(msgspec.Struct, frozen=True):
    """An item adds an obstacle to those that an ability puts. (GH-1.12)"""


class Dampen(msgspec.Struct, frozen=True):
    """An item consumes an element that an enemy is about to consume. (GH-9.4)"""


class InitiativeChange(msgspec.Struct, frozen=True):
    """An item changes the initiative of its bearer for the round, once all are known. (GH-2.4)"""

    by: int
    either: bool = False
    """Up or down, as its player likes."""


class Grounded(msgspec.Struct, frozen=True):
    """Figures do not fly any more. (GH-3.4)"""

    whom: Whom = SELF


class RetaliateChange(msgspec.Struct, frozen=True):
    """What is added to each retaliate that the bearer has by an effect, as long as it lasts. (GH-10.7)"""

    amount: int


class DrawsAttacks(msgspec.Struct, frozen=True):
    """Attacks of its enemies on these figures hit the bearer in their place, at any range. (GH-10.4)"""

    whom: Whom


class TwoAtOnce(msgspec.Struct, frozen=True):
    """Two cards of a sort may be active; two dooms only on the same enemy. (GH-10.10)"""

    sort: Sort
    experience_of_one: bool = False
    """Whether only one of them brings its experience."""


class Becomes(msgspec.Struct, frozen=True):
    """The bearer gets another condition in place of one. (GH-8.1)"""

    condition: Condition
    other: Condition


SimpleAbility = (
    NegateDamage
    | Refresh
    | Cure
    | Uncurse
    | EndAll
    | HitPoints
    | OneMore
    | Doubled
    | Give
    | Infuse
    | Swap
    | Teleport
    | Experience
    | UntilRoundEnd
    | Special
    | ScenarioStep
    | Leap
    | Hatch
    | Toward
    | ExtraTurn
    | HealChange
    | Immune
    | Flying
    | Grounded
    | RetaliateChange
    | DrawsAttacks
    | TwoAtOnce
    | Becomes
    | Unhindered
    | NoDoubling
    | LastInFocus
    | OneMoreObstacle
    | InitiativeChange
    | Dampen
)
"""All of them."""
