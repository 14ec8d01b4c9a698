"""Dooms that a position has under `effects` of an enemy, and the card by which they have an owner."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

FILE = """
game: gloomhaven
turn: Doomstalker
map: {{size: [6, 4]}}
characters:
  Doomstalker: {{at: [1, 1], hp: 8, plays: [Race to the Grave, Full Moon], level: 1{active}}}
monsters:
  Guard 1:
    at: [3, 1]
    stats: {{hp: 6, move: 2, attack: 2}}
    effects: [{{ability: "doom (own attacks on it (attack +2))", lasts: persistent{source}}}]
"""


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (", source: Rain of Arrows", "Rain of Arrows is in nobody's active area"),
        ("", "no `source` is written"),
    ],
)
def test_a_doom_that_nobody_owns_is_refused(source: str, why: str) -> None:
    with pytest.raises(InputError) as error:
        api.loads(FILE.format(active="", source=source))

    (told,) = error.value.diagnostics
    assert told.message == f"the doom on Guard 1 has no owner: {why}"
    assert told.span.line == 11


@pytest.mark.parametrize("name", ["Rain of Arrows", "rain of arrows"])
def test_its_card_is_found_however_it_is_written(name: str) -> None:
    position = api.loads(FILE.format(active=", active: [Rain of Arrows]", source=f", source: {name}"))

    (effect,) = position.state.figure("Guard 1").effects
    assert (effect.owner, effect.source) == ("Doomstalker", "Rain of Arrows")
