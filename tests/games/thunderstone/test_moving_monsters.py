"""Steps that say what a card does to a Monster: send it down, take it, swap it. (TS-7.10, B-20)

Banish and the Elf Archmage send a Monster down, the Thyrian Lord takes one of 1 or 2 VP, Banish may arrange
the Hall, and Polymorph swaps one once it was used.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.turns.copied import played

TABLE = """
game: thunderstone
turn: dungeon
hand: [{hand}]
deck: [Torch, Torch]
hall: [Uyril Unending, Nixie, Kingdom]
dungeon_deck: [Griffon]
"""
DOWN = [
    "send Nixie down",
    "send down Nixie",
    "send Rank 2 down",
    "send Nixie to the bottom of the Dungeon Deck",
    "put Nixie on the bottom of the deck",
    "use {card} on Nixie",
    "use {card} to send Nixie down",
    "use {card} and send Nixie down",
    "use {card} sending Nixie to the bottom",
    "{card} sends Nixie down",
    "{card} Nixie",
]
TAKEN = [
    "take Nixie",
    "Thyrian Lord takes Nixie",
    "use Thyrian Lord taking Nixie",
    "use Thyrian Lord destroying Iron Rations to take Nixie",
]


@pytest.mark.parametrize("text", DOWN)
@pytest.mark.parametrize("card", ["Banish", "Elf Archmage"])
def test_a_monster_is_sent_down(card: str, text: str, tmp_path: Path) -> None:
    # The Hall is refilled from the Dungeon Deck: Griffon comes to Rank 3, and Nixie is gone.
    table = TABLE.format(hand=f"{card}, Militia")
    follows = ["destroy Militia"] if card == "Banish" else []
    assert played(tmp_path, table, [text.format(card=card), *follows, "attack Griffon"]) == [""] * (
        2 + len(follows)
    )
    *_, refused = played(tmp_path, table, [text.format(card=card), *follows, "attack Nixie"])
    assert refused == "Nixie does not stand in the Hall"


@pytest.mark.parametrize("text", TAKEN)
def test_a_monster_is_taken(text: str, tmp_path: Path) -> None:
    # Nixie is worth 1 VP; Iron Rations are the only Food.
    table = TABLE.format(hand="Thyrian Lord, Iron Rations")
    assert played(tmp_path, table, [text, "attack Kingdom"]) == ["", ""]
    assert played(tmp_path, table, [text, "attack Nixie"])[1] == "Nixie does not stand in the Hall"


def test_a_card_in_another_language_sends_down(tmp_path: Path) -> None:
    table = TABLE.format(hand="Wypędzenie, Militia")
    assert played(tmp_path, table, ["Wypędzenie sends Nixie down", "destroy Militia"]) == ["", ""]


def test_the_hall_is_arranged_by_whatever_card_may(tmp_path: Path) -> None:
    order = "arrange the Hall as Kingdom, Nixie, Uyril Unending"
    assert played(tmp_path, TABLE.format(hand="Elf Archmage, Banish"), [order]) == [""]
    reason = "no card of your hand arranges the Hall"
    assert played(tmp_path, TABLE.format(hand="Elf Archmage"), [order]) == [reason]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("take Kingdom", "Kingdom is worth 3 VP, not 1 or 2"),
        ("send Succubus down", "Succubus is not in the Dungeon"),
        ("swap Nixie", "nothing calls for that now"),
        ("use Elf Archmage taking Nixie", '"taking Nixie" is not something that Elf Archmage does'),
    ],
)
def test_what_no_card_does_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    table = TABLE.format(hand="Thyrian Lord, Elf Archmage, Iron Rations")
    (refused,) = played(tmp_path, table, [text])
    assert refused.startswith(reason)


def test_a_swap_needs_the_card_that_turns_one_up(tmp_path: Path) -> None:
    table = TABLE.format(hand="Polymorph")
    reason = "first `use Polymorph`, then say which Monster is swapped"
    assert played(tmp_path, table, ["swap Nixie"]) == [reason]
    assert played(tmp_path, table, ["use Polymorph", "swap Nixie"]) == ["", ""]
