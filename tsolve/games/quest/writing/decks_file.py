"""The decks of a position file as types, with the texts of its JSON Schema: those of players, of Monsters,
and in some variants those of the Village.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated

from msgspec import Meta

from tsolve.games.family.statements import Cards, DeckFile, Unknown
from tsolve.written.position_file import CardName
from tsolve.written.statements import Number, Written

Deck = Annotated[
    Unknown | Cards | DeckFile, Meta(description="From the top in this order; or a part of it; or unknown.")
]


class MonsterDeckFile(DeckFile, frozen=True):
    """A Monster deck of which part is known."""

    bottom: Annotated[Cards, Meta(description="The known cards at the bottom, in this order.")] = ()
    keys: Annotated[
        Annotated[int, Meta(ge=0, le=6)] | None,
        Meta(description="With `monsters`: how many Guardian Keys it still holds."),
    ] = None


MonsterDeck = Annotated[
    Unknown | Cards | MonsterDeckFile,
    Meta(description="From the top in this order; or a part of it; or unknown."),
]


class MonsterDecksFile(Written, frozen=True):
    """The Monster decks, with the Guardian Keys among them."""

    level_1: MonsterDeck = "unknown"
    level_2: MonsterDeck = "unknown"
    level_3: MonsterDeck = "unknown"


class MarketDecksFile(Written, frozen=True):
    """The Market decks of an epic game, one of each type."""

    item: Deck = "unknown"
    """The Items that are to come."""
    spell: Deck = "unknown"
    """The Spells that are to come."""
    weapon: Deck = "unknown"
    """The Weapons that are to come."""


ClassDeck = Annotated[
    Cards | DeckFile,
    Meta(description="From the top in this order; or the `top` that is seen and the `rest` below it."),
]


class ClassDecksFile(Written, frozen=True):
    """The Class decks; they lie face up."""

    cleric: ClassDeck = ()
    """The deck of the Clerics."""
    fighter: ClassDeck = ()
    """The deck of the Fighters."""
    rogue: ClassDeck = ()
    """The deck of the Rogues."""
    wizard: ClassDeck = ()
    """The deck of the Wizards."""


Stock = Cards | Annotated[dict[CardName, Number], Meta(max_length=200)]
"""Cards of the Village, perhaps with the number of copies."""
