"""What is claimed of figures is told by their names, with hexes as the file writes them."""

from __future__ import annotations

import pytest

from tsolve import api

_POSITION = """
game: gloomhaven
turn: Monster 1
map: {size: 4 x 1}
monsters: {Monster 1: {at: [0, 0], stats: {hp: 5, move: 2, attack: 2}}}
ability_cards: {Monster: {initiative: 30, do: [move +0, "attack +0, poison"]}}
characters: {Brute: {at: [3, 0], hp: 8, initiative: 15}}
line: ["move to (2,0)", attack Brute, draw +1]
claims:
- """


# The corridor has one way, (1,0) (2,0); 2 + 1 of 8 hit points leave 5, and the attack poisons.
@pytest.mark.parametrize(
    ("claim", "verdict", "told"),
    [
        ("{places: {Monster 1: [2, 0]}}", "confirmed", "places: Monster 1 (2,0)"),
        ("{places: {Monster 1: [1, 0]}}", "refuted", "places: Monster 1 (1,0)"),
        ("{hit_points: {Brute: 5, Monster 1: 5}}", "confirmed", "hit points: Brute 5, Monster 1 5"),
        ("{conditions: {Brute: [poison]}}", "confirmed", "conditions: Brute poison"),
        ("{conditions: {Brute: []}}", "refuted", "conditions: Brute none"),
    ],
)
def test_claims_of_figures(claim: str, verdict: str, told: str) -> None:
    (judged,) = api.check(api.loads(f"{_POSITION}{claim}".encode(), "claims.yaml")).claims

    assert (judged.verdict, judged.text) == (verdict, told)
    assert "{" not in judged.reason
