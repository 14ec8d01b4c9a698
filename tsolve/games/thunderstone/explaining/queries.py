"""The queries of Thunderstone as types; cards may be named in any language.

A text such as `equip Polearm on Militia` means the same; see `reading`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Measure = Literal["attack", "magic", "light", "gold", "xp"]
"""The Attack Value, the Magic Attack that counts, the party's Light, gold for purchases, XP."""


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """May this Monster be attacked, won or not? `rank` fixes where it stands (1 to 3; 0 is anywhere)."""

    monster: str = ""
    """Empty: whoever stands in that Rank."""
    rank: int = 0


class Defeat(msgspec.Struct, frozen=True, tag="defeat"):
    """Can this Monster be defeated?"""

    monster: str = ""
    """Empty: whoever stands in that Rank."""
    rank: int = 0


class Claim(msgspec.Struct, frozen=True, tag="claim"):
    """Can this Thunderstone be taken in this turn?"""

    stone: str = ""
    """Empty: whichever is in the game."""


class Equip(msgspec.Struct, frozen=True, tag="equip"):
    """Can this Hero carry this Weapon?"""

    weapon: str
    hero: str


class Buy(msgspec.Struct, frozen=True, tag="buy"):
    """Can this card be bought?"""

    card: str


class LevelUp(msgspec.Struct, frozen=True, tag="level_up"):
    """Can this Hero become that card? Empty: any card that it may become."""

    hero: str
    into: str = ""


class Reach(msgspec.Struct, frozen=True, tag="reach"):
    """Can this amount be reached, in battle against this Monster or against any?"""

    quantity: Measure
    amount: int
    against: str = ""
    rank: int = 0
    """The Rank in which it is attacked; 0 is anywhere."""


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Is this action possible at any time of the turn? Written as a step of a line: `use Banish`."""

    text: str


Query = Attack | Defeat | Claim | Equip | Buy | LevelUp | Reach | Act
