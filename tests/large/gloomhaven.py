"""Large positions of Gloomhaven as files: rounds of up to four characters against up to ten monsters, turns
of monsters and characters on large maps, attacks with many targets and decks, and a campaign.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from tests.large.dealt import Dealt
from tsolve import api

Data = dict[str, Any]
CLASSES = ("Brute", "Spellweaver", "Tinkerer", "Scoundrel", "Cragheart", "Mindthief")
_CONDITIONS = ("poison", "wound", "immobilize", "disarm", "stun", "muddle", "invisible", "strengthen")
_AREAS = ("rhombus3_self", "triangle3", "disc7")


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(card.name for card in api.ruleset("gloomhaven").cards.values() if card.kind == kind)


@cache
def _cards_of(name: str) -> tuple[str, ...]:
    """The cards of a class of the first levels."""
    cards = api.ruleset("gloomhaven").cards
    (class_,) = (card.id for card in cards.values() if card.kind == "class" and card.name == name)
    return tuple(card.name for card in cards.values() if card.card is not None and card.card.of == class_)


def large_position(random: Random) -> Dealt:
    """A round, a turn of a monster, or a turn of a character."""
    columns, rows = random.randint(8, 14), random.randint(6, 10)
    free = [(column, row) for column in range(columns) for row in range(rows)]
    random.shuffle(free)

    def hexes(most: int) -> list[list[int]]:
        return [list(free.pop()) for _ in range(random.randint(0, most))]

    names = random.sample(CLASSES, random.randint(2, 4))
    characters = {name: {"at": list(free.pop()), **_character(random, name)} for name in names}
    types = random.sample(_names("monster"), random.randint(1, 3))
    monsters: Data = {}
    cards: Data = {}
    for number in range(random.randint(4, 10)):
        type_ = types[number % len(types)]
        rank = random.choice(("normal", "elite"))
        monsters[f"{type_} {number + 1}"] = {"at": list(free.pop()), "rank": rank, **_harmed(random)}
    for type_ in types:
        cards[type_] = {"initiative": random.randint(1, 99), "do": _ability(random)}
    map_: Data = {"size": f"{columns} x {rows}"}
    for sort, most in (("walls", 6), ("obstacles", 6), ("traps", 3), ("difficult", 4), ("hazards", 2)):
        map_[sort] = hexes(most)
    data: Data = {
        "game": "gloomhaven",
        "level": random.randint(0, 5),
        "map": map_,
        "characters": characters,
        "monsters": monsters,
        "ability_cards": cards,
        "money": hexes(3),
    }
    who = random.choice(("round", "monster", "character"))
    if who == "round":
        data["until"] = "round"
    else:
        data["turn"] = random.choice([*(monsters if who == "monster" else characters)])
    if random.random() < 0.4:
        data["modifiers"] = {"monsters": {"rest": _modifiers(random)}}
    monster, other, character = next(iter(monsters)), list(monsters)[-1], names[0]
    data |= _stated(random, who, monster, character)
    queries = (
        (f"focus {character}", f"focus {names[-1]}", f"attack {names[-1]}")
        if who == "monster"
        else (f"kill {monster}", f"attack {other}", f"kill {other}")
    )
    questions = ("what is best?", f"what are my chances to kill {monster}?", f"can I attack {monster}?")
    return Dealt(json.dumps(data), queries, (*questions, "who acts first?"))


def _stated(random: Random, who: str, monster: str, character: str) -> Data:
    """A line, or claims with what is expected of the best play."""
    if who == "monster":
        claims: list[Data] = [{"focus": character}, {"damage": random.randint(1, 6)}]
        return {"line": [f"focus {character}"]} if random.random() < 0.3 else {"claims": claims}
    if random.random() < 0.3:
        return {"line": ["end turn"]}
    claims = [{"can": f"kill {monster}"}, {"cannot": f"kill {monster}"}]
    return {"claims": claims, "expect": {"policy": {"expected": {"kills": 1}}}}


def _character(random: Random, name: str) -> Data:
    hand = random.sample(_cards_of(name), random.randint(4, 9))
    items = random.sample(_names("item"), random.randint(0, 4))
    return {
        "hp": random.randint(3, 12),
        "max_hp": 12,
        "plays": hand[:2],
        "hand": hand[2:],
        "items": items,
        **({"conditions": [random.choice(_CONDITIONS)]} if random.random() < 0.2 else {}),
    }


def _harmed(random: Random) -> Data:
    return {"conditions": [random.choice(_CONDITIONS)]} if random.random() < 0.2 else {}


def _ability(random: Random) -> list[str]:
    """What a monster does, often on many targets and far away."""
    reach = random.choice(("", ", range 3", ", range 7"))
    area = f", area {random.choice(_AREAS)}" if reach and random.random() < 0.3 else ""
    attack = f"attack +0{reach}{area}{random.choice(('', ', target 2', ', target 3', ', target 5'))}"
    more = random.choice(((), ("heal 2, self",), ("attack +1",), ("push 2, all adjacent enemies",)))
    return ["move +1", attack, *more]


def _modifiers(random: Random) -> list[str]:
    cards = ["+0"] * 6 + ["+1"] * 5 + ["-1"] * 5 + ["-2", "+2", "null", "x2"]
    more = ["bless"] * random.randint(0, 8) + ["curse"] * random.randint(0, 8)
    return [*cards, *more, *["rolling +1"] * random.randint(0, 6)]


def large_attacks(random: Random) -> Dealt:
    """Up to six attacks on up to eight targets each."""
    attackers = random.sample(CLASSES, 2)
    targets = [
        {
            "name": f"Target {number}",
            "hp": random.randint(3, 15),
            "shield": random.choice((0, 0, 1, 3)),
            "retaliate": random.choice((0, 0, 2)),
        }
        for number in range(1, random.randint(2, 8) + 1)
    ]
    attacks = []
    for number in range(random.randint(1, 6)):
        against = targets if not number else [each["name"] for each in targets]
        words = random.choice(("", ", pierce 2", ", poison", ", wound, stun", ", advantage"))
        attack = f"{random.randint(1, 5)}, target {len(targets)}{words}"
        attacks.append({"attack": attack, "by": attackers[number % 2], "against": against})
    data: Data = {
        "game": "gloomhaven",
        "attacks": attacks,
        "modifiers": {name: {"rest": _modifiers(random)} for name in attackers[: len(attacks)]},
    }
    if random.random() < 0.3:
        data["line"] = ["draw +0", "draw +1"]
    else:
        claims = [{"damage": random.randint(0, 60)}, {"all_dead": True}, {"hit_points": {"Target 1": 1}}]
        data["claims"] = claims
    questions = ("what are my chances to kill Target 2?", "how much damage at most?", "what is best?")
    return Dealt(json.dumps(data), ("draw x2", "draw null"), questions)


def large_campaign(random: Random) -> Dealt:
    """Four characters with all that they may own, and a line of many steps."""
    names = random.sample(CLASSES, 4)
    items = random.sample(_names("item"), 40)
    characters = {
        name: {"level": random.randint(1, 8), "gold": random.randint(0, 900), "items": items[at::8]}
        for at, name in enumerate(names)
    }
    campaign: Data = {"characters": characters, "reputation": random.randint(-20, 20), "prosperity_level": 9}
    line = [
        random.choice((f"{name} gains {random.randint(1, 90)} experience", f"{name} gains 10 gold"))
        for name in random.choices(names, k=random.randint(1, 150))
    ]
    claims = [
        {"price": 20, "of": f"{names[0]} buys {items[6]}"},
        {"scenario_level": 3},
        *({"can": f"{name} buys {item}"} for name in names for item in items[6::8]),
    ]
    data: Data = {"game": "gloomhaven", "campaign": campaign, "line": line, "claims": claims}
    questions = (f"can {names[0]} buy {items[6]}?", "what is best?", f"why can't {names[1]} level up?")
    queries = (f"{names[0]} levels up", f"{names[1]} buys {items[6]}", f"{names[2]} donates")
    return Dealt(json.dumps(data), queries, questions)
