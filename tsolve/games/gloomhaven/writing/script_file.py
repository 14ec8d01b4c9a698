"""What a scenario adds, as a position file writes it: rooms, events, ability decks."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from tsolve.games.gloomhaven.writing.figure_file import AbilityCardFile, MonsterFile, ObjectFile
from tsolve.games.gloomhaven.writing.map_file import Hexes, Written
from tsolve.turns.position import CardName

AbilityCards = Annotated[
    tuple[int | str | AbilityCardFile, ...],
    Meta(
        max_length=50,
        description="Ability cards: `525`, its printed number, or what one says, "
        "`{initiative: 20, do: [move +0]}`.",
    ),
]
AbilityDeck = Literal["standard", "unknown"] | AbilityCards


class AbilityDeckFile(Written, frozen=True):
    """An ability deck of which something is known."""

    top: Annotated[AbilityCards, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        AbilityDeck,
        Meta(
            description="The cards below them, shuffled; `standard` for those of the type's deck that are "
            "nowhere else."
        ),
    ] = "standard"
    discards: AbilityCards = ()
    """The discard pile without the card of this round."""


class ListedMonsterFile(MonsterFile, frozen=True, kw_only=True):
    """A monster in a list, of an event or of a room; its hex, or the nearest empty one, is where it comes."""

    monster: Annotated[
        CardName,
        Meta(description="Its type, with the number of its standee or without: it gets one when it comes."),
    ]


ListedMonsters = Annotated[tuple[ListedMonsterFile, ...], Meta(max_length=50)]


class RoomFile(Written, frozen=True):
    """Who and what stands in a room that nobody has revealed."""

    monsters: Annotated[
        Annotated[dict[CardName, MonsterFile], Meta(max_length=100)] | ListedMonsters,
        Meta(
            description="The monsters by type and number, as those on the map, or one after the other: "
            "`[{monster: Bandit Guard, at: B}]`. Without a number a monster gets one when it comes.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    objects: Annotated[
        dict[str, ObjectFile], Meta(max_length=50, description="What else can be attacked, by name.")
    ] = {}  # noqa: RUF012  # a struct copies it


class EventFile(Written, frozen=True):
    """Something that the special rules of the scenario let happen."""

    when: Annotated[
        str,
        Meta(
            description="`plate P`: a character stands on that pressure plate at the end of a turn, once; "
            "`end of round 3`; `end of every round`."
        ),
    ]
    monsters: Annotated[ListedMonsters, Meta(description="Monsters that are spawned. (GH-14.4)")] = ()
    opens: Annotated[
        Hexes, Meta(description="Doors that open, locked ones too, and reveal their rooms. (GH-1.5)")
    ] = ()
