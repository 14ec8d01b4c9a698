"""Claims about Thunderstone that were judged wrongly once, with what follows from the rules."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

DUNGEON = """game: thunderstone
turn: dungeon
player: Anna
hand: [Dwarf Guardian, Feayn Archer, Militia, Flaming Sword, Dagger, Torch]
deck: []
hall: [Black Slime, Tyxr the Old, Griffon]
dungeon deck: [Nixie, Wraith]
players: {Anna: {}, Ben: {}}
"""
SLIME = """game: thunderstone
turn: dungeon
player: Anna
hand: [Thyrian Knight, Militia, Militia, Short Sword, Torch]
deck: []
hall: [Black Slime, Nixie, Griffon]
dungeon deck: [Wraith, Wraith]
"""
VILLAGE = """game: thunderstone
turn: village
player: Ben
hand: [Barkeep, Pawnbroker, Militia, Lorigg Thief, Torch, Nixie]
village: [Fireball, Short Sword, Lantern, Barkeep, Pawnbroker]
"""
BOUGHT = f"{VILLAGE}line: [buy Lantern]\n"
REST = """game: thunderstone
turn: rest
player: Ben
hand: [2 x Disease, Militia, Trainer, Torch, Sphinx]
deck: [Dagger, Militia]
discard: [Torch, 2 x Militia]
line: [destroy Disease]
"""
LAST = """game: thunderstone
turn: dungeon
player: Ben
hand: [Elf Archmage, Short Sword, Militia, Dagger, Torch, Disease]
deck: []
hall: [Grudgebeast, Stone of Mystery, Succubus]
dungeon deck: [Nixie, Wraith]
players: {Ben: {}, Anna: {deck: [Elf Archmage, Griffon], hand: [Militia, Torch]}}
"""
HUNT = """game: thunderstone
turn: dungeon
player: Anna
xp: 3
hand: [Thyrian Knight, Militia, Militia, Short Sword, Torch, Disease]
deck: [Torch, Torch, Dagger, Militia, Iron Rations, Dagger, Spear]
hall: [Nixie, Griffon, Suffering]
dungeon deck: [Wraith, Griffon]
players: {Anna: {}, Ben: {xp: 2, hand: [Torch, Militia]}}
line: [equip Short Sword on Thyrian Knight, attack Griffon]
"""


def verdicts(file: str, claim: str) -> list[str]:
    return [found.verdict for found in api.check(api.loads(f'{file}claims: ["{claim}"]\n')).claims]


@pytest.mark.parametrize(
    ("file", "claim", "expected"),
    [
        # a Rank holds one card (TS-1.1, TS-7.10)
        (DUNGEON, "both Nixies are in Rank 3 after attacking Black Slime", ["refuted"]),
        # 11 - 2 = 9 beats the Slime 5, Tyxr comes to Rank 1: each player discards two. (TS-16.1)
        (DUNGEON, "nobody discards a card after defeating Black Slime", ["refuted", "refuted"]),
        (DUNGEON, "nobody discards cards after attacking Griffon", ["confirmed", "confirmed"]),
        # whoever defeats a Monster gains it: Anna, and not Ben (TS-7.5)
        (DUNGEON, "nobody gains the Griffon after defeating Griffon", ["refuted", "confirmed"]),
        # Nixie for 4 + 3, then itself for 2, are 9 in all; the Pawnbroker has no gold of its own
        (VILLAGE, "Pawnbroker gives 9 gold", ["undecided"]),
        (VILLAGE, "Pawnbroker gives 7 gold", ["confirmed"]),
        # one Militia of two is destroyed by the Slime (TS-7.8), and the other is left
        (SLIME, "both Militia survive Black Slime", ["refuted"]),
        (SLIME, "both Militia are destroyed by Black Slime", ["refuted"]),
        # the Griffon gives 2 XP (TS-7.6)
        (HUNT, "Anna gets 2 XP", ["confirmed"]),
        # the steps buy the Lantern alone; the 9 gold could have bought the Fireball (TS-4.4)
        (BOUGHT, "Ben buys Fireball", ["refuted"]),
        (BOUGHT, "Ben buys Lantern", ["confirmed"]),
        (BOUGHT, "Ben buys Fireball and Lantern", ["refuted"]),
        (BOUGHT, "Ben can buy Fireball", ["confirmed"]),
        # without steps what can be bought is judged: 9 gold
        (VILLAGE, "Ben buys Fireball", ["confirmed"]),
        # 6 cards, one Disease destroyed: the other 5 go at the end of the turn, by no effect (TS-3.2)
        (REST, "Ben discards 5 cards", ["undecided"]),
        (REST, "Ben discards 2 cards", ["refuted"]),
        # Archmage 2, Grudgebeast 2 and the Stone 3 are 7 against 6 if he wins the battle, else 2 against 6
        (LAST, "Ben wins", ["undecided"]),
        (LAST, "Anna wins", ["undecided"]),
    ],
)
def test_a_claim_is_judged_by_the_rules(file: str, claim: str, expected: list[str]) -> None:
    assert verdicts(file, claim) == expected


@pytest.mark.parametrize(
    ("file", "claim"),
    [
        # of another player's battle this turn says nothing
        (DUNGEON, "if Ben defeats Black Slime the Militia is destroyed"),
        # Anna has 3 before the turn and 5 after it, Ben his own 2 all the time: 2 are those of the turn
        (HUNT, "Anna has 5 XP"),
        (HUNT, "Anna has 3 XP"),
        (HUNT, "Ben has 2 XP"),
        (BOUGHT, "Ben buys nothing"),
        # 15 gold at most; without points to count nobody means those
        (VILLAGE, "Ben has 15"),
        # somebody may gain one
        (DUNGEON, "nobody gains 2 Diseases"),
        (DUNGEON, "nobody discards 2 cards after defeating Black Slime"),
        # 9 are there without any effect, 15 with all: "only 9" is not that 9 can be had
        (VILLAGE, "I can have only 9 gold"),
        (VILLAGE, "Ben can only have 9 gold"),
    ],
)
def test_what_may_mean_something_else_is_refused(file: str, claim: str) -> None:
    with pytest.raises(InputError):
        verdicts(file, claim)


def test_too_many_purchases_are_told_with_their_cost() -> None:
    """9 + 6 + 4 = 19 gold in 3 purchases; a visit has one, and the Barkeep gives one more. (TS-4.4)"""
    claim = "Ben can buy Fireball and Short Sword and Lantern"
    (found,) = api.check(api.loads(f"{VILLAGE}claims: [{claim}]\n")).claims

    assert found.verdict == "refuted"
    assert "3 purchases" in found.reason
    assert "cost 19" in found.reason
