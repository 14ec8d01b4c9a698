"""Maps of Gloomhaven that are large, far apart or in pieces have an answer in every form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Tsolve

_POSITION = """
game: gloomhaven
turn: Guard 1
monsters: {{Guard 1: {{at: [0, 0], stats: {{hp: 5, move: 3, attack: 2}}}}}}
ability_cards: {{Guard: {{initiative: 30, do: [move +0, attack +0]}}}}
characters: {{Brute: {{at: {brute}, hp: 8, initiative: 15}}}}
map: {map_}
"""
NO_FOCUS = "Guard 1 has no focus: it neither moves nor attacks."


@pytest.mark.parametrize(
    ("map_", "brute", "told"),
    [
        # Along a corridor there is one way, and 3 points lead to (3,0);
        # the hex to attack from is before the Brute.
        ("{size: 10000 x 1}", "[9999, 0]", "goes to (3,0) on its way to (9998,0)"),
        ('{hexes: "(0,0) (-9999,-9999) (9999,9999)"}', "[9999, 9999]", NO_FOCUS),
        ('{hexes: "(0,0) (1,0) (500,3)"}', "[500, 3]", NO_FOCUS),
        # (-1,-1) is a neighbour of (0,0), and (-2,-1) one of (-1,-1): from there the Brute is beside it.
        ('{hexes: "(0,0) (-1,-1) (-2,-1) (-3,-2)"}', "[-3, -2]", "goes to (-2,-1)"),
    ],
)
def test_a_turn_on_such_a_map(
    tsolve: Tsolve, write: Callable[[str], str], tmp_path: Path, map_: str, brute: str, told: str
) -> None:
    file = write(_POSITION.format(map_=map_, brute=brute))
    picture, html = tmp_path / "map.svg", tmp_path / "map.html"

    ended = tsolve("check", file, "--svg", str(picture), "--html", str(html))
    shown = tsolve("show", file)

    assert ended.code == shown.code == 0
    assert told in " ".join(ended.out.split())
    assert picture.stat().st_size < 100_000
    assert html.stat().st_size < 200_000
    assert max(map(len, shown.out.splitlines())) <= 80
