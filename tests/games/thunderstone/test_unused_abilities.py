"""A claimed Attack Value that something would have brought which the line does not do: it is named."""

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
        # The Squire's 2; the Short Sword brings 4, the Dagger 1.
        ("Thyrian Squire, Torch, Short Sword, Dagger", "Nixie", 6, [("Short Sword", 4)]),
        ("Thyrian Squire, Torch, Short Sword, Dagger", "Nixie", 3, [("Dagger", 1)]),
        ("Thyrian Squire, Torch, Short Sword, Dagger", "Nixie", 5, []),
        # Food brings the Squire 2.
        ("Thyrian Squire, Torch, Goodberries", "Nixie", 4, [("Thyrian Squire", 2)]),
        # Battle Fury gives each of three Heroes 1: 2 + 1 + 1 and 3.
        ("Thyrian Squire, 2 x Militia, Torch, Battle Fury", "Nixie", 7, [("Battle Fury", 3)]),
        # The Short Sword 4 and the Squire's Food 2, but neither alone.
        (
            "Thyrian Squire, Torch, Short Sword, Goodberries",
            "Nixie",
            8,
            [("Short Sword and Thyrian Squire", 6)],
        ),
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
