"""The position file of Quest as types: what may be written, with the texts of its JSON Schema."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Any, Literal

from msgspec import Meta

from tsolve.games.quest.writing.statements import (
    NOTHING,
    Cards,
    ClaimFile,
    Expectations,
    Number,
    TokensFile,
    Written,
)
from tsolve.turns.position import CardName
from tsolve.turns.position import PositionFile as AnyPositionFile

Unknown = Literal["unknown"]
Turn = Literal["village", "dungeon", "undecided"]


class DeckFile(Written, frozen=True):
    """A deck of which part is known."""

    top: Annotated[Cards, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        Unknown | Cards, Meta(description="The cards below them, in no known order; or unknown.")
    ] = "unknown"


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


Owned = Annotated[
    Cards | None,
    Meta(
        description="Every card that the player owns, wherever it lies: what is neither in the hand nor in "
        "the discard pile is the deck, in no known order. Left out when it is not known."
    ),
]


class OtherFile(Written, frozen=True):
    """Another player, clockwise from the active one."""

    owned: Owned = None
    hand: Unknown | Cards = "unknown"
    """The hand."""
    deck: Deck = "unknown"
    """The own deck from the top in this order; or a part of it; or unknown."""
    discard: Cards = ()
    """The discard pile."""
    xp: Number = 0
    """Experience Points of the player."""
    wounds: Number = 0
    """Wounds of the player."""
    tokens: TokensFile = TokensFile()
    """The tokens of the player."""
    champion: Annotated[str | None, Meta(description="The room or the Location of the Champion.")] = None
    keys: Number = 0
    """Guardian Keys that the player has found."""


class PlayersFile(Written, frozen=True):
    """The other players: how many, or what each of them has."""

    others: Annotated[int, Meta(ge=0, le=3)] | Annotated[tuple[OtherFile, ...], Meta(max_length=3)] = 1
    """How many other players there are, or what is known of each."""


class PositionFile(AnyPositionFile, frozen=True):
    """A position of Thunderstone Quest, seen by the player whose turn it is."""

    target: Annotated[
        str | None,
        Meta(description="The Monster or the room that the best play must battle, such as `Mine`."),
    ] = None
    turn: Annotated[Turn, Meta(description="The phase that the player has chosen.")] = "undecided"
    location: Annotated[
        str | None, Meta(description="The Location of a Village phase, such as `Bazaar`.")
    ] = None
    owned: Owned = None
    hand: Cards = ()
    """The hand."""
    deck: Deck = "unknown"
    """The own deck from the top in this order; or a part of it; or unknown."""
    discard: Cards = ()
    """The discard pile."""
    xp: Number = 0
    """Experience Points of the player."""
    wounds: Annotated[Number, Meta(description="Wound tokens on the board; Wound cards are cards.")] = 0
    tokens: TokensFile = TokensFile()
    """The tokens of the player."""
    champion: Annotated[
        str | None, Meta(description="The place of the Champion before the turn: a room or a Location.")
    ] = None
    keys: Annotated[Number, Meta(description="Guardian Keys that this player has found.")] = 0
    key_found: Annotated[
        bool,
        Meta(description="Whether a key was found earlier in this turn."),
    ] = False
    sponsor: Annotated[str | None, Meta(description="The Guild Sponsor beside the player's board.")] = None
    side_quest: Annotated[str | None, Meta(description="The Side Quest that this player has.")] = None
    completed: Annotated[bool, Meta(description="Whether this Side Quest was completed before the turn.")] = (
        False
    )
    dungeon: Annotated[
        dict[CardName, CardName],
        Meta(
            max_length=7,
            description="Each room with its Monster, the left one of a level first; `none` for nobody, `face "
            "down` for a card that nobody has seen.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    monsters: Annotated[
        Annotated[tuple[str, ...], Meta(max_length=3)] | None,
        Meta(
            description="The Monster groups of the game, such as `Goblin Grunts`: the decks of their levels "
            "then hold what lies nowhere else in the file, and Guardian Keys. Left out when not known."
        ),
    ] = None
    seen: Annotated[
        Cards,
        Meta(
            description="With `monsters`: Monsters that are in no room and no deck any more, such as those "
            "that were defeated."
        ),
    ] = ()
    monster_decks: MonsterDecksFile = MonsterDecksFile()
    """The Monster decks of the three levels."""
    guardian: Annotated[str | None, Meta(description="The Guardian that will come into The Wilderness.")] = (
        None
    )
    last_turns: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | None,
        Meta(description="Turns left in the game, this one included, once the Guardian has come."),
    ] = None
    treasures: Annotated[
        Cards | None,
        Meta(
            description="The Treasures of the game: the Treasure deck then holds those that lie nowhere else "
            "in the file. Left out when not known."
        ),
    ] = None
    treasure_deck: Deck = "unknown"
    """The Treasure deck."""
    village: Annotated[
        Cards | Annotated[dict[CardName, Number], Meta(max_length=200)] | None,
        Meta(
            description="What is for sale, Heroes and cards of the market, with as many copies as are "
            "given or else enough; the title of a Hero means all levels. Left out when it is not known."
        ),
    ] = None
    players: PlayersFile = PlayersFile()
    """The other players: how many, or what is known of each."""
    cards: Annotated[
        dict[str, dict[str, Any]],
        Meta(
            description="Cards of one's own by id or name, as in the ruleset's card files; the name of a "
            "known card changes the fields that are given."
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    claims: Annotated[tuple[ClaimFile, ...], Meta(max_length=100)] = ()
    """What is claimed, to be confirmed or refuted."""
    expect: Expectations = NOTHING
    """What must come out; it makes the file a test."""
