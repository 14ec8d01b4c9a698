"""A position as people see it: the board, and what lies beside it, with the figures of the cards; and a
table set up for a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

import tsolve.model
from tsolve.model.verdicts import Answer

if TYPE_CHECKING:
    import tsolve.model.hexmaps


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of a board."""

    name: str
    cost: str = ""
    """What going there takes, in words."""
    holds: str = ""
    """Who or what is there; `?` where nobody knows."""
    figures: tuple[str, ...] = ()
    """The numbers of who is there, with their names."""
    lines: tuple[str, ...] = ()
    """What else is to be known, a line each: what it brings, demands and does."""
    here: bool = False
    """Whether the active player's piece stands there."""
    within_reach: bool = False
    """Whether it can get there with what there is to pay."""
    target: bool = False
    """Whether it is what the turn is aimed at."""


class BoardRow(msgspec.Struct, frozen=True):
    """Places beside each other."""

    label: str
    places: tuple[Place, ...]


class Lot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Equal cards that lie together."""

    name: str
    figures: tuple[str, ...] = ()
    """Its numbers with their names, and what the card always does."""
    count: int = 1
    carries: tuple[str, ...] = ()
    """The cards that were given to it."""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards in one place beside the board, one by one or as a text."""

    name: str
    cards: tuple[Lot, ...] = ()
    text: str = ""
    party: bool = False
    """Whether they lie in front of the active player, for this turn to use."""


class PositionAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, zone by zone."""

    game: str
    printing: str
    zones: tuple[Zone, ...]
    board: tuple[BoardRow, ...] = ()
    """The places of the board, from top to bottom."""
    title: str = ""
    """Whose turn it is, of which kind, and what the player has."""
    game_title: str = ""
    """What people call the game."""
    map: tsolve.model.hexmaps.HexMap | None = None
    """The board of a game that is played on hexes. Its module is loaded only where there is one."""


def zones_of(texts: Iterable[tuple[str, str]]) -> tuple[Zone, ...]:
    """Zones of which only the contents are told."""
    return tuple(Zone(name, text=text) for name, text in texts)


class ShowAnswer(Answer, frozen=True):
    """What a file puts on the table; nothing of it is judged."""

    file: str
    position: PositionAnswer
    steps: int = 0
    """How many steps of the file were taken before."""
    notes: tuple[str, ...] = ()
    """What is unusual about the table as a whole."""
    provenance: tuple[str, ...] = ()
    """How sure the facts of the cards are, and who made cards that are somebody's own."""


class SetupPart(msgspec.Struct, frozen=True):
    """What lies in one place."""

    heading: str
    names: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    """The rules that put it there."""


class SetupAnswer(Answer, frozen=True):
    """A table before the first turn."""

    title: str
    """The game."""
    printing: str
    players: int
    seed: int
    """The same seed with the same wishes sets the same table up."""
    tries: int
    """How many set-ups were drawn until one had what was wished for."""
    parts: tuple[SetupPart, ...]
    position: str
    """The table as a position file, seen by the first player."""
    notes: tuple[str, ...] = ()
    schema_version: int = 1

    @property
    def verdict(self) -> Literal["answered"]:
        """A table is always an answer."""
        return "answered"
