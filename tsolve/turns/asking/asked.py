"""What a question of one line says, part by part."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tsolve.diagnostics import Span
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.turns.asking.tokens import Named, Number


class Item(msgspec.Struct, frozen=True):
    """A card that is named, so many times, perhaps at a place."""

    card: str
    span: Span
    count: int = 1
    place: Number | Named | None = None
    """The number of a place, or the card that is one."""

    def written(self, name: str) -> Scalar:
        """As an entry of a list in a file, of a card of this name."""
        return Scalar(f"{self.count} x {name}" if self.count != 1 else name, self.span)


class Amount(msgspec.Struct, frozen=True):
    """A number with what it is a number of."""

    what: str
    value: int
    span: Span


class Asked(msgspec.Struct, frozen=True):
    """A question as it was read; the game says what position and which claim it means."""

    text: str
    span: Span
    zones: Mapping[str, tuple[Item, ...]] = {}
    """The cards by the zone in which they lie."""
    deeds: Mapping[str, tuple[Item, ...]] = {}
    """What is to be done, by the deed."""
    given: Mapping[str, Amount] = {}
    """Numbers that the position has."""
    amounts: tuple[Amount, ...] = ()
    """Numbers that are claimed."""
    total: Number | None = None
    """The number that is claimed of the first of the deeds."""
    places: tuple[Number | Named, ...] = ()
    """Places of which nothing was said that is there."""
    begins: Named | None = None
    """Where it begins: the place behind `from`."""
    others: tuple[Scalar, ...] = ()
    """What else is to be done, in words."""
    turn: str = ""
    denied: bool = False
    """Whether it is asked whether something is not so."""
    best: bool = False
    """Whether the best play is asked for."""


class Understood(msgspec.Struct, frozen=True):
    """A position that a question means."""

    keys: Mapping[str, Placed]
    """The keys of a position file with what stands there, but for the game and the claims."""
    claims: tuple[Placed, ...]
    told: tuple[str, ...]
    """What was understood, in words."""
    place: str = ""
    """Where the question left a place open: the one that is taken here."""
