"""One sentence for the discards of all players, where it can say enough. (TS-16.1, A-38)"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.turns.copied import played, steps_told

BREACH = """
game: thunderstone
turn: dungeon
hand: [Thyrian Knight, Dagger, Torch]
deck: []
hall: [Harbinger, Tyxr the Old, Nixie]
dungeon_deck: [Kingdom]
players: {others: [{hand: [2 x Militia, Torch], deck: unknown}, {hand: [2 x Torch], deck: []}]}
"""
"""The Harbinger falls, Tyxr comes to Rank 1: every player discards two cards, the active one first."""
ROBBERY = """
game: thunderstone
turn: dungeon
hand: [Lorigg Outlaw, %s, Torch]
deck: []
hall: [Nixie, Harbinger, Kingdom]
dungeon_deck: [Kingdom]
players: {others: [{hand: [2 x Militia, Disease], deck: unknown}, {hand: [2 x Disease, Torch], deck: []}]}
"""


@pytest.mark.parametrize(
    "text",
    [
        "each player discards 2 cards",
        "everybody discards two cards",
        "all players discard cards",
        "everyone discards anything",
    ],
)
def test_a_breach_is_settled_in_one_sentence(text: str, tmp_path: Path) -> None:
    # The hand is discarded at the end of the turn anyway, and nothing looks at the others' hands any more.
    assert played(tmp_path, BREACH, ["attack Harbinger", text]) == ["", ""]


def test_the_others_follow_when_the_active_player_chose(tmp_path: Path) -> None:
    first = ["attack Harbinger", "discard Torch", "discard Dagger"]
    assert played(tmp_path, BREACH, [*first, "each other player discards 2 cards"])[-1] == ""
    early = played(tmp_path, BREACH, ["attack Harbinger", "each other player discards 2 cards"])[-1]
    assert early.startswith("player 1: this choice comes first; write a step of its own")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # Tyxr demands two cards of each.
        ("each player discards a card", "player 1 discards 2, not 1"),
        ("each player discards Torch", "player 1: there is another choice to make; write a step of its own"),
        # Player 1 holds one Torch; of the two others player 2 may keep one card, and that is a Militia.
        ("each player discards 2 Torch", "player 1: Torch is no card of that hand"),
        (
            "each player discards a Torch and a Dagger",
            "player 2 had one choice only: `player 2 discards Militia`",
        ),
        ("each player discards a Disease", "player 1: Disease is not in your hand; write"),
        ("each player destroys a card", "nobody destroys anything now"),
    ],
)
def test_a_sentence_that_is_not_true_of_everybody_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    ok, refused = played(tmp_path, BREACH, ["attack Harbinger", text])
    assert ok == ""
    assert refused.startswith(reason)


def test_a_named_card_is_discarded_by_everybody(tmp_path: Path) -> None:
    table = ROBBERY % "Dagger"
    steps = ["use Lorigg Outlaw", "each other player discards a Disease", "attack Nixie"]
    assert played(tmp_path, table, steps) == ["", "", ""]
    assert played(tmp_path, table, ["use Lorigg Outlaw", "each other player discards a card"]) == ["", ""]


def test_where_it_matters_the_player_is_named(tmp_path: Path) -> None:
    # Selurin Theurge borrows a Hero that another player holds: it matters whether player 2 keeps one.
    _, refused = played(
        tmp_path, ROBBERY % "Selurin Theurge", ["use Lorigg Outlaw", "each other player discards a card"]
    )
    ways = "`player 2 discards Disease` or `player 2 discards Militia`"
    assert refused == f"player 2: it matters which; write a step of its own, such as {ways}"


def test_the_sentence_is_a_step_of_its_own(tmp_path: Path) -> None:
    text = "use Lorigg Outlaw, each other player discards a Disease"
    steps = ["use Lorigg Outlaw", "each other player discards a Disease"]
    assert steps_told(tmp_path, ROBBERY % "Dagger", text) == steps
