"""The battle: Battle Effects, victory and defeat, and Spoils. (TS-7.5 to TS-7.9, TS-14)"""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import dungeon, player
from tsolve.engine import CHANCE

GEM = "Lightstone Gem"  # Light 3: no Light Penalty in any Rank
ATTACK = "take the reduction from Attack for "
MAGIC = "take the reduction from Magic Attack for "

# Victory and defeat


def test_victory() -> None:
    """TS-7.6: Amazon Queen 2 + Militia 1 + Fireball 3 = 6 beats the Firebrand Cyclops (6): 2 XP, 4 VP."""
    table = dungeon(["Amazon Queen", "Militia", "Fireball", GEM], ["Firebrand Cyclops"], xp=1)
    table.do("attack Firebrand Cyclops")
    assert (table.outcome, table.value) == ("won", 6)
    assert table.state.me.xp == 1 + 2
    assert "Firebrand Cyclops" in table.discard()
    assert table.game.scores(table.state) == [4 + 2, 0]  # the Queen has 2


def test_defeat() -> None:
    """TS-7.5 c: 5 against 6: under the deck it goes, and the Hall is refilled from Rank 2 on."""
    table = dungeon(
        ["Amazon Queen", "Fireball", GEM],
        ["Firebrand Cyclops", "Nixie"],
        xp=1,
        dungeon=["Griffon", "Pegasus"],
    )
    table.do("attack Firebrand Cyclops")
    assert (table.outcome, table.value) == ("lost", 5)
    assert table.state.me.xp == 1
    assert table.hall == ["Nixie", "Griffon", "Pegasus"]
    assert [segment.cards for segment in table.state.dungeon] == [("firebrand_cyclops",)]


def test_magic_required() -> None:
    """TS-11.7: two Thyrian Lords reach 8 of the Revenant's 7, in vain without Magic Attack."""
    table = dungeon(["2 x Thyrian Lord", GEM], ["Revenant"]).do("attack Revenant")
    assert (table.value, table.outcome) == (8, "lost")
    assert table.state.tally.lack == "no Magic Attack"
    magic = dungeon(["2 x Thyrian Lord", "Fireball", GEM], ["Revenant"]).do("attack Revenant")
    assert (magic.value, magic.outcome) == (11, "won")


def test_battle_effects_happen_after_a_defeat_too() -> None:
    """TS-7.7: the Black Slime (5) is not beaten and takes the Militia all the same."""
    table = dungeon(["Militia", GEM], ["Black Slime"]).do("attack Black Slime")
    assert table.outcome == "lost"
    assert table.removed == ["Militia"]


def test_diseases_gained_do_not_touch_this_battle() -> None:
    """TS-7.9: Lord of Death gives two; the sum stays 1."""
    table = dungeon(["Militia", GEM], ["Lord of Death"]).do("attack Lord of Death")
    assert table.value == 1
    assert table.discard().count("Disease") == 2
    assert dungeon(["Militia"], ["Famine"]).do("attack Famine").discard().count("Disease") == 1


# Cards that Monsters destroy

DESTROYED: list[tuple[str, list[str], list[str]]] = [
    ("Black Slime", ["Militia", "Thyrian Squire"], ["Militia"]),
    ("Spectre", ["Militia", "Thyrian Squire"], ["Militia"]),
    ("Wraith", ["2 x Militia"], ["Militia"]),
    ("Uyril Unending", ["Militia", "Elf Wizard"], ["Militia"]),
    ("Tormentor", ["Regian Cleric", "Militia"], ["Regian Cleric"]),
    ("Tormentor", ["Chalice Quester", "Militia"], ["Chalice Quester"]),  # Fighter and Cleric
    ("Knightmare", ["Thyrian Squire", "Militia"], ["Thyrian Squire"]),
    ("The Prince", ["Thyrian Squire", "Elf Wizard"], ["Thyrian Squire"]),
    ("Mythlurian", ["Militia"], ["Militia"]),
    ("Tyxr the Old", ["Elf Wizard", "Torch"], ["Elf Wizard"]),
    ("Skaladak", ["Dagger", "Militia"], ["Dagger"]),  # equipped or not
    ("Red Jelly", ["Warhammer", "Torch"], ["Warhammer"]),
    ("Harbinger", ["Fireball", "Militia"], ["Fireball"]),
    ("Green Blob", ["Feast", "Torch"], ["Feast"]),
    ("Archduke of Pain", ["Regian Cleric", "Elf Wizard", "Militia"], ["Regian Cleric", "Elf Wizard"]),
    ("Archduke of Pain", ["2 x Regian Cleric"], ["Regian Cleric", "Regian Cleric"]),
    ("Ebon Fume", ["Militia", "Thyrian Squire", "Elf Wizard"], ["Thyrian Squire"]),
    ("Gray Ooze", ["Militia", "Dagger"], ["Militia"]),
    # no valid target: nothing (TS-18.3)
    ("Black Slime", ["Thyrian Squire"], []),
    ("Tormentor", ["Militia"], []),
    ("Knightmare", ["Militia", "Elf Wizard"], []),
    ("Mythlurian", ["Torch", "Disease"], []),
    ("Skaladak", ["Militia"], []),
    ("Harbinger", ["Torch"], []),
    ("Green Blob", ["Torch"], []),
    ("Archduke of Pain", ["Militia"], []),
    ("Ebon Fume", ["Torch"], []),
    ("Gray Ooze", ["Dagger"], []),
]


@pytest.mark.parametrize(("monster", "hand", "destroyed"), DESTROYED)
def test_destroyed_cards(monster: str, hand: list[str], destroyed: list[str]) -> None:
    table = dungeon(hand, [monster]).do(f"attack {monster}")
    assert table.removed == destroyed


def test_the_player_chooses_what_is_destroyed() -> None:
    """Mythlurian: any Hero; two Militia in the same state are one choice."""
    table = dungeon(["Thyrian Squire", "2 x Militia", "Torch"], ["Mythlurian"]).do("attack Mythlurian")
    assert table.legal == ["destroy Thyrian Squire", "destroy Militia #1"]
    table.do("destroy Militia #1")
    assert table.removed == ["Militia"]


def test_destroyed_cards_count_to_the_end() -> None:
    """TS-7.8: the Militia with its Dagger still gives 1 + 1, Spectre has 5: with Fireball 3 it is beaten."""
    table = dungeon(["Militia", "Dagger", "Fireball", GEM], ["Spectre"])
    table.do("equip Dagger on Militia", "attack Spectre")
    assert (table.value, table.outcome) == (5, "won")
    assert table.removed == ["Militia"]


def test_destroyed_weapon_counts_to_the_end() -> None:
    """Skaladak takes the Short Sword, which still gives 4: Thief 1 + 4 + Fireball 3 = 8 beats 7."""
    table = dungeon(["Lorigg Thief", "Short Sword", "Fireball", GEM], ["Skaladak"])
    table.do("equip Short Sword on Lorigg Thief", "attack Skaladak")
    assert (table.value, table.outcome) == (8, "won")
    assert table.removed == ["Short Sword"]


def test_gray_ooze_leaves_the_armed_alone() -> None:
    """One equipped Hero is enough."""
    table = dungeon(["2 x Militia", "Dagger"], ["Gray Ooze"])
    table.do("equip Dagger on Militia #1", "attack Gray Ooze")
    assert table.removed == []


def test_ebon_fume_takes_the_strongest_with_modified_strength() -> None:
    """Militia 2 + 2 + 2 = 6 by Rations equals the Squire's 6: the player chooses; the Cleric (4) is safe."""
    table = dungeon(["Militia", "Thyrian Squire", "Regian Cleric", "2 x Iron Rations"], ["Ebon Fume"])
    table.do("use Iron Rations #1 on Militia", "use Iron Rations #2 on Militia", "attack Ebon Fume")
    assert table.legal == ["destroy Militia", "destroy Thyrian Squire"]
    table.do("destroy Militia")
    assert table.removed == ["Militia"]


# Strength


def test_weapon_drops() -> None:
    """TS-8.3: the Squire (6 - 2 = 4) lets the Flaming Sword (5) fall, its Light too: 2 - 2 x (1 - 0) = 0."""
    table = dungeon(["Thyrian Squire", "Flaming Sword"], ["Suffering"])
    table.do("equip Flaming Sword on Thyrian Squire")
    assert table.reckon(1).value == 2 + 3
    table.do("attack Suffering")
    assert table.value == 0


def test_fed_hero_keeps_its_weapon() -> None:
    """6 + 2 - 2 = 6 carries 5: 2 + 3."""
    table = dungeon(["Thyrian Squire", "Flaming Sword", "Iron Rations"], ["Suffering"])
    table.do(
        "use Iron Rations on Thyrian Squire", "equip Flaming Sword on Thyrian Squire", "attack Suffering"
    )
    assert table.value == 5


def test_dwarf_keeps_its_bonus() -> None:
    """TS-8.3, A-14: Strength 6 - 2 = 4, the Flaming Sword (5) drops, the 4 of the Janissary stay: 2 + 4."""
    table = dungeon(["Dwarf Janissary", "Flaming Sword", GEM], ["Suffering"])
    table.do("equip Flaming Sword on Dwarf Janissary", "attack Suffering")
    assert table.value == 6


def test_polearm_needs_the_strength_in_the_battle() -> None:
    """Knight 8 - 2 = 6: the Polearm stays (2) but gives 2 instead of 6; halved by the Ghost: (4 + 2) // 2."""
    table = dungeon(["Thyrian Knight", "Polearm", GEM], ["Ghost"])
    table.do("equip Polearm on Thyrian Knight", "attack Ghost")
    assert table.value == 3


def test_revenant_destroys_the_weak() -> None:
    """Strength -4: Militia 2, Elf Wizard 3 and the fed Militia (2 + 2 - 4 = 0) die, the Squire (6) lives."""
    table = dungeon(["2 x Militia", "Elf Wizard", "Thyrian Squire", "Iron Rations"], ["Revenant"])
    table.do("use Iron Rations on Militia #1", "attack Revenant")
    assert table.removed == ["Militia", "Militia", "Elf Wizard"]


def test_grayskin_lizard() -> None:
    """Equipped Heroes +1: (1 + 1 + 1) + 1 = 4."""
    table = dungeon(["2 x Militia", "Dagger", GEM], ["Grayskin Lizard"])
    table.do("equip Dagger on Militia #1", "attack Grayskin Lizard")
    assert table.value == 4


# Heroes that cannot attack


def test_haunt_silences_a_hero_with_its_weapon() -> None:
    """The Squire with the Short Sword (6) or the Militia (1) falls silent."""
    hand = ["Thyrian Squire", "Short Sword", "Militia", GEM]
    for chosen, value in (("Thyrian Squire", 1), ("Militia", 2 + 4)):
        table = dungeon(hand, ["Haunt"]).do("equip Short Sword on Thyrian Squire", "attack Haunt")
        assert table.legal == ["Thyrian Squire cannot attack", "Militia cannot attack"]
        assert table.do(f"{chosen} cannot attack").value == value


def test_haunt_needs_a_hero_that_still_can() -> None:
    """EX-6: in Rank 1 the Feayn is no valid choice."""
    table = dungeon(["Dwarf Guardian", "Feayn Archer", "Militia", GEM], ["Haunt"]).do("attack Haunt")
    assert table.legal == ["Dwarf Guardian cannot attack", "Militia cannot attack"]
    alone = dungeon(["Feayn Archer", "Fireball", GEM], ["Haunt"]).do("attack Haunt")
    assert alone.value == 3


def test_silenced_light_is_reckoned_again() -> None:
    """TS-9.5: the Elf Wizard, the only Light in Rank 1, falls silent: Militia 1 - 2 = 0."""
    table = dungeon(["Elf Wizard", "Militia"], ["Haunt"]).do("attack Haunt")
    assert table.do("Elf Wizard cannot attack").value == 0


def test_revenant_kills_a_feayn_that_cannot_attack() -> None:
    """EX-6: Strength 4 - 4 = 0."""
    table = dungeon(["Feayn Archer"], ["Revenant"]).do("attack Revenant")
    assert table.removed == ["Feayn Archer"]


def test_darkness_can_still_be_survived_by_the_armed_only() -> None:
    """TS-11.8: unequipped Militia and Wizard give nothing; Killer 2 + Dagger 1 + Fireball 3 = 6 beats 6."""
    table = dungeon(["Militia", "Elf Wizard", "Redblade Killer", "Dagger", "Fireball", GEM], ["Darkness"])
    table.do("equip Dagger on Redblade Killer", "attack Darkness")
    assert (table.value, table.outcome) == (6, "won")


# Judgement: Strength -2, Attack -1 or Magic Attack -1 for every Hero


def test_judgement_lowers_each_hero() -> None:
    """Squire 2 - 1, Militia 1 - 1, Wizard's Magic 2 - 1: 1 + 0 + 1; nobody has a choice."""
    table = dungeon(["Thyrian Squire", "Militia", "Elf Wizard", GEM], ["Judgement"]).do("attack Judgement")
    assert table.value == 2


def test_judgement_asks_a_hero_with_both_kinds() -> None:
    """Janissary 6 with Flaming Sword 3, fed: 6 + 2 - 2 = 6 still carries 5. Either pool: 9 - 1."""
    table = dungeon(["Dwarf Janissary", "Flaming Sword", "Iron Rations", GEM], ["Judgement"])
    table.do("use Iron Rations on Dwarf Janissary", "equip Flaming Sword on Dwarf Janissary")
    table.do("attack Judgement")
    assert table.legal == [ATTACK + "Dwarf Janissary", MAGIC + "Dwarf Janissary"]
    assert table.do(MAGIC + "Dwarf Janissary").value == 8


def test_judgement_before_disease() -> None:
    """Squire 2 - 1 - 1 = 0 with one Disease; a second Disease finds nothing."""
    table = dungeon(["Thyrian Squire", "2 x Disease", GEM], ["Judgement"]).do("attack Judgement")
    assert table.value == 0


# Spoils

SHOP = {"Dagger": 3, "Short Sword": 3, "Iron Rations": 3, "Fireball": 3, "Militia": 3}


def test_spoils_buy_a_weapon() -> None:
    """TS-14.1: Gem 3 + Nixie in hand 4 = 7 gold buy Dagger (3) or Short Sword (6), no Militia."""
    table = dungeon(["Dwarf Janissary", "Fireball", "Nixie", GEM], ["Nixie"], village=SHOP).do("attack Nixie")
    assert table.outcome == "won"
    assert table.legal == ["buy Dagger", "buy Short Sword", "choose nothing more"]
    table.do("buy Short Sword")
    assert "Short Sword" in table.discard()
    assert table.state.stock == (3, 2, 3, 3, 3)


def test_spoils_with_the_full_gold_each() -> None:
    """B-19: Paladin (any card) and Janissary (Weapon), 4 + 3 = 7 gold each: two Short Swords at 6."""
    table = dungeon(["Dwarf Janissary", "Chalice Paladin", "Nixie", GEM], ["Nixie"], village=SHOP)
    table.do("attack Nixie", "buy Short Sword")
    assert "buy Militia" in table.legal, (
        "the Weapon was bought by the Janissary: the Paladin may buy anything"
    )
    table.do("buy Short Sword")
    assert table.discard().count("Short Sword") == 2


def test_spoils_need_a_victory_and_a_hero_that_attacked() -> None:
    """TS-14.2: Haunt (4) silences the Janissary; the Fireball and the Killer win without it."""
    hand = ["Dwarf Janissary", "Redblade Killer", "Fireball", GEM]
    for silent, buys in (("Dwarf Janissary", False), ("Redblade Killer", True)):
        table = dungeon(hand, ["Haunt"], village=SHOP).do("attack Haunt", f"{silent} cannot attack")
        assert table.outcome == "won"
        assert ("buy Dagger" in table.legal) is buys
    lost = dungeon(["Dwarf Janissary", GEM], ["Nixie"], village=SHOP).do("attack Nixie")
    assert lost.legal == []


def test_destroyed_cards_pay_no_gold() -> None:
    """Skaladak takes the Short Sword (3 gold): Gem 3 + Thief 2 = 5 are left for the Paladin's Spoils."""
    hand = ["Chalice Paladin", "Lorigg Thief", "Short Sword", "Fireball", GEM]
    table = dungeon(hand, ["Skaladak"], village={"Short Sword": 1, "Flaming Sword": 1})
    table.do("equip Short Sword on Lorigg Thief", "attack Skaladak")
    assert table.outcome == "won"  # 4 + 1 + 4 + 3 = 12
    assert table.legal == ["buy Flaming Sword", "choose nothing more"]


def test_gray_ooze_sells_food() -> None:
    """Spoils of the Monster itself: Gem 3 + Dagger 1 = 4 gold buy Iron Rations."""
    table = dungeon(["Amazon Queen", "Dagger", "Fireball", GEM], ["Gray Ooze"], village=SHOP)
    table.do("equip Dagger on Amazon Queen", "attack Gray Ooze")
    assert (table.value, table.outcome) == (2 + 1 + 3, "won")
    assert table.legal == ["buy Iron Rations", "choose nothing more"]


@pytest.mark.parametrize(("rank", "xp"), [(2, 1), (3, 1 + 1)])
def test_sniper_learns_from_the_farthest_rank(rank: int, xp: int) -> None:
    """Bonus XP in Rank 3 only: Sniper 4 + Militia 1 beats the Nixie (5, 1 XP)."""
    hall = ["Griffon", "Griffon", "Griffon"]
    hall[rank - 1] = "Nixie"
    table = dungeon(["Feayn Sniper", "Militia", GEM], hall).do("attack Nixie")
    assert (table.outcome, table.state.me.xp) == ("won", xp)


def test_experience_is_told_as_what_the_player_holds() -> None:
    """Two Experience Points at hand; the Nixie brings 1."""
    table = dungeon(["Feayn Sniper", "Militia", GEM], ["Griffon", "Nixie"], xp=2).do("attack Nixie")
    told = [(entry.before, entry.after) for entry in table.entries if entry.quantity == "xp"]
    assert told == [(2, 3)]


def test_sphinx_shows_six_cards() -> None:
    """Three Fireballs, 9, beat 8. Six cards of the deck: destroy some, discard the others."""
    deck = ["3 x Torch", "2 x Disease", "Militia", "Dagger"]
    table = dungeon(["3 x Fireball"], ["Sphinx"], deck=deck).do("attack Sphinx")
    assert table.outcome == "won"
    seen = ["Disease", "Militia", "Torch"]
    assert table.legal == [*(f"destroy revealed {card}" for card in seen), "choose nothing more"]
    table.do("destroy revealed Disease", "destroy revealed Militia", "choose nothing more")
    assert table.removed == ["Militia"]
    assert (table.state.tally.lost, table.state.tally.diseases_destroyed) == (1, 1)
    assert sorted(table.discard()) == ["Disease", *["Fireball"] * 3, "Sphinx", *["Torch"] * 3]


def test_sphinx_may_shuffle() -> None:
    """TS-3.4: two cards of the deck, then the discard pile with the Sphinx is shuffled: 4 of 6 come."""
    discard = ["4 x Dagger", "Militia"]
    table = dungeon(["3 x Fireball"], ["Sphinx"], deck=["2 x Torch"], discard=discard).do("attack Sphinx")
    assert table.game.mover(table.state) == CHANCE
    assert [table.game.notation(table.state, event) for event, _ in table.game.chance(table.state)] == [
        "draw Dagger",
        "draw Militia",
        "draw Sphinx",
    ]


def test_sphinx_reveals_all_that_is_left() -> None:
    """Deck and discard pile hold four cards: all of the six that it asks for, in whatever order."""
    table = dungeon(["3 x Fireball"], ["Sphinx"], deck=["2 x Torch"], discard=["Dagger"]).do("attack Sphinx")
    assert table.game.mover(table.state) == 0


def test_chalice_paladin_buys_heroes_too() -> None:
    """Any card of the Village: with 4 + 3 gold a Chalice Quester (7)."""
    table = dungeon(["Chalice Paladin", "Militia", "Nixie", GEM], ["Nixie"], village={"Chalice Quester": 1})
    assert table.do("attack Nixie").legal == ["buy Chalice Quester", "choose nothing more"]


def test_unknown_village_sells_no_spoils() -> None:
    table = dungeon(["Chalice Paladin", "Militia", GEM], ["Nixie"], others=[player()]).do("attack Nixie")
    assert (table.outcome, table.legal) == ("won", ["choose nothing more"])
