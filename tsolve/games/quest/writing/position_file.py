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


class MonsterDecksFile(Written, frozen=True):
    """The Monster decks, with the Guardian Keys among them."""

    level_1: Deck = "unknown"
    level_2: Deck = "unknown"
    level_3: Deck = "unknown"


class OtherFile(Written, frozen=True):
    """Another player, clockwise from the active one."""

    hand: Unknown | Cards = "unknown"
    deck: Deck = "unknown"
    discard: Cards = ()
    xp: Number = 0
    wounds: Number = 0
    tokens: TokensFile = TokensFile()
    champion: Annotated[str | None, Meta(description="The room or the Location of the Champion.")] = None
    keys: Number = 0


class PlayersFile(Written, frozen=True):
    """The other players: how many, or what each of them has."""

    others: Annotated[int, Meta(ge=0, le=3)] | Annotated[tuple[OtherFile, ...], Meta(max_length=3)] = 1


class PositionFile(AnyPositionFile, frozen=True):
    """A position of Thunderstone Quest, seen by the player whose turn it is."""

    target: Annotated[
        str | None,
        Meta(description="The Monster or the room that the best line must battle, such as `Mine`."),
    ] = None
    turn: Annotated[Turn, Meta(description="The phase that the player has chosen.")] = "undecided"
    location: Annotated[
        str | None, Meta(description="The Location of a Village phase, such as `Bazaar`.")
    ] = None
    hand: Cards = ()
    deck: Deck = "unknown"
    discard: Cards = ()
    xp: Number = 0
    wounds: Annotated[Number, Meta(description="Wound tokens on the board; Wound cards are cards.")] = 0
    tokens: TokensFile = TokensFile()
    champion: Annotated[
        str | None, Meta(description="The room or the Location where the Champion stands before the turn.")
    ] = None
    keys: Annotated[Number, Meta(description="Guardian Keys that this player has found.")] = 0
    sponsor: Annotated[str | None, Meta(description="The Guild Sponsor beside the player's board.")] = None
    side_quest: Annotated[str | None, Meta(description="The Side Quest that this player has.")] = None
    completed: Annotated[bool, Meta(description="Whether this Side Quest was completed before the turn.")] = (
        False
    )
    dungeon: Annotated[
        dict[str, str],
        Meta(
            max_length=7,
            description="Each room with its Monster, the left one of a level first; `none` for nobody, `face "
            "down` for a card that nobody has seen.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    monster_decks: MonsterDecksFile = MonsterDecksFile()
    guardian: Annotated[str | None, Meta(description="The Guardian that will come into The Wilderness.")] = (
        None
    )
    last_turns: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | None,
        Meta(description="Turns left in the game, this one included, once the Guardian has come."),
    ] = None
    treasure_deck: Deck = "unknown"
    village: Annotated[
        Cards | Annotated[dict[str, Number], Meta(max_length=200)] | None,
        Meta(
            description="What is for sale, with as many copies as are given or else enough; the title of a "
            "Hero means all levels. Left out when it is not known."
        ),
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
