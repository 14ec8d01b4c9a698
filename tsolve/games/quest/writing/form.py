"""What somebody is asked who makes a position of Quest in a dialogue."""

from __future__ import annotations

from tsolve.games.quest.actions import TOKENS
from tsolve.games.quest.writing.dungeon import FACE_DOWN, NOBODY
from tsolve.games.quest.writing.kinds import FOR_SALE, LOCATIONS, MONSTERS, ROOMS
from tsolve.turns.dialogue.form import Field, pile_fields

_OWNED = (*FOR_SALE, "cache", "wound", "unknown")

FORM = (
    Field("turn", "word", "Phase", "", words=("dungeon", "village", "undecided")),
    Field(
        "location",
        "card",
        "Location",
        "Where you go in the Village, such as `Bazaar`; an empty line if that is open.",
        LOCATIONS,
        turns=("village",),
    ),
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
        "champion",
        "card",
        "Champion",
        "The room or the Location where your Champion stands; an empty line if that is open.",
        (*ROOMS, *LOCATIONS),
    ),
    Field(
        "dungeon",
        "pairs",
        "Dungeon",
        "Each room with its Monster, such as `Mine: Goblin Berserker`; `none` for nobody, `face down` for a "
        "card that nobody has seen.",
        ROOMS,
        words=(NOBODY, FACE_DOWN),
        holds=MONSTERS,
        turns=("dungeon",),
    ),
    Field(
        "village",
        "counts",
        "Village",
        "What is for sale, each with its copies, such as `3 x Maul`; an empty line if you do not know it.",
        FOR_SALE,
        turns=("village",),
        note="copies left",
    ),
    Field(
        "claims", "claims", "What is claimed?", "Such as `5 vs Goblin Berserker`, `can buy Maul`, `6 gold`."
    ),
    *pile_fields(_OWNED),
    Field(
        "monsters",
        "texts",
        "Monster groups",
        "The groups in play, such as `Goblin Grunts`, if you know them all: the decks follow from them.",
        optional=True,
    ),
    Field("xp", "number", "XP", "Your XP.", optional=True),
    Field("wounds", "number", "Wounds", "The Wound tokens on your board.", optional=True),
    Field(
        "tokens",
        "counts",
        "Gear tokens",
        "Your tokens, such as `2 lantern, 1 potion`.",
        words=TOKENS,
        optional=True,
    ),
)
