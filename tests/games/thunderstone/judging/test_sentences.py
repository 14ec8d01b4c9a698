"""Claims and steps in the words of players, in English and Polish, and claims about the end of a game."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

DUNGEON = """game: thunderstone
turn: dungeon
player: Anna
hand: [Regian Priest, Thyrian Squire, Short Sword, Polearm, Torch, Militia]
deck: [Disease, Dagger]
hall: [Suffering, Kingdom, Nixie]
"""
VILLAGE = """game: thunderstone
turn: village
player: Karl
xp: 6
hand: [Barkeep, Trainer, Militia, Elf Wizard, Torch, Iron Rations]
deck: [Torch, Militia]
village: [Lantern, Spear, Fireball, Goodberries, Elf, Thyrian]
"""


def verdict(file: str, claim: str) -> tuple[str, str]:
    (found,) = api.check(api.loads(f'{file}claims: ["{claim}"]\n')).claims
    return found.verdict, found.text


# Against the Kingdom: Squire 2, Short Sword 4, Polearm 2, Militia 1, Priest 2, and the Dagger 1 that the
# Priest draws for the Disease; less 2, since one Torch does not light Rank 2: 10 against 5.
# In the Village: Barkeep and Trainer destroyed for 2 each, Torch 2, Iron Rations 2: 8 gold.
@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("we reach 10 against Kingdom", "total 10 against Kingdom"),
        ("Anna has 10 against the Kingdom", "total 10 against Kingdom"),
        ("Kingdom: 10", "total 10 against Kingdom"),
        ("Anna beats the Kingdom", "defeats Kingdom"),
        ("is Kingdom defeated?", "defeats Kingdom"),
        ("Ben says that Kingdom can be defeated", "can defeat Kingdom"),
        ("Ben says: Kingdom is defeated", "defeats Kingdom"),
        ("kill Kingdom", "defeats Kingdom"),
        ("Short Sword is too heavy for Militia", "cannot equip Short Sword on Militia"),
        ("Militia is too weak for Short Sword", "cannot equip Short Sword on Militia"),
        ("Kingdom has Health 5", "Kingdom has Health 5"),
        ("Kingdom's Health is 5", "Kingdom has Health 5"),
    ],
)
def test_claims_of_battles(claim: str, text: str) -> None:
    assert verdict(DUNGEON, claim) == ("confirmed", text)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Karl has 8 gold", "confirmed"),
        ("the gold is 8", "confirmed"),
        ("exactly 7 gold", "refuted"),
        ("Karl can afford Fireball", "refuted"),  # 9
        ("Fireball is too expensive", "confirmed"),
        ("Nobody can buy Fireball", "confirmed"),
        ("no player can buy Lantern", "refuted"),  # 4
        ("never can I buy Fireball", "confirmed"),
        ("only 8 gold", "confirmed"),
        ("can buy Lantern for 4", "confirmed"),
        ("Militia can become an Elf Wizard", "confirmed"),  # 3 XP of 6
        ("Elf Wizard can become Elf Archmage", "refuted"),  # one level at a time
        ("can buy 2 cards", "confirmed"),  # the Barkeep
        ("can buy 3 cards", "refuted"),
        ("can buy Lantern and Spear", "confirmed"),  # 4 + 4 of 8
        ("cannot buy Fireball and Lantern", "confirmed"),  # 13
        ("can buy 2 Lanterns", "confirmed"),
        ("można kupić Latarnię i Włócznię", "confirmed"),
        ("nie mogę kupić dwie karty", "refuted"),
    ],
)
def test_claims_of_purchases(claim: str, expected: str) -> None:
    assert verdict(VILLAGE, claim)[0] == expected


@pytest.mark.parametrize(
    "claim",
    ["Nobody buys Lantern", "Only Karl can buy Lantern", "Everybody can buy Lantern", "He wins", "Both win"],
)
def test_a_word_that_limits_or_denies_is_no_player(claim: str) -> None:
    with pytest.raises(InputError):
        verdict(VILLAGE, claim)


def test_a_price_that_is_not_the_cards_is_told() -> None:
    with pytest.raises(InputError, match="Lantern costs 4, not 5"):
        verdict(VILLAGE, "can buy Lantern for 5")


@pytest.mark.parametrize(
    ("file", "step", "action"),
    [
        (DUNGEON, "Thyrian Squire equips Short Sword", "equip Short Sword on Thyrian Squire"),
        (DUNGEON, "put Short Sword on Squire", "equip Short Sword on Thyrian Squire"),
        (DUNGEON, "wyposaż Thyryjczyk Giermek w Krótki Miecz", "equip Short Sword on Thyrian Squire"),
        (DUNGEON, "Anna attacks Kingdom", "attack Kingdom"),
        (DUNGEON, "kill the Kingdom", "attack Kingdom"),
        (DUNGEON, "zaatakuj Kingdom", "attack Kingdom"),
        (VILLAGE, "trash Trainer", "destroy Trainer"),
        (VILLAGE, "destroy Trainer for 2 gold", "destroy Trainer"),
        (VILLAGE, "use Trainer on Militia", "use Trainer destroying Militia"),
        (VILLAGE, "destroy Militia with Trainer", "use Trainer destroying Militia"),
        (VILLAGE, "use Barkeep for an extra buy", "use Barkeep (1 more purchase)"),
        (VILLAGE, "I buy one Lantern", "buy Lantern"),
        (VILLAGE, "kup Latarnię", "buy Lantern"),
        (VILLAGE, "Militia becomes Elf Wizard", "level up Militia to Elf Wizard"),
        (VILLAGE, "upgrade Elf Wizard", "level up Elf Wizard to Elf Sorcerer"),
    ],
)
def test_steps_in_other_words_come_to_the_same(file: str, step: str, action: str) -> None:
    ends = [api.check(api.loads(f'{file}line: ["{each}"]\n')).line for each in (step, action)]
    said, plain = (end for end in ends if end is not None)
    assert said.legal
    assert said.outcome == plain.outcome


@pytest.mark.parametrize("step", ["destroy Trainer for 3 gold", "buy Lantern for 3 gold"])
def test_a_wrong_price_is_refused(step: str) -> None:
    line = api.check(api.loads(f'{VILLAGE}line: ["{step}"]\n')).line
    assert line is not None
    assert not line.legal


REST = "game: thunderstone\nturn: rest\nhand: [2 x Disease, Militia]\ndeck: []\n"


@pytest.mark.parametrize(
    "claim", ["can destroy both Diseases", "may destroy two cards", "can destroy 2 Diseases"]
)
def test_a_rest_destroys_one_card(claim: str) -> None:
    (found,) = api.check(api.loads(f"{REST}claims: [{claim}]\n")).claims
    assert (found.verdict, found.rulings) == ("refuted", ("TS-5.1",))


# Nixie has Health 5; Khan 7 and Militia 1 defeat it, so the Stone slides to Rank 1 and is taken. (TS-17.1)
LAST = """game: thunderstone
turn: dungeon
players:
- {name: Anna, hand: [Outlands Khan, Militia, Torch], deck: []}
- {name: Ben, hand: [Pegasus], deck: []}
hall: [Nixie, Stone of Mystery, none]
line: [attack Nixie]
"""


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("the game ends", "confirmed"),
        ("gra się kończy", "confirmed"),
        ("the game goes on", "refuted"),
        ("Anna takes the Thunderstone", "confirmed"),
        ("Ben takes the Thunderstone", "refuted"),
        ("nobody takes the stone", "refuted"),
        ("Ben does not take the Thunderstone", "confirmed"),
        ("Anna wins", "confirmed"),  # the Stone 3 + Nixie 1 = 4 (and the Khan) against 2
        ("Ben wins", "refuted"),
        ("Ben does not win", "confirmed"),
        ("Ben has 2 points", "confirmed"),
        ("Ben 2", "confirmed"),
        ("player 2 has 3 VP", "refuted"),
    ],
)
def test_the_end_of_a_game(claim: str, expected: str) -> None:
    assert verdict(LAST, claim)[0] == expected


def test_the_claim_names_who_is_meant() -> None:
    assert verdict(LAST, "I win") == ("confirmed", "Anna wins")
    assert verdict(LAST, "I take the Thunderstone") == ("confirmed", "Anna takes Thunderstone")
    assert verdict(LAST, "player 2 wins") == ("refuted", "Ben wins")


def test_who_is_not_at_the_table() -> None:
    with pytest.raises(InputError, match='no player is called "Carl"'):
        verdict(LAST, "Carl wins")
