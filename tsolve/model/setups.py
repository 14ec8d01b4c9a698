"""A table set up for a game, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.verdicts import Answer


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
