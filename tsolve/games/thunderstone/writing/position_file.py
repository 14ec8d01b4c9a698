"""The position file of Thunderstone as types: what may be written, with the texts of its JSON Schema."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Any, Literal

from msgspec import Meta

from tsolve.games.thunderstone.writing.statements import (
    NOTHING,
    Cards,
    ClaimFile,
    Expectations,
    Number,
    Written,
)
from tsolve.turns.position import PositionFile as AnyPositionFile

Unknown = Literal["unknown"]


class DeckFile(Written, frozen=True):
    """A Party Deck of which part is known."""

    top: Annotated[Cards, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        Unknown | Cards, Meta(description="The cards below them, in no known order; or unknown.")
    ] = "unknown"


class DungeonDeckFile(Written, frozen=True):
    """A Dungeon Deck of which part is known."""

    top: Annotated[Cards, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        Unknown | Cards, Meta(description="The cards below them, in no known order; or unknown.")
    ] = "unknown"
    packet: Annotated[
        Cards, Meta(description="Cards shuffled among themselves under the rest (the Thunderstone's packet).")
    ] = ()
    bottom: Annotated[Cards, Meta(description="The known cards at the bottom, in this order.")] = ()


class TreasureFile(Written, frozen=True):
    """A Treasure in front of a player with the card that lies under it."""

    card: Annotated[str, Meta(description="The Treasure.")]
    holds: Annotated[str, Meta(description="The card that lies under it.")]


Treasures = Annotated[
    tuple[str | TreasureFile, ...],
    Meta(
        max_length=20,
        description="The Treasures in front of the player, found in earlier turns.",
    ),
]


class OtherFile(Written, frozen=True):
    """Another player, clockwise from the active one."""

    hand: Unknown | Cards = "unknown"
    deck: Unknown | Cards | DeckFile = "unknown"
    discard: Cards = ()
    xp: Number = 0
    treasures: Treasures = ()


class PlayersFile(Written, frozen=True):
    """The other players: how many, or what each of them holds."""

    others: Annotated[int, Meta(ge=0, le=4)] | Annotated[tuple[OtherFile, ...], Meta(max_length=4)] = 1


class PositionFile(AnyPositionFile, frozen=True):
    """A position of Thunderstone, seen by the player whose turn it is."""

    target: Annotated[
        str | None,
        Meta(description="The Monster that the best line must attack, such as `Nixie` or `Nixie in Rank 3`."),
    ] = None
    sets: Annotated[
        tuple[str, ...],
        Meta(
            max_length=20,
            description="The boxes played with, such as base, dragonspire; those of the cards by default.",
        ),
    ] = ()
    setting: Annotated[
        str | None, Meta(description="The Setting in which the whole game is played, such as Barrowsdale.")
    ] = None
    turn: Literal["village", "dungeon", "rest", "undecided"] = "undecided"
    hand: Cards = ()
    deck: Unknown | Cards | DeckFile = "unknown"
    discard: Cards = ()
    xp: Number = 0
    treasures: Treasures = ()
    hall: Annotated[
        tuple[str, ...],
        Meta(
            max_length=20,
            description="Ranks 1, 2 and 3; `none` for an empty Rank, `unknown` for a card not seen.",
        ),
    ] = ("unknown", "unknown", "unknown")
    guardians: Annotated[
        Cards, Meta(description="The Guardians in space 0, in the order in which they left the Hall.")
    ] = ()
    dungeon_deck: Unknown | Cards | DungeonDeckFile = "unknown"
    village: Annotated[
        Annotated[dict[str, Number], Meta(max_length=200)] | None,
        Meta(description="Copies of each card; left out when it is not known."),
    ] = None
    players: PlayersFile = PlayersFile()
    cards: Annotated[
        dict[str, dict[str, Any]],
        Meta(
            description="Cards of one's own by id or name, as in the ruleset's card files; the name of a "
            "known card changes the fields that are given."
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=100)] = ()
    expect: Expectations = NOTHING
