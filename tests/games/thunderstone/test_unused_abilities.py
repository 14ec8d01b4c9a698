"""A claimed Attack Value that an ability would have brought which the line does not use: it is named."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened
from tsolve.turns.check import check


@pytest.mark.parametrize(
    ("hand", "monster", "claimed", "left_out"),
    [
        # The Khan's 7; his ability adds 2 for each Monster in the hand.
        ("Outlands Khan, Torch, Nixie, Griffon", "Ebon Fume", 11, [("Outlands Khan", 4)]),
        ("Outlands Khan, Torch, Nixie, Griffon", "Ebon Fume", 10, []),
        ("Outlands Khan, Torch", "Ebon Fume", 11, []),
        # The Slayer's 5, and 1 for each Monster.
        ("Outlands Slayer, Torch, Nixie, Griffon", "Ebon Fume", 7, [("Outlands Slayer", 2)]),
        # The Defender's 3, and 1 for the Torch, an Item with Light; no Light Penalty in Rank 1.
        ("Chalice Defender, Torch", "Nixie", 4, [("Chalice Defender", 1)]),
    ],
)
def test_an_ability_that_nobody_used_is_named(
    hand: str, monster: str, claimed: int, left_out: list[tuple[str, int]]
) -> None:
    answer = check(
        opened(
            f"turn: dungeon\nhand: [{hand}]\nhall: [{monster}, none, none]\nline: [attack {monster}]\n"
            f"claims: [{{total: {claimed}, against: {monster}}}]\n"
        ),
        "p.yaml",
    )
    (claim,) = answer.claims
    assert claim.verdict == "refuted"
    assert [(row.subject, row.change) for row in claim.left_out] == left_out
