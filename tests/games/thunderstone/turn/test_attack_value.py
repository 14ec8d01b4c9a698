"""What the party brings, and interpretations that change an Attack Value. (TS-8 to TS-13)"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.thunderstone.builders import Table, dungeon

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


FROM_ATTACK = "take the reduction from Attack"
FROM_MAGIC = "take the reduction from Magic Attack"

# key; hand; actions before the attack; Hall; the Monster attacked; choices in battle; Attack Value by reading
Battle = tuple[str, list[str], list[str], list[str], str, list[str], dict[str, int]]

VALUES: list[Battle] = [
    # Militia 1 + Fireball 3 in Rank 3: penalty 3 - 1 (the Fireball's Light) = 2
    (
        "light_factor",
        ["Militia", "Fireball"],
        [],
        ["Nixie"] * 3,
        "Nixie in Rank 3",
        [],
        {"2": 4 - 4, "1": 4 - 2},
    ),
    # Rank 1 and its own darkness against Light 1: penalty 1 + 1 - 1 = 1, or 1 + 2 - 1 = 2
    (
        "lord_mortis_light",
        ["Amazon Queen", "Fireball"],
        [],
        ["Lord Mortis"],
        "Lord Mortis",
        [],
        {"-1": 5 - 2, "-2": 5 - 4},
    ),
    # the Sphinx counts Magic Attack only
    ("pegasus_trophy", ["Pegasus", GEM], [], ["Sphinx"], "Sphinx", [], {"attack": 0, "magic": 1}),
    ("uyril_trophy", ["Uyril Unending", GEM], [], ["Sphinx"], "Sphinx", [], {"attack": 0, "magic": 1}),
    (
        "chalice_high_attack",
        ["Chalice Defender", GEM],
        [],
        ["Sphinx"],
        "Sphinx",
        [],
        {"magic": 3, "physical": 0},
    ),
    (
        "chalice_high_attack",
        ["Chalice Paladin", GEM],
        [],
        ["Sphinx"],
        "Sphinx",
        [],
        {"magic": 4, "physical": 0},
    ),
    (
        "feayn_archer_attack",
        ["Feayn Archer", GEM],
        [],
        ["Nixie"] * 2,
        "Nixie in Rank 2",
        [],
        {"2": 2, "1": 1},
    ),
    # Slayer 5 + Squire 2 + Militia 1 = 8 in Rank 1 without Light: (8 - 2) // 2 = 3, or 8 // 2 - 2 = 2
    (
        "half_attack_order",
        ["Outlands Slayer", "Thyrian Squire", "Militia"],
        [],
        ["Succubus"],
        "Succubus",
        [],
        {"after_light": 3, "before_light": 2},
    ),
    # Warlock 2 + Griffon's Trophy 1 = 3: 3 x 2 // 2 = 3, or 3 // 2 x 2 = 2
    (
        "half_magic_vs_double",
        ["Selurin Warlock", "Griffon", GEM],
        [],
        ["Noxious Slag"],
        "Noxious Slag",
        [],
        {"double_then_half": 3, "half_then_double": 2},
    ),
    # a Feayn cannot attack Rank 1: does its Short Sword (4) count?
    (
        "silenced_weapon",
        ["Feayn Archer", "Short Sword", GEM],
        ["equip Short Sword on Feayn Archer"],
        ["Nixie"],
        "Nixie",
        [],
        {"silenced": 0, "counts": 4},
    ),
    # the Hero chosen by a Haunt is the exception: nothing either way; the Militia gives 1
    (
        "silenced_weapon",
        ["Lorigg Thief", "Short Sword", "Militia", GEM],
        ["equip Short Sword on Lorigg Thief"],
        ["Haunt"],
        "Haunt",
        ["Lorigg Thief cannot attack"],
        {"silenced": 1, "counts": 1},
    ),
    # an unequipped Elf Wizard (Light 1) in Rank 1 with Darkness -1: Fireball 3, Light 1 or 2 of 2
    (
        "darkness_light",
        ["Elf Wizard", "Fireball"],
        [],
        ["Darkness"],
        "Darkness",
        [],
        {"lost": 3 - 2, "kept": 3},
    ),
    # in Rank 1 a Feayn has no Light in any case: Fireball's 1 of 2
    (
        "darkness_light",
        ["Feayn Archer", "Fireball"],
        [],
        ["Darkness"],
        "Darkness",
        [],
        {"lost": 1, "kept": 1},
    ),
    # a silent Warlock: (2 + 3) x 2 becomes 3, or stays doubled, 3 x 2
    (
        "silenced_hero_traits",
        ["Selurin Warlock", "Militia", "Fireball", GEM],
        [],
        ["Haunt"],
        "Haunt",
        ["Selurin Warlock cannot attack"],
        {"lost": 3 + 1, "kept": 3 * 2 + 1},
    ),
    # a silent Knight and its +1 for the Militia
    (
        "silenced_hero_traits",
        ["Thyrian Knight", "Militia", GEM],
        [],
        ["Haunt"],
        "Haunt",
        ["Thyrian Knight cannot attack"],
        {"lost": 1, "kept": 1 + 1},
    ),
    # the Squire's 2 and the Short Sword's 4 against Magic Attack only: both converted, or the Squire's alone
    (
        "goodberries_scope",
        ["Thyrian Squire", "Short Sword", "Goodberries", GEM],
        ["use Goodberries on Thyrian Squire", "equip Short Sword on Thyrian Squire"],
        ["Sphinx"],
        "Sphinx",
        [],
        {"hero_and_weapon": 2 + 4, "hero_only": 2},
    ),
    # the Squire (6 - 2) drops the Flaming Sword (5): its own 2 stay Magic Attack, or are Attack and halved
    (
        "arcane_after_drop",
        ["Thyrian Squire", "Flaming Sword", "Arcane Energies", GEM],
        ["equip Flaming Sword on Thyrian Squire", "use Arcane Energies"],
        ["Ghost"],
        "Ghost",
        [],
        {"kept": 2, "lost": 2 // 2},
    ),
    # Militia 1 + Dagger 1 converted, Warlock 2; the Lizard's 1 is doubled with them, or added afterwards
    (
        "lizard_bonus_kind",
        ["Selurin Warlock", "Militia", "Dagger", "Arcane Energies", GEM],
        ["equip Dagger on Militia", "use Arcane Energies"],
        ["Grayskin Lizard"],
        "Grayskin Lizard",
        [],
        {"converted": (2 + 2 + 1) * 2, "plain": (2 + 2) * 2 + 1},
    ),
    # a thrown Spear (5) with Strength 4 - 2 = 2 under its weight: Thief 1 + 5, or 1
    (
        "thrown_spear_strength_loss",
        ["Lorigg Thief", "Spear", GEM],
        ["equip Spear on Lorigg Thief", "use Spear"],
        ["Suffering"],
        "Suffering",
        [],
        {"kept": 1 + 5, "lost": 1},
    ),
    # Feayn with Dagger in Rank 1: is it equipped? Squire 2 + Militia 1 = 3 in full or halved
    (
        "silenced_weapon_equipped",
        ["Feayn Archer", "Dagger", "Thyrian Squire", "Militia", GEM],
        ["equip Dagger on Feayn Archer"],
        ["Tormentor"],
        "Tormentor",
        [],
        {"counts": 3, "no": 3 // 2},
    ),
    # Militia 2 - 4 = -2 under Magical Aura: its Dagger of Weight 0 stays at Strength 0 and drops at -2
    (
        "strength_clamp",
        ["Militia", "Dagger", "Magical Aura", GEM],
        ["use Magical Aura", "equip Dagger on Militia"],
        ["Revenant"],
        "Revenant",
        [],
        {"clamped": 1 + 1, "negative": 1},
    ),
    # Fireball 3, one Disease: (3 - 1) // 2 = 1, or 3 // 2 - 1 = 0
    (
        "disease_half_magic",
        ["Fireball", "Disease", GEM],
        [],
        ["Noxious Slag"],
        "Noxious Slag",
        [],
        {"before_half": 1, "after_half": 0},
    ),
]


@pytest.mark.parametrize(("key", "hand", "actions", "hall", "target", "choices", "values"), VALUES)
def test_attack_value(
    key: str,
    hand: Sequence[str],
    actions: Sequence[str],
    hall: Sequence[str],
    target: str,
    choices: Sequence[str],
    values: dict[str, int],
) -> None:
    for option, value in values.items():
        table = dungeon(hand, hall, deck=[], **{key: option})
        table.do(*actions, f"attack {target}", *choices)
        assert table.value == value, option


# Judgement


def judged(hand: list[str], actions: list[str], **readings: str) -> Table:
    return dungeon(hand, ["Judgement"], **readings).do(*actions, "attack Judgement")


def test_zero_rule() -> None:
    """A-02. A Warlock has no Attack to lower: its Magic goes, (2 - 1) x 2 = 2.

    Below zero its Attack may be lowered instead, and is not doubled: -1 + 2 x 2 = 3.
    """
    assert judged(["Selurin Warlock", GEM], [], zero_rule="floor").value == 2
    below = judged(["Selurin Warlock", GEM], [], zero_rule="negative")
    on = " for Selurin Warlock"
    assert below.legal == [FROM_ATTACK + on, FROM_MAGIC + on]
    assert Table(below.state, zero_rule="negative").do(FROM_ATTACK + on).value == 3
    assert below.do(FROM_MAGIC + on).value == 2


def test_negative_totals_do_not_sink_the_attack_value() -> None:
    """A-02: -1 of a Militia that gives nothing more (1 - 1) and no Light in Rank 1: 0, not -2."""
    assert judged(["Militia"], [], zero_rule="negative").value == 0


@pytest.mark.parametrize(("choice", "value"), [(FROM_ATTACK, 1 + 2 + 0), (FROM_MAGIC, 2 + 1 + 1)])
def test_judgement_choice_for_all(choice: str, value: int) -> None:
    """A-34: Squire 2, Wizard's Magic 2, Militia 1; a Hero without the kind chosen loses nothing."""
    table = judged(["Thyrian Squire", "Elf Wizard", "Militia", GEM], [], judgement_choice="one_for_all")
    assert table.legal == [FROM_ATTACK, FROM_MAGIC]
    assert table.do(choice).value == value


def test_judgement_choice_for_each() -> None:
    """A-34: nobody has both kinds, so nobody chooses: (2 - 1) + (2 - 1) + (1 - 1)."""
    assert judged(["Thyrian Squire", "Elf Wizard", "Militia", GEM], []).value == 2


def test_judgement_choice_needs_a_valid_target() -> None:
    """TS-9.2: without any Magic Attack nothing can be taken from it; without Heroes nothing is asked."""
    militia = judged(["2 x Militia", GEM], [], judgement_choice="one_for_all")
    assert (militia.legal, militia.outcome, militia.value) == ([], "lost", 0)
    nobody = judged(["Fireball", GEM], [], judgement_choice="one_for_all")
    assert (nobody.legal, nobody.outcome, nobody.value) == ([], "lost", 3)


@pytest.mark.parametrize(
    ("reading", "asked"), [("hero_with_weapon", True), ("hero_only", False), ("party_total", True)]
)
def test_judgement_bonus_of_a_weapon(reading: str, asked: bool) -> None:
    """A-46: the Wizard (3 + 2 - 2 = 3) has Magic 2 of its own and Attack 1 from its Dagger (2)."""
    hand = ["Elf Wizard", "Dagger", "Iron Rations", GEM]
    actions = ["use Iron Rations on Elf Wizard", "equip Dagger on Elf Wizard"]
    table = judged(hand, actions, judgement_bonus=reading)
    assert (FROM_ATTACK + " for Elf Wizard" in table.legal) is asked


@pytest.mark.parametrize(
    ("reading", "asked"), [("hero_with_weapon", False), ("hero_only", False), ("party_total", True)]
)
def test_judgement_bonus_of_the_party(reading: str, asked: bool) -> None:
    """A-46: the Wizard's 1 may come from the Fireball's and the Squire's totals: Attack 2, Magic 5."""
    table = judged(["Elf Wizard", "Thyrian Squire", "Fireball", GEM], [], judgement_bonus=reading)
    assert (FROM_ATTACK + " for Elf Wizard" in table.legal) is asked


# Disease against totals that do not count


@pytest.mark.parametrize(
    ("monster", "reading", "legal"),
    [
        ("Ebon Fume", "literal", []),
        ("Ebon Fume", "both_pools_stand", [FROM_ATTACK, FROM_MAGIC]),
        ("Ebon Fume", "dead_pools_are_zero", []),
        ("Sphinx", "literal", [FROM_ATTACK, FROM_MAGIC]),
        ("Sphinx", "both_pools_stand", [FROM_ATTACK, FROM_MAGIC]),
        ("Sphinx", "dead_pools_are_zero", []),
    ],
)
def test_disease_dead_pool(monster: str, reading: str, legal: list[str]) -> None:
    """Militia 1, Fireball 3. Where the dead total is chosen, the other one stays whole; else it loses 1."""
    hand = ["Militia", "Fireball", "Disease", GEM]
    living = 1 if monster == "Ebon Fume" else 3
    table = dungeon(hand, [monster], disease_dead_pool=reading).do(f"attack {monster}")
    assert table.legal == legal
    if legal:
        table.do(FROM_MAGIC if monster == "Ebon Fume" else FROM_ATTACK)
    assert table.value == (living if legal else living - 1)
