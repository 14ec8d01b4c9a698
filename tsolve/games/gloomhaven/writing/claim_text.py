"""How claims of Gloomhaven are said in a sentence: `focus Brute`, `damage 4`, `hit points of Brute 6`."""

from __future__ import annotations

from tsolve.turns.phrases import ClaimWords, Verbs

_VERBS = Verbs({**dict.fromkeys(("attacked", "hit"), "attack"), **dict.fromkeys(("killed", "slain"), "kill")})

TURN = ClaimWords(
    amounts=("damage", "options"),
    things=("focus", "end", "scenario"),
    done={},
    verbs=_VERBS,
    examples=(
        '"focus Brute", "attacks Brute and Tinkerer", "end (2,1)", "damage 4", "hit points of Brute 6", '
        '"sees (0,1) and (2,1)", "can attack Guard 1", or a key with its value, such as {focus: Brute}'
    ),
    lists=("attacks", "sees", "sees_not"),
    owned={"hit_points": True, "experience": True, "money": True, "kills": True},
)
"""A turn or a round of a scenario."""

ATTACK = ClaimWords(
    amounts=("damage", "cards"),
    things=(),
    done={},
    verbs=_VERBS,
    examples='"damage 4", "cards 2", "hit points of Guard 3", or a key with its value, such as {damage: 4}',
    owned={"hit_points": True},
)
"""An attack without a map."""

_OF_CHARACTERS = ("level", "experience", "gold", "checkmarks", "perks", "blessings", "price")

CAMPAIGN = ClaimWords(
    amounts=(
        *_OF_CHARACTERS,
        *("scenario_level", "monster_level", "gold_per_token", "trap_damage", "hazard_damage"),
        *(
            "completion_experience",
            "reputation",
            "price_modifier",
            "prosperity",
            "prosperity_checks",
            "donated",
        ),
    ),
    things=(),
    done={},
    verbs=_VERBS,
    examples=(
        '"gold of Brute 30", "price 20 of buy Boots of Striding", "reputation 3", "can buy Iron Helmet", or '
        "a key with its value, such as {reputation: 3}"
    ),
    owned=dict.fromkeys(_OF_CHARACTERS, False),
)
"""Between scenarios."""
