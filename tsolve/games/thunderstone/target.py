"""The Monster to attack, named by its card, its Rank or both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from tsolve.games.thunderstone.turn.hall import is_won_by_defeat, place_name

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.state import State

SPACE_0 = -1
"""Stands in place of a Rank for all Guardians outside the Hall. (DS-8)"""

_RANK = r"(?:the )?(?:monster (?:of|in) )?rank (?P<rank>[0-9]{1,3})"
_IN_RANK = r"(?P<name>.+?) (?:in|of) (?:rank (?P<rank>[0-9]{1,3})|space 0)"


class Target(msgspec.Struct, frozen=True):
    """Which Monsters may be attacked: by default any."""

    monster: str = ""
    """A card id; empty: whoever stands there."""
    rank: int = 0
    """The Rank in which it is attacked; 0 for any place, `SPACE_0` for outside the Hall."""
    stone: str = ""
    """The Thunderstone that the defeat must bring to Rank 1; empty where that does not matter."""

    def fits(self, state: State, place: int) -> bool:
        """Whether an attack on what stands there is meant."""
        if not self.is_in(place) or self.monster not in ("", state.at(place).card):
            return False
        return not self.stone or is_won_by_defeat(state, self.stone)

    def is_in(self, place: int) -> bool:
        """Whether the place is one that is meant."""
        return self.rank in (0, place) or (self.rank == SPACE_0 and place < 0)

    def places(self, state: State) -> list[int]:
        """The places of a position where it can be attacked."""
        return [place for place in state.places if self.fits(state, place)]

    def was_attacked(self, state: State) -> bool:
        """Whether the battle of this turn was against it."""
        attacked = state.tally.attacked
        return bool(attacked) and self.monster in ("", attacked) and self.is_in(state.target)

    def say(self, book: Book) -> str:
        """What is meant, in words."""
        name = book.name(self.monster) if self.monster else "the Monster"
        return f"{name} in {place_name(self.rank)}" if self.rank else name


ANYBODY = Target()


def split_rank(text: str) -> tuple[str, int]:
    """`Nixie in Rank 3` as the name and the Rank; no name for `Rank 3`, Rank 0 where the text has none."""
    plain = text.strip()
    if not any(map(str.isdigit, plain)):
        return plain, 0
    if match := re.fullmatch(_RANK, plain, re.IGNORECASE):
        return "", int(match["rank"])
    if match := re.fullmatch(_IN_RANK, plain, re.IGNORECASE):
        return match["name"], int(match["rank"]) if match["rank"] else SPACE_0
    return plain, 0


def target_at(state: State, place: int) -> Target:
    """What stands in a place; with the place only where others of its name stand elsewhere."""
    card = state.at(place).card
    return Target(card, place if len(Target(card).places(state)) > 1 else 0)


def called(book: Book, state: State, place: int) -> str:
    """The name of what stands in a place; with the place where others of its name stand elsewhere."""
    here = target_at(state, place)
    return here.say(book) if here.monster else book.name("")
