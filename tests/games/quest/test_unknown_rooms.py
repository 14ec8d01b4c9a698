"""Quest: a room behind rooms that the file does not tell."""

from __future__ import annotations

import pytest

from tests.games.quest.files import checked

HAND = "turn: dungeon\nhand: [4 x Adventurer, Lantern]\ndeck: []\n"


@pytest.mark.parametrize(("claim", "verdict"), [("reaches", "undecided"), ("cannot_reach", "undecided")])
def test_a_way_through_untold_rooms_is_not_refuted(claim: str, verdict: str) -> None:
    """The Vault is on level 3; of level 2, through which every way leads, nothing is told."""
    answer = checked(
        f"{HAND}dungeon: {{Mine: Goblin Berserker, Vault: Dire Wolf Rider}}\nclaims: [{{{claim}: Vault}}]"
    )

    assert answer.claims[0].verdict == verdict
    assert "write `dungeon: " in answer.claims[0].reason
    assert answer.to_write == ()
