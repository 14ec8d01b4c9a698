"""The turns of a log, as position files write them: who played, the steps, and what chance brought."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from tsolve.written.position_file import CardName
from tsolve.written.statements import Written

if TYPE_CHECKING:
    from tsolve.written.statements import Claim, Expectations

MOST_TURNS = 2_000
Steps = Annotated[tuple[Annotated[str, Meta(extra={"sentence": True})], ...], Meta(max_length=500)]
Came = Annotated[tuple[CardName, ...], Meta(max_length=100)]


class TurnFile(Written, frozen=True):
    """A turn of a log. What it leaves out stays unknown."""

    chances: ClassVar[tuple[str, ...]] = ("hand", "drew", "came")
    """The keys that tell what chance brought, those that come first first."""
    other_words = {  # noqa: RUF012  # nobody changes it
        **dict.fromkeys(("steps", "moves", "actions"), "line"),
        **dict.fromkeys(("who", "by", "seat"), "player"),
        **dict.fromkeys(("draws", "drawn", "new hand"), "drew"),
        **dict.fromkeys(("revealed", "refill", "refilled"), "came"),
    }

    player: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | str | None,
        Meta(description="Who plays it: a number or a name. Left out where it follows."),
    ] = None
    line: Annotated[
        Steps | None,
        Meta(
            description="The steps of the turn; what chance brought may stand among them, such as `draw "
            "CARD`. Left out when they are not known."
        ),
    ] = None
    hand: Annotated[
        Came | None, Meta(description="The hand that the player shows as the turn begins, if it is new.")
    ] = None
    drew: Annotated[
        Came, Meta(description="The cards drawn that the line does not name, with those of the new hand.")
    ] = ()
    came: Annotated[
        Came | Annotated[dict[str, CardName], Meta(max_length=20)],
        Meta(
            description="The cards that came to the table and that the line does not name, in their order or "
            "by their places."
        ),
    ] = ()
    note: Annotated[str, Meta(description="Anything worth remembering.")] = ""

    @property
    def claims(self) -> "Sequence[Claim]":
        """What is claimed of the turn."""
        return ()

    @property
    def expect(self) -> "Expectations | None":
        """What must come out in the turn; None for nothing."""
        return None
