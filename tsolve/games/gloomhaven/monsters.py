"""Monsters as figures: their statistics by level, rank and number of characters. (GH-12.36, GH-12.39)"""

from __future__ import annotations

from typing import Literal

from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.cards import Card, Statistics, value
from tsolve.games.gloomhaven.state import Figure, Profile, Rank


def statistics_of(card: Card, level: int, rank: Rank) -> Statistics | None:
    """The statistics of a type at a level; None where the card has none of this rank."""
    assert card.monster is not None
    found = card.monster.levels[level]
    if card.kind == "boss":
        return found.boss
    return found.elite if rank == "elite" else found.normal


def amount(printed: int | str, characters: int) -> int:
    """A number or a formula of a statistics card without what changes during a turn: `8C`, `1+C`; V and X
    count nothing. (GH-12.36)
    """
    return value(printed, {"C": characters, "V": 0, "X": 0})


def _counted(printed: int | str) -> Literal["", "V", "X"]:
    """The letter of a formula whose value changes during a turn."""
    text = str(printed)
    return "V" if text.endswith("V") else "X" if text.endswith("X") else ""


def profile_of(card: Card, level: int, rank: Rank, characters: int) -> Profile:
    """The statistics by which a monster of a type plays."""
    found = statistics_of(card, level, rank)
    assert card.monster is not None
    assert found is not None
    return Profile(
        move=found.move,
        attack=amount(found.attack, characters),
        range=found.range,
        shield=found.shield,
        retaliate=found.retaliate,
        retaliate_range=found.retaliate_range,
        pierce=found.pierce,
        targets=found.targets,
        apply=found.apply,
        advantage=found.advantage,
        attackers_have_disadvantage=found.attackers_have_disadvantage,
        flying=card.monster.flying,
        immunities=card.monster.immunities,
        attack_counts=_counted(found.attack),
    )


def monster(
    card: Card,
    number: int,
    level: int,
    rank: Rank,
    characters: int,
    at: Hex,
) -> Figure:
    """A monster of the ruleset at full hit points; a boss has no number."""
    found = statistics_of(card, level, rank)
    assert found is not None
    kind: Literal["boss", "monster"] = "boss" if card.kind == "boss" else "monster"
    hp = amount(found.hp, characters)
    return Figure(
        name=card.name if kind == "boss" else f"{card.name} {number}",
        side="monsters",
        kind=kind,
        at=at,
        hp=hp,
        max_hp=hp,
        profile=profile_of(card, level, rank, characters),
        type=card.id,
        rank=rank,
        number=number,
    )
