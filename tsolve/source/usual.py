"""What a project means where neither a position nor an option says otherwise: game, printing, readings.

It stands in the environment, as the search path of rulesets does, so that it reaches workers of this process.
"""

from __future__ import annotations

import os
from functools import cache

import msgspec

from tsolve.diagnostics import Span

VARIABLE = "TSOLVE_PROJECT"


class Usual(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is meant where nobody says otherwise, and where that is written."""

    game: str | None = None
    printing: str | None = None
    """Of the positions of that game."""
    readings: dict[str, str] = {}
    """Of the positions of that game, by open point."""
    places: dict[str, Span] = {}
    """By key of the table."""


NOTHING = Usual()


def written() -> str:
    """What is usual, as a text; empty for nothing."""
    return os.environ.get(VARIABLE, "")


def usual() -> Usual:
    """What is usual in this process."""
    return _read(written())


def mean(found: Usual | str) -> None:
    """From now on this is usual, in this process and in those that it starts."""
    text = found if isinstance(found, str) else msgspec.json.encode(found).decode()
    if text and text != "{}":
        os.environ[VARIABLE] = text
    else:
        os.environ.pop(VARIABLE, None)


@cache
def _read(text: str) -> Usual:
    if not text:
        return NOTHING
    try:
        return msgspec.json.decode(text, type=Usual)
    except msgspec.MsgspecError:  # somebody else's variable
        return NOTHING
