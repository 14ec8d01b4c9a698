"""A character's ability card in a position file, as it is printed."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated

from msgspec import Meta

from tsolve.games.gloomhaven.writing.map_file import Written

Texts = Annotated[
    str | Annotated[tuple[str, ...], Meta(max_length=20)],
    Meta(
        description="One ability, `attack 3`, or several from top to bottom, `[move 3, attack 2]`; in "
        'brackets one with a comma stands in quotes, `["attack 3, pierce 2"]`.'
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

    def __post_init__(self) -> None:
        if self.persistent and self.round:
            raise ValueError("a bonus is either `persistent` or for the `round`")


class CardFile(Written, frozen=True):
    """An ability card of a character. (GH-2.5)"""

    top: Annotated[Texts | HalfFile, Meta(description="The upper half: `attack 3`, or with its icons.")]
    bottom: Annotated[Texts | HalfFile, Meta(description="The lower half: `move 4`, or with its icons.")]
    initiative: Annotated[Annotated[int, Meta(ge=1, le=99)] | None, Meta(description="1 to 99.")] = None
    level: Annotated[int | str, Meta(description="1 to 9, or X.")] = 1
