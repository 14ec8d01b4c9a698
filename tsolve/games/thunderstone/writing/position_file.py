"""The position file of Thunderstone as types: what may be written, with the texts of its JSON Schema."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from tsolve.games.family import statements as family
from tsolve.games.family.statements import Cards, DeckFile, OwnCards, Owned, Unknown
from tsolve.games.thunderstone.writing.statements import ClaimFile, Expectations
from tsolve.written.position_file import CardName
from tsolve.written.statements import Number, Written
from tsolve.written.turns import MOST_TURNS, TurnFile


class DungeonDeckFile(DeckFile, frozen=True):
    """A Dungeon Deck of which part is known."""

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

    other_words = {  # noqa: RUF012  # nobody changes it
        **{
            word: key
            for word, key in family.FamilyFile.other_words.items()
            if key in ("deck", "discard", "xp", "hand")
        },
        **dict.fromkeys(("cards", "all cards", "owns", "collection"), "owned"),
    }

    name: Annotated[str, Meta(description="What the player is called.")] = ""
    owned: Owned = None
    hand: Unknown | Cards = "unknown"
    """The hand."""
    deck: Unknown | Cards | DeckFile = "unknown"
    """The own deck from the top in this order; or a part of it; or unknown."""
    discard: Cards = ()
    """The discard pile."""
    xp: Number = 0
    """Experience Points of the player."""
    treasures: Treasures = ()
    """The Treasures in front of the player."""


class PlayersFile(Written, frozen=True):
    """The other players: how many, or what each of them holds."""

    others: Annotated[int, Meta(ge=0, le=4)] | Annotated[tuple[OtherFile, ...], Meta(max_length=4)] = 1
    """How many other players there are, or what is known of each."""


class ThunderstoneTurn(TurnFile, frozen=True):
    """A turn of a log. What it leaves out stays unknown."""

    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=100)] = ()
    """What is claimed of the turn, to be confirmed or refuted."""
    expect: Expectations | None = None
    """What must come out in the turn."""


class ThunderstoneFile(family.FamilyFile, frozen=True):
    """A position of Thunderstone, seen by the player whose turn it is."""

    other_words = {  # noqa: RUF012  # nobody changes it
        **family.FamilyFile.other_words,
        **dict.fromkeys(("expansion", "expansions", "set", "box", "boxes", "with sets"), "sets"),
        **dict.fromkeys(("all cards", "my cards", "owns", "collection"), "owned"),
        **dict.fromkeys(("dungeon", "dungeon hall", "ranks", "the hall"), "hall"),
        **dict.fromkeys(("market", "shop", "for sale", "village cards"), "village"),
        **dict.fromkeys(("monster deck", "dungeon pile"), "dungeon_deck"),
        **dict.fromkeys(("monster groups", "groups"), "monsters"),
        **dict.fromkeys(("guardian", "space 0"), "guardians"),
        **dict.fromkeys(("treasure", "my treasures"), "treasures"),
        **dict.fromkeys(("dungeon features",), "features"),
        **dict.fromkeys(("thunderstones", "stone"), "stones"),
    }

    target: Annotated[
        str | None,
        Meta(description="The Monster that the best play must attack, such as `Nixie` or `Nixie in Rank 3`."),
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
    """The kind of turn that is played."""
    owned: Owned = None
    hand: Cards = ()
    """The hand."""
    deck: Unknown | Cards | DeckFile = "unknown"
    """The own deck from the top in this order; or a part of it; or unknown."""
    discard: Cards = ()
    """The discard pile."""
    xp: Number = 0
    """Experience Points of the player."""
    treasures: Treasures = ()
    """The Treasures in front of the player."""
    monsters: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=20)] | None,
        Meta(
            description="The Monster groups of the game, such as `Enchanted`. The Dungeon Deck then holds "
            "what lies nowhere else in the file, stacked as the set-up does. Left out when not known.",
        ),
    ] = None
    features: Annotated[
        tuple[str, ...],
        Meta(
            max_length=20,
            description="With `monsters`: the Guardians, Traps and Treasures of the game, card by card or as "
            "`Draconic Traps` and `Figurine Treasures`.",
        ),
    ] = ()
    stones: Annotated[
        tuple[str, ...],
        Meta(
            max_length=5,
            description="With `monsters`: the Thunderstones of the game. Need not be named where the boxes "
            "hold one, or where it lies on the table.",
        ),
    ] = ()
    seen: Annotated[
        Cards,
        Meta(
            description="With `monsters`: cards that have left the Dungeon Deck and lie nowhere else in the "
            "file, such as trophies of others and what was destroyed."
        ),
    ] = ()
    hall: Annotated[
        tuple[Annotated[CardName, Meta(extra={"completes": "CardName", "place": True})], ...],
        Meta(
            max_length=20,
            description="The Hall, Ranks 1 to 3: `none` for an empty one, `unknown` for a card not seen.",
        ),
    ] = ("unknown", "unknown", "unknown")
    guardians: Annotated[
        Cards, Meta(description="The Guardians in space 0, in the order in which they left the Hall.")
    ] = ()
    dungeon_deck: Unknown | Cards | DungeonDeckFile = "unknown"
    """The Dungeon Deck from the top in this order; or a part of it; or unknown."""
    village: Annotated[
        Annotated[dict[CardName, Number | Unknown], Meta(max_length=200)] | None,
        Meta(
            description="Copies of each card for sale, or `unknown` for a stack as full as the box makes it; "
            "left out when it is not known."
        ),
    ] = None
    players: PlayersFile = PlayersFile()
    """The other players: how many, or what is known of each."""
    turns: Annotated[tuple[ThunderstoneTurn, ...], Meta(max_length=MOST_TURNS)] = ()
    """The turns that were played from this table on, one after the other: a log. All that the file asks
    beside it is about the table after them.
    """
    cards: OwnCards = {}  # noqa: RUF012  # a struct copies it
    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=100)] = ()
    """What is claimed, to be confirmed or refuted."""
    expect: Expectations = Expectations()
    """What must come out; it makes the file a test."""
