"""What the party brings: traits of Heroes, Weapons and Monsters, Trophies, Light. (TS-8 to TS-13)

Every hand holds a Lightstone Gem (Light 3) unless Light is the point, so that no Light Penalty blurs the sum
in Ranks 1 to 3.
"""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import dungeon

GEM = "Lightstone Gem"
COUNT_LIGHT = "use Chalice Defender (Attack +1 for each Item with Light in hand)"

TRAITS: list[tuple[list[str], list[str], list[str], int, tuple[int, int]]] = [
    # hand, actions, Hall, Rank, (Attack, Magic Attack)
    (["Amazon Archer"], [], ["Nixie"], 1, (1, 0)),
    (["Amazon Archer"], [], ["Nixie", "Griffon"], 2, (1 + 2, 0)),
    (["Amazon Huntress"], [], ["Nixie", "Griffon", "Pegasus"], 3, (2 + 3, 0)),
    (["Amazon Queen"], [], ["Nixie", "Griffon"], 2, (2 + 4, 0)),
    (["Amazon Queen"], [], ["Nixie"], 1, (2, 0)),
    # rank_bonus above; equipped_bonus: edged Weapons only
    (["Dwarf Guardian", "Dagger"], ["equip Dagger on Dwarf Guardian"], ["Nixie"], 1, (1 + 3 + 1, 0)),
    (["Dwarf Guardian", "Warhammer"], ["equip Warhammer on Dwarf Guardian"], ["Nixie"], 1, (1 + 3, 0)),
    (["Dwarf Guardian", "Dagger"], [], ["Nixie"], 1, (1, 0)),
    (
        ["Dwarf Janissary", "Flaming Sword"],
        ["equip Flaming Sword on Dwarf Janissary"],
        ["Nixie"],
        1,
        (2 + 4, 3),
    ),
    (
        ["Dwarf Sentinel", "Short Sword"],
        ["equip Short Sword on Dwarf Sentinel"],
        ["Nixie"],
        1,
        (3 + 5 + 4, 0),
    ),
    # attack_per: Gem and Torch are Items with Light; a Flaming Sword is no Item (B-23), Rations give no Light
    (["Chalice Defender", "Torch", "Iron Rations"], [COUNT_LIGHT], ["Nixie"], 1, (1 + 1, 3)),
    (
        ["Chalice Defender", "Flaming Sword"],
        ["equip Flaming Sword on Chalice Defender", COUNT_LIGHT],
        ["Nixie"],
        1,
        (1, 3 + 3),
    ),
    (
        ["Outlands Slayer", "2 x Nixie"],
        ["use Outlands Slayer (Attack +1 for each Monster in hand)"],
        ["Nixie"],
        1,
        (5 + 2 * 1, 0),
    ),
    (["Outlands Khan", "2 x Nixie", "Disease"], ["use Outlands Khan"], ["Nixie"], 1, (7 + 2 * 2, 0)),
    # inspire
    (["Thyrian Knight", "2 x Militia"], [], ["Nixie"], 1, (4 + 2 * (1 + 1), 0)),
    (["Thyrian Knight", "Thyrian Squire"], [], ["Nixie"], 1, (4 + 2, 0)),
    (["Thyrian Lord", "Militia", "Elf Wizard"], [], ["Nixie"], 1, (4 + (1 + 2) + (0 + 2), 2)),
    (["2 x Thyrian Lord", "Chalice Quester"], [], ["Nixie"], 1, (4 + 4 + 2, 0)),  # Fighters all three (B-20)
    # enchant: the Gem and the Torch each +1, a Fireball 3 + 1, a Battle Fury has no Magic Attack of its own
    (["Selurin Magician", "Fireball", "Torch", "Battle Fury"], [], ["Nixie"], 1, (0, 2 + (3 + 1) + 1 + 1)),
    (["2 x Selurin Magician", "Fireball"], [], ["Nixie"], 1, (0, 2 + 2 + (3 + 2) + 2)),
    # multiply_magic, several multiply each other (B-24); Attack is left alone
    (["Selurin Warlock", "Elf Wizard", "Militia"], [], ["Nixie"], 1, (1, (2 + 2) * 2)),
    (["Selurin Warlock", "Selurin Theurge"], [], ["Nixie"], 1, (0, (2 + 2) * 4)),
    (["2 x Selurin Warlock", "Selurin Theurge"], [], ["Nixie"], 1, (0, (2 + 2 + 2) * 8)),
    # cannot_attack_rank
    (["Feayn Marksman", "Militia"], [], ["Nixie", "Griffon"], 1, (1, 0)),
    (["Feayn Marksman", "Militia"], [], ["Nixie", "Griffon"], 2, (3 + 1, 0)),
    # strong_bearer: Strength 8, 6, 6 + 2; weightless is not strong (B-22)
    (["Thyrian Knight", "Polearm"], ["equip Polearm on Thyrian Knight"], ["Nixie"], 1, (4 + 6, 0)),
    (["Thyrian Squire", "Polearm"], ["equip Polearm on Thyrian Squire"], ["Nixie"], 1, (2 + 2, 0)),
    (
        ["Thyrian Squire", "Polearm", "Iron Rations"],
        ["equip Polearm on Thyrian Squire", "use Iron Rations on Thyrian Squire"],
        ["Nixie"],
        1,
        (2 + 6, 0),
    ),
    (
        ["Thyrian Squire", "Polearm", "Magical Aura"],
        ["use Magical Aura", "equip Polearm on Thyrian Squire"],
        ["Nixie"],
        1,
        (2 + 2, 0),
    ),
    # bearer_bonus: a Cleric against an Undead or a Doomknight
    (["Chalice Quester", "Warhammer"], ["equip Warhammer on Chalice Quester"], ["Nixie"], 1, (2 + 3, 0)),
    (["Chalice Quester", "Warhammer"], ["equip Warhammer on Chalice Quester"], ["Famine"], 1, (2 + 6, 0)),
    (["Chalice Quester", "Warhammer"], ["equip Warhammer on Chalice Quester"], ["The Prince"], 1, (2 + 6, 0)),
    (["Redblade Killer", "Warhammer"], ["equip Warhammer on Redblade Killer"], ["Famine"], 1, (2 + 3, 0)),
    # unequipped Weapons give nothing (TS-8.2), Items and Spells need no Hero (B-17)
    (["Short Sword", "Flaming Sword", "Fireball"], [], ["Nixie"], 1, (0, 3)),
    # Trophies (TS-13.1)
    (["Ebon Fume", "Pegasus", "Uyril Unending"], [], ["Nixie"], 1, (3 + 1 + 1, 0)),
    (["Tyxr the Old", "Griffon", "Sphinx", "The Unchained"], [], ["Nixie"], 1, (0, 2 + 1 + 2 + 1)),
]


@pytest.mark.parametrize(("hand", "actions", "hall", "rank", "expected"), TRAITS)
def test_contributions(
    hand: list[str], actions: list[str], hall: list[str], rank: int, expected: tuple[int, int]
) -> None:
    table = dungeon([*hand, GEM], hall, deck=["Iron Rations"]).do(*actions)
    result = table.reckon(rank)
    assert (result.attack, result.magic) == expected
    assert result.value == sum(expected)
    assert result.penalty == 0


GUARDS: list[tuple[list[str], list[str], str, int]] = [
    # hand, actions, Monster in Rank 1, Attack Value
    (["Thyrian Squire", "Militia"], [], "Succubus", (2 + 1) // 2),  # half without Magic Attack
    (["Thyrian Squire", "Militia", "Fireball"], [], "Succubus", 2 + 1 + 3),
    (["Thyrian Squire", "Militia"], [], "Tormentor", (2 + 1) // 2),  # half without an equipped Weapon
    (["Thyrian Squire", "Dagger"], ["equip Dagger on Thyrian Squire"], "Tormentor", 2 + 1),
    (["Thyrian Squire", "Militia", "Dagger"], [], "Tormentor", (2 + 1) // 2),
    (["Fireball", "Militia"], [], "Noxious Slag", 3 // 2 + 1),  # half Magic Attack
    (
        ["Dwarf Guardian", "Dagger"],
        ["equip Dagger on Dwarf Guardian"],
        "Noxious Slag",
        1 + 3,
    ),  # immune to edged
    (
        ["Thyrian Squire", "Warhammer", "Iron Rations"],
        ["equip Warhammer on Thyrian Squire"],
        "Noxious Slag",
        2 + 3,
    ),
    (["Thyrian Squire", "Flaming Sword"], ["equip Flaming Sword on Thyrian Squire"], "Noxious Slag", 2),
    (["Fireball", "Militia"], [], "Ebon Fume", 1),  # immune to Magic Attack
    (["Fireball", "Militia"], [], "Sphinx", 3),  # Magic Attack only
    (
        ["Militia", "Elf Wizard", "Redblade Killer", "Dagger"],
        ["equip Dagger on Redblade Killer"],
        "Darkness",
        2 + 1,
    ),
]


@pytest.mark.parametrize(("hand", "actions", "monster", "value"), GUARDS)
def test_traits_of_monsters(hand: list[str], actions: list[str], monster: str, value: int) -> None:
    assert dungeon([*hand, GEM], [monster]).do(*actions).reckon(1).value == value


LIGHT: list[tuple[list[str], list[str], list[str], int, int]] = [
    # hand, actions, Hall, Rank, Light Penalty left
    ([], [], ["Knightmare", "Griffon", "Blink Dog"], 1, 1 + 2),  # EX-4, bare: 3 / 2 / 4
    ([], [], ["Knightmare", "Griffon", "Blink Dog"], 2, 2),
    ([], [], ["Knightmare", "Griffon", "Blink Dog"], 3, 3 + 1),
    (
        ["Fireball", "Torch"],
        [],
        ["Knightmare", "Griffon", "Blink Dog"],
        1,
        3 - 2,
    ),  # EX-4, with Light 2: 1 / 0 / 2
    (["Fireball", "Torch"], [], ["Knightmare", "Griffon", "Blink Dog"], 2, 0),
    (["Fireball", "Torch"], [], ["Knightmare", "Griffon", "Blink Dog"], 3, 4 - 2),
    (["Lantern"], [], ["Darkness"], 1, 1 + 1 - 2),
    (["Elf Sorcerer"], [], ["Nixie", "Nixie", "Nixie"], 3, 3 - 2),
    (["Flaming Sword", "Thyrian Squire"], [], ["Nixie"], 1, 1),  # Weapons shine only while equipped (TS-10.3)
    (["Flaming Sword", "Thyrian Squire"], ["equip Flaming Sword on Thyrian Squire"], ["Nixie"], 1, 0),
    (["Thyrian Squire", "Flaming Sword"], ["equip Flaming Sword on Thyrian Squire"], ["Noxious Slag"], 1, 0),
    (["Red Jelly"], [], ["Nixie"], 1, 0),  # a Trophy
    ([], [], ["Red Jelly"], 1, 1),  # in the Hall it lights nobody (TS-13.2)
    (["Feayn Sniper"], [], ["Nixie", "Nixie"], 1, 1),  # cannot attack Rank 1: no Light there
    (["Feayn Sniper"], [], ["Nixie", "Nixie"], 2, 0),
    (["Elf Wizard"], [], ["Darkness"], 1, 2),  # unequipped Heroes give no Light (TS-11.8)
    (["Lightstone Gem"], [], ["Nixie"], 1, 0),  # surplus Light is lost (B-16)
]


@pytest.mark.parametrize(("hand", "actions", "hall", "rank", "penalty"), LIGHT)
def test_light(hand: list[str], actions: list[str], hall: list[str], rank: int, penalty: int) -> None:
    table = dungeon(hand, hall).do(*actions)
    result = table.reckon(rank)
    assert result.penalty == penalty
    assert result.value == max(result.attack + result.magic - 2 * penalty, 0)  # TS-10.2


def test_blink_dog_in_the_dark() -> None:
    """TS-10.5: Rank 3 and its own -1 need Light 4; the Gem's 3 are not enough, with a Torch they are."""
    dark = dungeon([GEM], ["Nixie", "Griffon", "Blink Dog"])
    assert dark.legal == ["attack Nixie", "attack Griffon"]
    refusal = dark.refused("attack Blink Dog")
    assert refusal.rulings == ("card.blink_dog", "TS-10.5")
    lit = dungeon([GEM, "Torch"], ["Nixie", "Griffon", "Blink Dog"])
    assert "attack Blink Dog" in lit.legal


def test_example_of_light() -> None:
    """EX-4: Fireball and Torch against the Griffon in Rank 2: 3 of its 7, so 4 are missing."""
    table = dungeon(["Fireball", "Torch"], ["Knightmare", "Griffon", "Blink Dog"]).do("attack Griffon")
    assert (table.value, table.outcome) == (7 - 4, "lost")


@pytest.mark.parametrize(("pool", "totals"), [("Attack", (5, 3)), ("Magic Attack", (6, 2))])
def test_disease(pool: str, totals: tuple[int, int]) -> None:
    """EX-5: Dwarf Janissary with Flaming Sword, 6 and 3; a Disease makes 5/3 or 6/2."""
    table = dungeon(["Dwarf Janissary", "Flaming Sword", "Disease"], ["Nixie"])
    table.do("equip Flaming Sword on Dwarf Janissary", "attack Nixie")
    table.do(f"take the reduction from {pool}")
    lost = {entry.quantity: entry.change for entry in table.entries if entry.step == "disease"}
    assert lost == {"attack" if pool == "Attack" else "magic": -1}
    assert table.value == sum(totals)


def test_disease_without_a_choice() -> None:
    """EX-5, without the Sword there is no Magic Attack to choose: Janissary 2 - 1, lit by the Torch."""
    table = dungeon(["Dwarf Janissary", "Torch", "Disease"], ["Nixie"]).do("attack Nixie")
    assert table.value == 1


def test_diseases_stop_at_nothing() -> None:
    """TS-12.2: only from a total of at least +1: Militia 1, three Diseases, the value is 0."""
    table = dungeon(["Militia", "Torch", "3 x Disease"], ["Nixie"]).do("attack Nixie")
    assert table.value == 0
    assert sum(1 for entry in table.entries if entry.step == "disease") == 1


def test_disease_comes_before_the_multiplier() -> None:
    """TS-9.3, B-24: (2 + 2 - 1) x 2 = 6, not 4 x 2 - 1 = 7."""
    table = dungeon(["Selurin Warlock", "Elf Wizard", "Disease"], ["Nixie"]).do("attack Nixie")
    assert table.value == 6
