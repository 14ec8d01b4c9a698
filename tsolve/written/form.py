"""The questions by which a position is made, in a dialogue or by picking: each game lists its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from tsolve.source.data import Data

if TYPE_CHECKING:
    from tsolve.model.hexmaps import Coordinates, Look
    from tsolve.rules.ruleset import Ruleset

Shape = Literal[
    "kind",
    "word",
    "number",
    "text",
    "card",
    "cards",
    "deck",
    "places",
    "counts",
    "pairs",
    "texts",
    "entries",
    "hexmap",
    "figures",
    "lines",
    "steps",
    "claims",
]
"""How a field is answered: by the kind of file, one of its words, which the file does not have for itself; by
one of its words; a number; a text; a card; cards, one or more a line; cards of
a deck that may be unknown; a card for each place; cards with their numbers; places with who is there; other
names; lines that the game reads, among them what lies on a map of hexes and who stands on one; lines each of
which says what an entry of a list in the file may say; the same of what has happened, which no table shows;
sentences.
"""

ONE_WORD = ("kind", "word", "number")
"""The shapes that are answered in the line of the question."""
READ_BY_THE_GAME = ("entries", "hexmap", "figures", "lines", "steps", "claims")
"""The shapes whose lines the game reads."""
ReadEntry = Callable[[str], tuple[str, Data]]
"""Reads a line as a key and its value. Raises ValueError, in words for the writer, where it says nothing."""


Offers = Callable[["Ruleset[Any]", Mapping[str, Data], str], Sequence[tuple[str, str]]]
"""What may stand at the end of a text that is typed, each with a word about it, by the answers so far."""
Now = Callable[["Ruleset[Any]", Mapping[str, Data]], str]
"""What else is told of a field, by the answers so far."""
Entrances = Callable[["Ruleset[Any]", Mapping[str, Data]], Sequence["Coordinates"]]
"""The hexes into which figures may come, by the answers so far."""


class Brush(msgspec.Struct, frozen=True):
    """What can be painted on hexes of a map."""

    key: str
    """The key of the map that lists these hexes."""
    called: str
    look: Look
    """How such a hex is drawn."""
    is_field: bool = False
    """Whether it is a field of its own that lists them, and not the map."""


class Brought(NamedTuple):
    """Figures that other answers bring: they are on the map although nobody has named them."""

    standing: Callable[[Ruleset[Any], Mapping[str, Data]], Mapping[str, Coordinates]]
    """Who stands where, by the answers so far."""
    stood: str
    """The key of a figure that says in which hex it was brought."""
    gone: str
    """The key of the field that lists the hexes of those who are no more."""


class Trait(msgspec.Struct, frozen=True):
    """Something that is told of a figure."""

    key: str
    called: str
    words: tuple[str, ...] = ()
    """Of which one is told; of a number none."""
    several: bool = False
    """Whether several of the words may be told."""


class Field(msgspec.Struct, frozen=True):
    """A key of a position file, as it is asked for."""

    key: str
    shape: Shape
    asks: str
    """In a few words."""
    told: str
    """What it is, in a sentence, for somebody who types line by line."""
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
    files: tuple[str, ...] = ()
    """The kinds of file that have it; empty for all."""
    names_of: str = ""
    """The key whose entries of the same name have names that a part may stand for."""
    needs: str = ""
    """The key without which it does not matter."""
    place: str = ""
    """The keys under which it stands in the file, if not its own: `market.prices`; with `*` in each entry
    that is named: `players.*.hand`.
    """
    picked: str = ""
    """What it is, for somebody who picks; empty if `told` does."""
    note: str = ""
    """What stands behind it in the file."""
    optional: bool = False
    """Whether it is asked for only on request."""
    needed: bool = False
    """Whether there is no position without it."""
    usual: int | None = 0
    """The number that is meant by an empty line, if any is."""
    reads: ReadEntry | None = None
    """What reads an entry."""
    rows: tuple[tuple[str, int], ...] = ()
    """The rows of places on the table, from the top: what each is called, and how many places it has."""
    brushes: tuple[Brush, ...] = ()
    """What can be painted on a map."""
    traits: tuple[Trait, ...] = ()
    """What is told of a figure, besides its hex."""
    numbered: bool = False
    """Whether there may be several figures of a name, which numbers tell apart."""
    is_brought: bool = False
    """Whether other answers bring it: it is shown, and nobody is asked for it."""
    brought: Brought | None = None
    """The figures among these that other answers bring."""
    enters: Entrances | None = None
    """Where a figure comes in whose hex is not said."""
    offers: Offers | None = None
    """What may be typed, before the names of cards."""
    now: Now | None = None


def own_fields(kinds: tuple[str, ...]) -> tuple[Field, Field]:
    """The hand and the deck; `kinds` are those of the cards that may be in them."""
    deck = (
        "The cards left in your deck, in any order; `empty` for none, an empty line if you do not know them."
    )
    hand = "The cards in your hand, one or more a line, empty line to end."
    return (
        Field("hand", "cards", "Hand", hand, kinds, picked="The cards in your hand."),
        Field(
            "deck",
            "deck",
            "Deck",
            deck,
            kinds,
            picked="The cards left in your deck, if you know them.",
            note="what is left, in no known order",
        ),
    )


def steps_field(example: str) -> Field:
    """What is played in a turn, for whoever wants to know how good it was; `example` as between backticks."""
    return Field(
        "line",
        "steps",
        "Steps of the turn",
        f"One a line in their order, such as {example}, if they are to be graded or have been played.",
        picked=f"In their order, such as {example}, if they are to be graded or have been played.",
        optional=True,
    )


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
