"""What a game asks somebody who makes a position of it."""

from __future__ import annotations

from typing import Literal

import msgspec

Shape = Literal["word", "number", "card", "cards", "deck", "places", "counts", "pairs", "texts", "claims"]
"""How a field is answered: by one of its words; a number; a card; cards, one or more a line; cards of a deck
that may be unknown; a card for each place; cards with their numbers; places with who is there; other names;
sentences.
"""


class Field(msgspec.Struct, frozen=True):
    """A key of a position file, as it is asked for."""

    key: str
    shape: Shape
    asks: str
    """In a few words."""
    told: str
    """What it is, in a sentence."""
    kinds: tuple[str, ...] = ()
    """The kinds of card that may be named; empty for any."""
    words: tuple[str, ...] = ()
    """The words of which one is chosen, or which may stand in place of a card."""
    places: int = 0
    """How many places there are."""
    holds: tuple[str, ...] = ()
    """The kinds of card that may be in a place that is a card itself."""
    turns: tuple[str, ...] = ()
    """The kinds of turn in which it matters; empty for all."""
    note: str = ""
    """What stands behind it in the file."""
    optional: bool = False
    """Whether it is asked for only where somebody wants it."""


def pile_fields(kinds: tuple[str, ...]) -> tuple[Field, Field]:
    """The discard pile, and all that a player owns, in a game in which everybody has a deck.

    `kinds` are those of the cards that may be in it.
    """
    owned = (
        "Every card that you own, wherever it lies: what is neither in the hand nor in the discard pile is "
        "the deck. Leave the deck out then."
    )
    return (
        Field("discard", "cards", "Discard pile", "The cards in your discard pile.", kinds, optional=True),
        Field("owned", "cards", "All your cards", owned, kinds, optional=True),
    )
