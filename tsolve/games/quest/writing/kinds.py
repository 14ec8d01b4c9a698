"""The kinds of cards, in words, and where each may lie."""

from __future__ import annotations

import re
from collections.abc import Iterable

KINDS = {
    "hero": "a Hero",
    "item": "an Item",
    "spell": "a Spell",
    "weapon": "a Weapon",
    "ally": "an Ally",
    "cache": "a Cache",
    "monster": "a Monster",
    "guardian": "a Guardian",
    "room": "a room",
    "key": "a Guardian Key",
    "wound": "a Wound card",
    "side_quest": "a Side Quest",
    "sponsor": "a Guild Sponsor",
    "location": "a Location",
    "token": "a token",
    "unknown": "a card of unknown kind",
}
FOR_SALE = ("hero", "item", "spell", "weapon", "ally")
OWNED = (*FOR_SALE, "cache", "wound", "unknown")
MONSTERS = ("monster", "guardian")
OF_MONSTER_DECKS = ("monster", "key")
ROOMS = ("room",)
LOCATIONS = ("location",)
WITHOUT_LIMIT = ("room",)
"""Kinds of cards that several places may name though there is one of each."""


def kinds_in_words(kinds: Iterable[str]) -> str:
    """What a card of one of these kinds is called: `a Monster or a Guardian`."""
    *first, last = (KINDS[kind] for kind in kinds if kind != "unknown")
    return f"{', '.join(first)} or {last}" if first else last


def how_to_define(name: str, kinds: Iterable[str] = ()) -> str:
    """How a file tells what is printed on a card that is not known: no source names all Monsters."""
    called = name if re.fullmatch(r"[A-Za-z][A-Za-z' -]{0,40}", name) else "NAME"
    facts = "{kind: ..., ...}"
    if "monster" in kinds:
        facts = "{kind: monster, level: 1, health: ..., armor: ..., resistance: ..., wounds: ..., xp: ...}"
    return f"a card that is not known is defined in the file: `cards: {{{called}: {facts}}}`"
