"""Large positions of Thunderstone Quest as files: hands of 10 to 25 cards, a whole Dungeon, a Village with
many stacks.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from tests.large.dealt import Dealt
from tsolve import api

Data = dict[str, Any]
_KINDS = ("hero", "hero", "weapon", "weapon", "item", "spell")


@cache
def _names(kind: str, level: int | None = None) -> tuple[str, ...]:
    """The names of the cards of a kind that can be played; copies of those that everybody starts with."""
    facts = api.ruleset("quest").cards.values()
    found = [card for card in facts if card.kind == kind and not card.missing]
    return tuple(card.name for card in found if level is None or card.level == level)


@cache
def _sold(kind: str) -> tuple[str, ...]:
    """The names of what the Village may sell of a kind."""
    facts = [card for card in api.ruleset("quest").cards.values() if card.kind == kind and not card.missing]
    usual = [card for card in facts if not card.treasure and "Starter" not in card.keywords]
    return tuple(card.name for card in usual if kind != "hero" or card.level == 1)


def large_position(random: Random) -> Dealt:
    """A turn in the Dungeon or in the Village, or one in which that is still to be chosen."""
    turn = random.choice(("dungeon", "dungeon", "dungeon", "village", "village", "undecided"))
    rooms = _dungeon(random)
    data: Data = {
        "game": "quest",
        "turn": turn,
        "hand": _cards(random, random.randint(10, 25)),
        "deck": _deck(random, _cards(random, random.randint(3, 14))),
        "xp": random.choice((0, 5, 20)),
        "wounds": random.choice((0, 0, 3)),
        "tokens": {name: random.randint(0, 3) for name in ("iron_rations", "lantern", "potion")},
        "dungeon": rooms,
        "monster_decks": {
            f"level_{level}": _deck(random, random.choices(_names("monster", level), k=random.randint(1, 5)))
            for level in (1, 2, 3)
        },
        "village": _village(random),
    }
    if turn == "village":
        data["location"] = random.choice(("Temple", "Bazaar", "Shop of Wonders", "Guilds' Quarter"))
    monsters = [monster for monster in dict.fromkeys(rooms.values()) if monster != "none"]
    goods = random.sample([*data["village"]], 3)
    data |= _stated(random, turn, monsters, goods)
    queries = (f"defeat {monsters[0]}", f"defeat {monsters[-1]}", f"buy {goods[0]}", f"reach {[*rooms][-1]}")
    questions = (
        "what is best?",
        f"what are my chances against {monsters[0]}?",
        f"can I buy {goods[0]}?",
        "what can I attack?",
    )
    return Dealt(json.dumps(data), queries, questions, ("Dagger within 2 hands", "2 x Adventurer"))


def _stated(random: Random, turn: str, monsters: list[str], goods: list[str]) -> Data:
    """A line, or claims with what is expected of the best play."""
    if random.random() < 0.4:
        return {"line": ["use Iron Rations for gold"] if turn == "village" else ["enter the Dungeon"]}
    claims: list[Data] = [{"defeats": monster} for monster in monsters[:3]]
    claims += [{"buys": name} for name in goods[:2]]
    claims += [{"reaches": random.choice(_names("room", 3))}, {"health": random.randint(5, 60)}]
    return {"claims": claims, "expect": {"best": {"xp": 3}}}


def _dungeon(random: Random) -> dict[str, str]:
    rooms: dict[str, str] = {}
    for level in (1, 2, 3):
        for room in random.sample(sorted(set(_names("room", level))), 2):
            monsters = _names("monster", random.choice((1, level)))
            rooms[room] = "none" if random.random() < 0.1 and rooms else random.choice(monsters)
    return rooms


def _village(random: Random) -> dict[str, int]:
    return {
        name: random.randint(1, 4) for kind in sorted({*_KINDS}) for name in random.sample(_sold(kind), 3)
    }


def _deck(random: Random, cards: list[str]) -> object:
    """A deck in a known order, in none, or nobody knows."""
    return random.choice((cards, {"rest": cards}, "unknown"))


def _cards(random: Random, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        kind = random.choice(_KINDS)
        usual = random.choice(("Adventurer", "Dagger", "Lantern", "Thunderstone Shard"))
        name = usual if random.random() < 0.3 else random.choice(_names(kind))
        found += [name] * min(random.choice((1, 1, 1, 2, 4)), count - len(found))
    return found
