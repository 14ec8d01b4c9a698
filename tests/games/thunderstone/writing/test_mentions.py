"""One sentence for the discards of all players, where it can say enough. (TS-16.1, A-38)"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.copied import comes_to, played

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


def test_no_rule_says_who_discards_first(tmp_path: Path) -> None:
    steps = ["attack Harbinger", "each other player discards 2 cards", "discard Torch", "discard Dagger"]
    assert played(tmp_path, BREACH, steps) == ["", "", "", ""]


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
    assert comes_to(tmp_path, ROBBERY % "Dagger", text, steps)


TWO_ROBBED = """
game: thunderstone
turn: dungeon
hand: [%s, Militia, Torch]
deck: []
hall: [Griknack Goblin, none, none]
players: {others: [%s]}
"""
"""Every other player discards a card for the Rogue, two cards or one Hero for the Assassin."""
KNOWN = "{hand: [Dagger, Torch]}, {hand: [Militia, Dagger]}"


@pytest.mark.parametrize(
    ("robber", "others", "steps"),
    [
        ("Lorigg Rogue", KNOWN, ["player 3 discards Militia", "player 2 discards Dagger"]),
        ("Lorigg Rogue", KNOWN, ["player 3 discards a Hero", "player 2 discards a Weapon"]),
        ("Lorigg Rogue", KNOWN, ["player 3 discards 1 card", "player 2 discards anything"]),
        (
            "Lorigg Rogue",
            "{hand: [Dagger, Torch]}, {}",
            ["player 3 discards a card", "player 2 discards Torch"],
        ),
        (
            "Lorigg Rogue",
            "{hand: [Dagger]}, {hand: [Dagger, Torch]}",
            ["each other player discards a Weapon"],
        ),
        ("Lorigg Rogue", "{}, {}", ["each other player discards Torch"]),
        ("Redblade Assassin", KNOWN, ["player 3 discards Dagger", "player 3 discards Militia"]),
        (
            "Redblade Assassin",
            "{hand: [Militia, Torch]}, {hand: [Militia, Dagger]}",
            ["each other player discards a Hero"],
        ),
        (
            "Redblade Assassin",
            "{hand: [Militia, Torch]}, {hand: [Militia, Dagger]}",
            ["each other player discards 1 card"],
        ),
        ("Redblade Assassin", "{}, {}", ["player 3 discards 2 cards", "player 2 discards a Hero"]),
        (
            "Redblade Assassin",
            "{}, {}",
            [f"player {seat} discards {card}" for card in ("Torch", "Dagger") for seat in (3, 2)],
        ),
    ],
)
def test_players_discard_in_any_order_and_need_not_name_the_card(
    robber: str, others: str, steps: list[str], tmp_path: Path
) -> None:
    told = played(tmp_path, TWO_ROBBED % (robber, others), [f"use {robber}", *steps])
    assert told == ["", *("" for _ in steps)]


@pytest.mark.parametrize(
    ("robber", "others", "step", "reason"),
    [
        ("Lorigg Rogue", KNOWN, "player 3 discards 2 cards", "player 3 discards 1, not 2"),
        ("Lorigg Rogue", KNOWN, "player 2 discards a Hero", "player 2: none of these is a Hero"),
        ("Lorigg Rogue", KNOWN, "player 3 discards Polearm", "Polearm is no card of that hand"),
        ("Lorigg Rogue", "{}, {}", "player 3 discards 2 cards", "player 3 gives 1, not 2"),
        (
            "Lorigg Rogue",
            "{owned: [9 x Torch, 3 x Dagger]}",
            "player 2 discards a Spell",
            "player 2 cannot hold a Spell",
        ),
        (
            "Redblade Assassin",
            "{owned: [9 x Torch, 3 x Dagger]}",
            "player 2 discards a card",
            "player 2 gives 2, not 1",
        ),
    ],
)
def test_a_sentence_about_one_player_has_to_be_true(
    robber: str, others: str, step: str, reason: str, tmp_path: Path
) -> None:
    told = played(tmp_path, TWO_ROBBED % (robber, others), [f"use {robber}", step])
    assert told[-1].startswith(reason)


def test_a_hand_that_nobody_knows_gives_each_card_once(tmp_path: Path) -> None:
    """Player 2 owns one Dagger: what was discarded for the Rogue cannot be discarded for the Outlaw."""
    table = (TWO_ROBBED % ("Lorigg Rogue, Lorigg Outlaw", "{owned: [11 x Torch, Dagger]}")).replace(
        "Militia, ", ""
    )
    steps = ["use Lorigg Rogue", "player 2 discards Dagger", "use Lorigg Outlaw", "player 2 discards %s"]
    assert played(tmp_path, table, [step.replace("%s", "Torch") for step in steps])[-1] == ""
    told = played(tmp_path, table, [step.replace("%s", "Dagger") for step in steps])
    assert told == ["", "", "", "player 2 cannot hold Dagger"]


@pytest.mark.parametrize(("card", "told"), [("Torch", ""), ("Dagger", "the steps leave open which cards")])
def test_what_a_sentence_left_open_is_no_reason_to_refuse_a_later_step(
    card: str, told: str, tmp_path: Path
) -> None:
    """Player 2 gave the Torch or the Dagger; the other one may come next."""
    table = TWO_ROBBED % ("Lorigg Rogue, Lorigg Outlaw", "{hand: [Militia, Torch, Dagger]}")
    steps = ["use Lorigg Rogue", "player 2 discards a card", "use Lorigg Outlaw", f"player 2 discards {card}"]
    *_, refused = played(tmp_path, table.replace("Outlaw, Militia", "Outlaw"), steps)
    assert refused.startswith(told)
    assert bool(refused) == bool(told)
