"""The numbers that games begin with, as `setup.yaml` of the ruleset has them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from tsolve.rules.loading import load_own

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.source.decoded import Decoded


Number = Annotated[int, Meta(ge=0, le=99)]


class FirstGame(msgspec.Struct, frozen=True):
    """The suggested pieces of a first game."""

    heroes: dict[str, str]
    market: tuple[str, ...]
    rooms: tuple[str, ...]
    monsters: tuple[str, ...]
    guardian: str
    stand_ins: dict[str, str] = {}
    """Heroes that replace those whose numbers are not known."""


class Group(msgspec.Struct, frozen=True):
    """A Monster group of some box, even if its Monsters are not known."""

    name: str
    level: int
    set: str
    keywords: tuple[str, ...]


class Numbers(msgspec.Struct, frozen=True):
    """The numbers of `setup.yaml` that games begin with."""

    starting_deck: dict[str, Number]
    hand: Number
    rations_by_seat: tuple[Number, ...]
    keys_by_level: tuple[Number, Number, Number]
    keys_to_end: Number
    rooms_by_level: tuple[Number, Number, Number]
    monster_groups: Number
    hero_groups: Number
    market_stacks: dict[str, Number]
    quests_dealt: Number
    monsters_by_level: Number
    market_copies: Number
    hero_copies: tuple[Number, Number, Number]
    components: dict[str, dict[str, int]]
    first_game: FirstGame
    groups: tuple[Group, ...] = ()


SETUP = "setup.yaml"
_EVENLY = {"one_each": (1, 1, 1), "two_each": (2, 2, 2)}
"""Other readings of how many Guardian Keys each Monster deck gets. (key.guardian_keys)"""


@cache
def load_setup(roots: tuple[Path, ...] = ()) -> Decoded[Numbers]:
    """The numbers for setting up games (without `roots`: tsolve's own), read when first needed.

    `roots` are the folders of a ruleset, see `load_own`, which raises InputError.
    """
    help_ = "it says with what a game begins; see docs/reference/rulesets.md"
    return load_own(SETUP, Numbers, "quest", roots, help_)


def keys_by_level(book: Book, numbers: Numbers) -> tuple[int, int, int]:
    """How many Guardian Keys are shuffled into the deck of each level. (QUEST-1.7, key.guardian_keys)"""
    evenly = (keys for reading, keys in _EVENLY.items() if book.reads("guardian_keys", reading))
    return next(evenly, numbers.keys_by_level)
