"""What a monster's move and attack depend on, as plain values: the ground, the figures, and the ability."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from tsolve.games.gloomhaven.board.board import Board
from tsolve.games.gloomhaven.board.hexes import Hex

Gait = Literal["walk", "jump", "fly"]

EVERYBODY = 99
"""As a number of targets: as many as there are."""


class Ground(msgspec.Struct, frozen=True):
    """The terrain as the acting figure meets it."""

    board: Board
    """Hexes, walls and sight; closed doors are walls for monsters. (GH-1.5)"""
    obstacles: frozenset[Hex] = frozenset()
    negative: frozenset[Hex] = frozenset()
    """Traps and hazardous terrain. (GH-12.9)"""
    difficult: frozenset[Hex] = frozenset()


class Aim(msgspec.Struct, frozen=True):
    """Whom an attack can reach."""

    reach: int = 1
    """Its range; 1 for melee."""
    is_ranged: bool = False
    """Whether it prints a range, even 1: then an adjacent target means disadvantage. (GH-4.3)"""
    targets: int = 1
    """How many enemies it attacks at most; of an area, how many beside it. (GH-6.2, GH-6.6)"""
    area: tuple[Hex, ...] = ()
    """The hexes of its pattern: of a melee pattern as seen from the attacker at (0, 0)."""
    area_is_melee: bool = False
    """Whether the pattern shows the attacker. (GH-6.3)"""


class Enemy(msgspec.Struct, frozen=True):
    """A figure that the monster may focus on; invisible ones are left out. (GH-12.15)"""

    name: str
    at: Hex
    initiative: tuple[int, ...]
    """Compared as a tuple, the lower one first: a summon comes just before its owner. (GH-12.12)"""
    after: frozenset[str] = frozenset()
    """Those of its type that act before it: which of two types with one initiative acts first is for the
    players. (GH-12.3, GH-12.4)
    """


class Situation(msgspec.Struct, frozen=True):
    """One move and attack of a figure that plays by the rules for monsters."""

    ground: Ground
    at: Hex
    enemies: tuple[Enemy, ...]
    blocked: frozenset[Hex]
    """Hexes of enemies, invisible ones too: nobody walks through. (GH-3.2, GH-12.15)"""
    friends: frozenset[Hex]
    """Hexes of its allies: it may pass, not stop there. (GH-3.2)"""
    move: int = 0
    """Movement points of this turn; 0 where it cannot move or has no move ability. (GH-12.30)"""
    gait: Gait = "walk"
    aim: Aim = Aim()
    attacks: bool = True
    """Whether it performs the attack: false without an attack ability, or disarmed. (GH-12.26)"""
    minds_disadvantage: bool = True
    """Whether it steps back from its focus for a ranged attack: not when muddled. (GH-12.17)"""
    focus: str | None = None
    """The focus, where an earlier ability of this turn has determined it. (GH-12.6)"""


Readings = Mapping[str, str]
"""The open points that matter here, by their ids: `focus_proximity`, `disadvantage_order`, `extra_targets`,
`group_order`, `out_of_reach`, `equal_destinations`, `jump_landing`, `focus_distance`, `heads_for`,
`area_anchor`, `immobilized_attack`, `disadvantage_out_of_reach`.
"""
