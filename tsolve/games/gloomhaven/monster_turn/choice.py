"""What a monster may do, with the keys that decided: the rules leave one option, or the players choose."""

from __future__ import annotations

import msgspec

from tsolve.games.gloomhaven.board.hexes import Hex


class Option(msgspec.Struct, frozen=True, order=True):
    """One thing that the rules let a monster do with a move and an attack."""

    focus: str
    destination: Hex
    """The hex from which it wants to attack; beyond its reach where `end` is another one. (GH-12.22)"""
    end: Hex
    """Where it stops this turn."""
    targets: tuple[str, ...]
    """Whom it attacks now, in alphabetical order; nobody where the destination is out of reach."""


class FocusKey(msgspec.Struct, frozen=True, order=True):
    """Why an enemy is the focus or is not: the lowest key is. (GH-12.10)"""

    negative: int
    """Traps and hazards on the way to the attack hex."""
    cost: int
    """Movement points to the attack hex."""
    proximity: int
    """Hexes around walls to the enemy; 0 under a reading that leaves it out."""
    initiative: tuple[int, ...]


class Candidate(msgspec.Struct, frozen=True, order=True):
    """A hex from which the focus can be attacked, with one group there. (GH-12.17, GH-12.19)"""

    hex: Hex
    group: tuple[str, ...]
    negative: int
    out_of_reach: bool
    disadvantage: bool
    """Against the focus."""
    disadvantages: int
    """How many of the group it attacks with disadvantage."""
    cost: int
    ranks: tuple[int, ...]
    """How many of the group are of the first rank, of the second, and so on. (GH-12.18)"""


class Choice(msgspec.Struct, frozen=True):
    """All options, and what decided against the others."""

    options: tuple[Option, ...]
    """In a fixed order; empty where the monster has no focus. (GH-12.14)"""
    focus_keys: dict[str, FocusKey]
    """The key of every enemy that has an attack hex."""
    destinations: dict[str, tuple[Candidate, ...]]
    """For each focus the hexes that it heads for, and whom it wants to attack there."""
