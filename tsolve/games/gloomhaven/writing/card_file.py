"""A character's ability card in a position file, as it is printed."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, Literal

from msgspec import Meta

from tsolve.games.gloomhaven.items import When
from tsolve.games.gloomhaven.writing.map_file import Written

Texts = Annotated[
    str | Annotated[tuple[str, ...], Meta(max_length=20)],
    Meta(
        description="One ability, `attack 3`, or several from top to bottom, `[move 3, attack 2]`; in "
        'brackets one with a comma stands in quotes, `["attack 3, pierce 2"]`.'
    ),
]
Slots = Annotated[
    Annotated[int, Meta(ge=1, le=20)]
    | Annotated[tuple[Annotated[int, Meta(ge=0, le=99)], ...], Meta(min_length=1, max_length=20)],
    Meta(
        description="Slots that are used up one by one: how many, or the experience of each, `[0, 1, 1]`. "
        "(GH-10.1)"
    ),
]
Names = Annotated[tuple[str, ...], Meta(max_length=50)]


class HalfFile(Written, frozen=True):
    """One half of a card with the icons printed on it."""

    do: Texts
    """Its abilities from top to bottom."""
    lost: bool = False
    """Whether it shows the loss icon. (GH-2.8)"""
    persistent: Annotated[
        bool, Meta(description="Whether it is a persistent bonus: then the card stays active. (GH-10.1)")
    ] = False
    round: Annotated[
        bool, Meta(description="Whether it is a bonus until the end of the round. (GH-10.4)")
    ] = False
    xp: Annotated[int, Meta(ge=0, le=99, description="Experience for performing it.")] = 0
    slots: Slots | None = None

    def __post_init__(self) -> None:
        if self.persistent and self.round:
            raise ValueError("a bonus is either `persistent` or for the `round`")
        if self.slots is not None and not (self.persistent or self.round):
            raise ValueError("only a bonus that lasts has `slots`: write `persistent: true`")


class CardFile(Written, frozen=True):
    """An ability card of a character. (GH-2.5)"""

    top: Annotated[Texts | HalfFile, Meta(description="The upper half: `attack 3`, or with its icons.")]
    bottom: Annotated[Texts | HalfFile, Meta(description="The lower half: `move 4`, or with its icons.")]
    initiative: Annotated[Annotated[int, Meta(ge=1, le=99)] | None, Meta(description="1 to 99.")] = None
    level: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | Literal["X"], Meta(description="1 to 9, or X, which counts as 1.")
    ] = 1

    @property
    def rank(self) -> int:
        """Its level as it counts for building a hand. (GH-2.13)"""
        return 1 if isinstance(self.level, str) else self.level


class ItemFile(Written, frozen=True):
    """An item of a character. (GH-11.8, GH-11.11)"""

    do: Texts
    """What it does: `heal 3, self`; for an attack or a move the change, `attack +1` or `move +2, jump`."""
    when: Annotated[
        When,
        Meta(
            description="When it may be used: in its own `turn`, to change a `move` or an `attack` ability "
            "or a `single attack` of one, when `attacked`, or when it would take `damage`."
        ),
    ] = "turn"
    uses: Annotated[int, Meta(ge=1, le=20, description="How often, slot by slot.")] = 1
    consumed: Annotated[
        bool, Meta(description="Whether it is consumed by the last use, not spent. (GH-2.10)")
    ] = False
    used: Annotated[int, Meta(ge=0, le=20, description="How often it was used already.")] = 0

    def __post_init__(self) -> None:
        if self.used > self.uses:
            raise ValueError("an item is not `used` more often than it has `uses`")


def slots_of(written: int | tuple[int, ...] | None) -> tuple[int, ...]:
    """The experience of each slot."""
    return (0,) * written if isinstance(written, int) else written or ()
