"""What `setup.yaml` says: the numbers that games begin with, and what is suggested for a first game."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Number = Annotated[int, Meta(ge=0, le=99)]


class FirstGame(msgspec.Struct, frozen=True):
    """What is suggested for a first game."""

    heroes: dict[str, str]
    market: tuple[str, ...]
    rooms: tuple[str, ...]
    monsters: tuple[str, ...]
    guardian: str
    stand_ins: dict[str, str] = {}
    """Heroes for those whose numbers are not known."""


class Group(msgspec.Struct, frozen=True):
    """A Monster group of some box, whose Monsters may not be known."""

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
