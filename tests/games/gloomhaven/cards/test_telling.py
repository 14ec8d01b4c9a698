"""`tsolve card` tells a monster level by level, as its card prints it."""

from __future__ import annotations

import pytest

from tsolve import api


@pytest.mark.parametrize(
    ("name", "piece", "words"),
    [
        (  # the card: hp 10, move 4, attack 3; elite hp 11, move 3, attack 4, muddle, shield 2
            "Bandit Guard",
            "level 4",
            "normal 10 hp, move 4, attack 3; elite 11 hp, move 3, attack 4, shield 2, muddle",
        ),
        (
            "Bandit Archer",
            "level 1",
            "normal 5 hp, move 2, attack 2, range 4; elite 7 hp, move 2, attack 3, range 5",
        ),
        ("Inox Bodyguard", "level 3", "10C hp, move 3, attack 2+C"),
        ("Inox Bodyguard", "immune to", "disarm, poison, muddle, stun"),
        ("Guard 524", "abilities", "shield 1; retaliate 2"),
        ("Guard 524", "initiative", "15, reshuffled"),
        ("Guard 525", "initiative", "30"),
    ],
)
def test_a_piece_of_a_card(name: str, piece: str, words: str) -> None:
    answer = api.card(name, game="gloomhaven")

    assert {each.name: each.text for each in answer.effects}[piece] == words
