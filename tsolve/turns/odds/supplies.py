"""Where cards come from that people ask the chances of: the own deck, hand after hand, and other piles."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tsolve.cardkit.piles import Pile


def _anything(_: str) -> str:
    return ""


class Hands(msgspec.Struct, frozen=True):
    """The hands that a player will draw, one after the other; each is discarded before the next."""

    deck: Pile
    discard: tuple[str, ...]
    """What lies on the discard pile when the first of them is drawn: the hand of this turn, too."""
    size: int
    rulings: tuple[str, ...] = ()
    refuse: Callable[[str], str] = _anything
    """Why a card can never come to a hand, as what is said of it; empty if it can."""


class Arrivals(msgspec.Struct, frozen=True):
    """Cards that fill a place of the table: some pass by, the next that stays fills it."""

    id: str
    name: str
    """The pile, in words."""
    pile: Pile
    endings: tuple[str, ...]
    """The words behind a condition that mean it."""
    how: str
    """How its cards come, in words."""
    passing: frozenset[str] = frozenset()
    """Cards that do not stay, so that another one comes at once."""
    most_passing: int | None = None
    """How many of these leave the pile at one refill; the others are shuffled back into it."""
    rulings: tuple[str, ...] = ()
    refuse: Callable[[str], str] = _anything
    """Why a card never comes from it, as what is said of it; empty if it may."""
