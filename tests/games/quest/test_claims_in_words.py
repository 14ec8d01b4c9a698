"""Claims as sentences in Quest."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import UsageError
from tsolve.games.quest.writing.statements import ClaimFile


@pytest.mark.parametrize(
    ("text", "claim", "deed"),
    [
        ("8 against Goblin King in Mine", ClaimFile(total=8, against="Goblin King in Mine"), ""),
        ("Goblin King can be battled", ClaimFile(can="battle Goblin King"), "battle Goblin King"),
        ("Mine can be reached", ClaimFile(can="reach Mine"), "reach Mine"),
        ("cannot reach the Mine", ClaimFile(cannot_reach="Mine"), "reach Mine"),
        ("Goblin King is not defeated", ClaimFile(not_defeats="Goblin King"), "defeat Goblin King"),
        ("can I buy Shortsword?", ClaimFile(can="buy Shortsword"), "buy Shortsword"),
        ("3 hp", ClaimFile(hp=3), ""),
        ("hp 3", ClaimFile(hp=3), ""),
    ],
)
def test_a_claim_may_be_a_sentence(text: str, claim: ClaimFile, deed: str) -> None:
    assert ClaimFile.from_text(text) == claim
    assert claim.deed == deed


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("6 against Goblin Warrior", 'ask "defeat Goblin Warrior"'),
        ("8 gold", '"buy CARD"'),
        ("3 hp", '"reach ROOM"'),
    ],
)
def test_a_claim_that_no_why_not_asks_is_told_what_to_ask(text: str, asked: str) -> None:
    dungeon = {"Mine": "Goblin Warrior"}
    opened = api.position(game="quest", turn="dungeon", hand=["Adventurer"], dungeon=dungeon)

    with pytest.raises(UsageError, match="which `check` judges") as caught:
        api.why_not(opened, text)

    assert asked in str(caught.value)
