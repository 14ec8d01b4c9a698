"""The Monsters that `odds --against` puts in place of the Hall."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tsolve.errors import UsageError
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import UNSEEN, Slot
from tsolve.games.thunderstone.turn.hall import RANKS

EMPTY, UNKNOWN = "none", "unknown"


def with_hall(opened: Opened, names: Sequence[str]) -> Opened:
    """The position with another Hall, named Rank by Rank.

    Raises InputError for a name that is no card, UsageError for a Hall that cannot be.
    """
    if len(names) != len(RANKS):
        raise UsageError(f"the Hall has {len(RANKS)} Ranks, not {len(names)}")
    first, *others = [_standing(opened, name, rank) for rank, name in enumerate(names, start=1)]
    return opened.at(replace(opened.state, hall=(replace(first, breached=True), *others)))


def _standing(opened: Opened, name: str, rank: int) -> Slot:
    """The card of that name in a Rank."""
    if name.casefold() in (EMPTY, UNKNOWN):
        return Slot(UNSEEN if name.casefold() == UNKNOWN else "")
    card = opened.book.cards[opened.card(name)]
    if card.kind not in ("monster", "guardian", "thunderstone"):
        raise UsageError(f"{card.name} cannot stand in the Hall")
    if rank == 1 and card.kind == "guardian":
        raise UsageError(f"{card.name} does not stay in Rank 1: it leaves the Hall for space 0")
    if rank == 1 and card.kind == "thunderstone":
        raise UsageError("a Thunderstone in Rank 1 ends the game")
    return Slot(card.id)
