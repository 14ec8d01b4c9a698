"""Which key is meant by one that nobody knows."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from tsolve.source.schema import key_meant


class Table(msgspec.Struct):
    hand: tuple[str, ...] = ()
    """What the player holds."""
    deck_of_night: Annotated[tuple[str, ...], Meta(description="Cards that come at night, by rooms.")] = ()
    places: Annotated[tuple[str, ...], Meta(description="The rooms of the house.")] = ()
    hall: str = ""


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("my hand", 'did you mean "hand"?'),
        ("Hands", 'did you mean "hand"?'),
        ("hand cards", 'did you mean "hand"?'),
        ("deck of night", 'did you mean "deck_of_night"?'),
        ("rooms", 'did you mean "places" or "deck_of_night"?'),  # the word comes earlier in the first
        ("player", 'did you mean "hand"?'),
        ("hal", 'did you mean "hall"?'),
        ("HALL", 'it is written "hall"'),
        ("xyzzy", ""),
        ("", ""),
        ("12", ""),
    ],
)
def test_the_key_that_is_meant(written: str, hint: str) -> None:
    assert key_meant(written, Table) == hint
