"""What somebody is asked who makes a position of Thunderstone in a dialogue."""

from __future__ import annotations

from tsolve.games.thunderstone.turn.hall import RANKS
from tsolve.turns.dialogue.form import Field, pile_fields

_OWNED = ("hero", "village", "basic", "monster", "disease", "guardian", "thunderstone")
_ENEMIES = ("monster", "guardian", "thunderstone")

FORM = (
    Field("turn", "word", "Turn", "", words=("dungeon", "village", "rest", "undecided")),
    Field("hand", "cards", "Hand", "The cards in your hand, one or more a line, empty line to end.", _OWNED),
    Field(
        "deck",
        "deck",
        "Deck",
        "The cards left in your deck, in any order; `empty` for none, an empty line if you do not know them.",
        _OWNED,
        note="what is left, in no known order",
    ),
    Field(
        "hall",
        "places",
        "Hall, Rank 1 to 3",
        "Who stands there, from Rank 1 on; `none` for nobody, an empty line where you do not know more.",
        _ENEMIES,
        words=("none", "unknown"),
        places=len(RANKS),
        note="Ranks 1, 2 and 3",
    ),
    Field(
        "village",
        "counts",
        "Village",
        "What is for sale, each with its copies, such as `8 x Torch`; an empty line if you do not know it.",
        ("hero", "village", "basic"),
        turns=("village",),
        note="copies left",
    ),
    Field("claims", "claims", "What is claimed?", "Such as `16 vs Uyril`, `can buy Polearm`, `6 gold`."),
    *pile_fields(_OWNED),
    Field(
        "monsters",
        "texts",
        "Monster groups",
        "The groups in play, such as `Enchanted`, if you know them all: the Dungeon Deck follows from them.",
        optional=True,
    ),
    Field("xp", "number", "XP", "Your Experience Points.", optional=True),
    Field(
        "guardians",
        "cards",
        "Guardians",
        "The Guardians in space 0, in the order in which they left the Hall.",
        ("guardian",),
        optional=True,
    ),
)
