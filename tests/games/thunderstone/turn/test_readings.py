"""Interpretations in the engine, each of their readings. (A-02 to A-50, B-03)

Those that change an Attack Value stand in test_attack_value.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, dungeon, enter, player, ruleset, village

GEM = "Lightstone Gem"  # Light 3: no Light Penalty in any Rank


# Destroyed cards


@pytest.mark.parametrize(("reading", "removed"), [("survive", []), ("destroy", ["Militia"])])
def test_strength_zero(reading: str, removed: list[str]) -> None:
    """A-09: Suffering, Militia 2 - 2 = 0; the Squire 6 - 2 lives."""
    table = dungeon(["Militia", "Thyrian Squire"], ["Suffering"], strength_zero=reading).do(
        "attack Suffering"
    )
    assert table.removed == removed


@pytest.mark.parametrize("reading", ["after_refill_and_breach", "end_of_battle"])
def test_destroyed_leave(reading: str) -> None:
    """A-10: the Black Slime destroys the Militia, Tyxr comes to Rank 1: may it still be discarded?"""
    hand = ["Amazon Queen", "Fireball", "Militia", GEM]
    table = dungeon(hand, ["Black Slime", "Tyxr the Old"], destroyed_leave=reading).do("attack Black Slime")
    still_there = reading == "after_refill_and_breach"
    assert ("player 1 discards Militia" in table.legal) is still_there
    if still_there:
        table.do("player 1 discards Militia")
        assert table.removed == ["Militia"], "it leaves the game all the same"
    assert len(table.legal) == 3


@pytest.mark.parametrize(
    ("reading", "leave", "score"),
    [
        ("gone", "after_refill_and_breach", 9),
        ("gone", "end_of_battle", 9),
        ("counts", "after_refill_and_breach", 11),
        ("counts", "end_of_battle", 9),
    ],
)
def test_destroyed_as_the_game_ends(reading: str, leave: str, score: int) -> None:
    """Queen 2 + Short Sword 4 + Fireball 3 = 9 defeats Knightmare (6 VP), which destroys the Queen (2 VP):
    the Stone (3 VP) comes to Rank 1. She is lost by every reading.
    """
    hand = ["Amazon Queen", "Fireball", "Short Sword", GEM]
    hall = ["Knightmare", "Stone of Mystery"]
    table = dungeon(hand, hall, destroyed_as_the_game_ends=reading, destroyed_leave=leave)
    table.do("equip Short Sword on Amazon Queen", "attack Knightmare")
    assert table.state.over
    assert table.removed == ["Amazon Queen"]
    assert table.state.tally.lost == 1
    assert table.game.scores(table.state)[0] == score


@pytest.mark.parametrize(("reading", "buys"), [("allowed", True), ("lost", False)])
def test_spoils_of_destroyed_hero(reading: str, buys: bool) -> None:
    """A-19: Knightmare (8, Light 1 + 2 by the Gem) destroys the Janissary: 2 + 3 + 3 = 8 wins."""
    hand = ["Dwarf Janissary", "2 x Fireball", GEM]
    table = dungeon(hand, ["Knightmare"], village={"Dagger": 1}, spoils_of_destroyed_hero=reading)
    table.do("attack Knightmare")
    assert table.outcome == "won"
    assert ("buy Dagger" in table.legal) is buys


@pytest.mark.parametrize(("reading", "buys"), [("no", False), ("yes", True)])
def test_spoils_of_trophy_in_hand(reading: str, buys: bool) -> None:
    """A-19: a Gray Ooze in the hand, a Nixie (5) defeated: Queen 2 + Fireball 3."""
    hand = ["Amazon Queen", "Fireball", "Gray Ooze", GEM]
    table = dungeon(hand, ["Nixie"], village={"Iron Rations": 1}, spoils_of_trophy_in_hand=reading)
    table.do("attack Nixie")
    assert ("buy Iron Rations" in table.legal) is buys


@pytest.mark.parametrize("monster", ["Skaladak", "Red Jelly"])
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_thrown_spear_is_target(monster: str, reading: str) -> None:
    """A-50: the effect may spend itself on the thrown Spear, or must take the Dagger."""
    hand = ["Lorigg Thief", "Spear", "Dagger", GEM]
    table = dungeon(hand, [monster], thrown_spear_is_target=reading)
    table.do("equip Spear on Lorigg Thief", "use Spear", f"attack {monster}")
    if reading == "yes":
        assert table.legal == ["destroy Spear", "destroy Dagger"]
        table.do("destroy Spear")
        assert table.removed == ["Spear"]
    else:
        assert table.removed == ["Spear", "Dagger"]
    assert table.state.tally.lost == (1 if reading == "yes" else 2)


@pytest.mark.parametrize(
    ("reading", "legal"),
    [
        ("self_only", ["destroy Banish", "destroy Torch"]),
        ("any", ["destroy Banish", "destroy Magical Aura", "destroy Torch"]),
        ("never", ["destroy Torch"]),
    ],
)
def test_used_card_as_cost(reading: str, legal: list[str]) -> None:
    """A-18: a Magical Aura that was used, and the Banish itself."""
    hand = ["Banish", "Magical Aura", "Torch"]
    table = dungeon(hand, ["Nixie"], deck=[], dungeon=["Griffon"], used_card_as_cost=reading)
    assert table.do("use Magical Aura", "use Banish on Nixie").legal == legal


# Single cards


@pytest.mark.parametrize(("reading", "xp", "points"), [("original", 2, 4), ("advance", 1, 3)])
def test_reprint_numbers(reading: str, xp: int, points: int) -> None:
    """A-28: Queen 2 (and 2 VP), two Fireballs 6: 8 beats the Succubus (6)."""
    table = dungeon(["Amazon Queen", "2 x Fireball", GEM], ["Succubus"], reprint_numbers=reading)
    table.do("attack Succubus")
    assert table.state.me.xp == xp
    assert table.game.scores(table.state)[0] == 2 + points


@pytest.mark.parametrize(("reading", "drawn"), [("1", 1), ("2", 2)])
def test_regian_bishop_disease_draw(reading: str, drawn: int) -> None:
    """A-27"""
    table = dungeon(
        ["Regian Bishop", "Disease"], ["Nixie"], deck=["3 x Torch"], regian_bishop_disease_draw=reading
    )
    use = next(text for text in table.legal if "destroying Disease" in text)
    assert table.do(use).hand == ["Regian Bishop", *["Torch"] * drawn]


def test_sorcerer_timing() -> None:
    """A-16: after the victory, or as a Dungeon Effect."""
    hand = ["Elf Sorcerer", "Fireball", GEM]
    hall = ["Nixie", "Griffon"]
    after = dungeon(hand, hall, dungeon=["Sphinx", "Famine"])
    assert "use Elf Sorcerer on Griffon" not in after.legal
    assert after.do("attack Nixie").legal == ["send Griffon down", "choose nothing more"]
    before = dungeon(hand, hall, dungeon=["Sphinx", "Famine"], sorcerer_timing="preparation")
    before.do("use Elf Sorcerer on Griffon", "attack Nixie")
    assert before.hall == ["Sphinx", "Famine", "Griffon"]


@pytest.mark.parametrize(("reading", "again"), [("per_stay_in_hall", True), ("per_game", False)])
def test_breach_memory(reading: str, again: bool) -> None:
    """A-20: the Archduke, its Breach spent, goes under the empty deck, comes back and reaches Rank 1."""
    table = dungeon(
        ["3 x Elf Archmage"],
        ["Archduke of Pain", "Nixie", "Griffon"],
        dungeon=[],
        village={"Militia": 5},
        breach_memory=reading,
    )
    table.do("use Elf Archmage #1 on Archduke of Pain")
    assert table.hall == ["Nixie", "Griffon", "Archduke of Pain"]
    table.do("use Elf Archmage #2 on Nixie", "use Elf Archmage #3 on Griffon")
    assert table.hall == ["Archduke of Pain", "Nixie", "Griffon"]
    assert table.state.stock == ((3,) if again else (5,))


@pytest.mark.parametrize("reading", ["per_stay_in_hall", "per_game"])
def test_breach_memory_within_the_hall(reading: str) -> None:
    """A-20: moved to Rank 2 and back by two Banishes it does not breach again."""
    hall = ["Archduke of Pain", "Nixie", "Griffon"]
    table = dungeon(["2 x Banish", "2 x Torch"], hall, deck=[], village={"Militia": 5}, breach_memory=reading)
    table.do("use Banish #1: arrange the Hall as Nixie, Archduke of Pain, Griffon", "destroy Torch #1")
    table.do("use Banish #2: arrange the Hall as Archduke of Pain, Nixie, Griffon", "destroy Torch #2")
    assert table.state.stock == (5,)


def test_others_discard() -> None:
    """A-38: optional, or before anything is attacked, and before the turn ends without a battle."""
    robber = ["Lorigg Rogue"]
    others = [player(["Torch"])]
    free = dungeon(robber, ["Nixie"], others=others, others_discard="optional")
    assert free.legal == ["use Lorigg Rogue", "attack Nixie"]
    bound = dungeon(robber, ["Nixie"], others=others, others_discard="forced")
    assert bound.legal == ["use Lorigg Rogue"]
    assert bound.refused("attack Nixie").rulings == ("key.others_discard", "card.lorigg_rogue")
    assert bound.do("use Lorigg Rogue").legal == ["attack Nixie"]
    nobody = dungeon(robber, [], dungeon=[], others=others, others_discard="forced")
    assert nobody.legal == ["use Lorigg Rogue"]
    assert nobody.do("use Lorigg Rogue").legal == ["attack nobody"]


@pytest.mark.parametrize(("reading", "allowed"), [("allowed", True), ("forbidden", False)])
def test_cleric_empty_deck(reading: str, allowed: bool) -> None:
    """A-41: the Disease goes, nothing is drawn."""
    text = "use Regian Cleric destroying Disease"
    table = dungeon(["Regian Cleric", "Disease"], ["Nixie"], deck=[], cleric_empty_deck=reading)
    assert (text in table.legal) is allowed
    if allowed:
        assert table.do(text).hand == ["Regian Cleric"]
    else:
        assert table.refused(text).rulings == ("key.cleric_empty_deck", "TS-3.4")
    full = dungeon(["Regian Cleric", "Disease"], ["Nixie"], deck=["Torch"], cleric_empty_deck=reading)
    assert text in full.legal


@pytest.mark.parametrize(("reading", "allowed"), [("allowed", True), ("forbidden", False)])
@pytest.mark.parametrize("spell", ["Arcane Energies", "Magical Aura"])
def test_draw_spell_empty_deck(spell: str, reading: str, allowed: bool) -> None:
    """A-41"""
    table = dungeon([spell], ["Nixie"], deck=[], draw_spell_empty_deck=reading)
    assert (f"use {spell}" in table.legal) is allowed


@pytest.mark.parametrize(("reading", "allowed"), [("allowed", True), ("forbidden", False)])
def test_pawn_militia(reading: str, allowed: bool) -> None:
    """B-03: 0 + 3 gold."""
    table = village(["Pawnbroker", "Militia"], village={"Torch": 1}, pawn_militia=reading)
    pawns = [text for text in table.legal if text.endswith("destroying Militia")]
    assert bool(pawns) is allowed
    if allowed:
        assert table.do(*pawns).state.gold == 3


@pytest.mark.parametrize(("reading", "left"), [("spent", (3,)), ("to_come", (1,))])
def test_setup_breach(reading: str, left: tuple[int, ...]) -> None:
    """The Archduke lies in Rank 1 from the set-up, is moved to Rank 2, and slides back: 3 - 2 Militia."""
    hall = ["Archduke of Pain", "Nixie"]
    table = dungeon(
        ["Banish", "Torch"], hall, deck=[], dungeon=[], village={"Militia": 3}, setup_breach=reading
    )
    first, *others = table.state.hall
    table.state = replace(table.state, hall=(replace(first, breached=False, dealt=True), *others))
    table.do("use Banish: arrange the Hall as Nixie, Archduke of Pain", "destroy Torch", "attack Nixie")
    assert table.state.stock == left


def test_basics_are_village() -> None:
    """A-15: no card of the base game asks for it, so the facts of all cards are the same."""
    assert book(basics_are_village="militia_too").cards == book(basics_are_village="items_only").cards


@pytest.mark.parametrize(("reading", "left"), [("spared", (2, 3, 5)), ("taken", (2, 1, 5))])
def test_wind_fury_heroes(reading: str, left: tuple[int, ...]) -> None:
    """Two cards of each stack with 3 gold on top: Short Sword 4 - 2, the Rogues 3 - 2; a Torch has 2."""
    stacks = {"Short Sword": 4, "Lorigg Rogue": 3, "Torch": 5}
    hall = ["Harpy", "Wind Fury", "Half-Ogre"]
    table = enter(
        ["Veteran Warrior", "Militia", "Torch"], hall, dungeon=[], village=stacks, wind_fury_heroes=reading
    )
    table.do("attack Harpy")
    assert table.outcome == "won"  # 3 + 1 against Health 4; the Wind Fury slides to Rank 1
    assert table.state.stock == left


@pytest.mark.parametrize(("reading", "more"), [("all_decks", ["Militia"]), ("own_deck", [])])
def test_teeth_strength(reading: str, more: list[str]) -> None:
    """A Militia (2) alone in its deck; in the other a Thief (4) and a Warrior (7), spared either way."""
    others = [player(deck=["Militia", "Torch"]), player(deck=["Lorigg Thief", "Outlands Warrior"])]
    table = enter(
        ["2 x Thyrian Squire", "Torch"],
        ["Harpy", "Half-Ogre", "Griffon"],
        dungeon=["Dragon's Teeth", "Nixie"],
        others=others,
        teeth_strength=reading,
    ).do("attack Harpy")
    assert table.removed == ["Dragon's Teeth", "Thyrian Squire", *more, "Lorigg Thief"]


def test_every_interpretation_is_tested_here_or_beside() -> None:
    """Those of Attack Values have a file of their own, those of the Town Guard and of levelling stand with
    the Village, those of Dragonspire by its cards; puzzles show both sides of late Heroes and of prices.
    """
    files = (Path(__file__), Path(__file__).with_name("test_attack_value.py"))
    here = "".join(file.read_text(encoding="utf-8") for file in files)
    beside = {"elf_sorcerer_levelup", "town_guard_total"}
    beside |= {"polymorph_breach", "quartermaster_match", "soul_gem_vp"}
    beside |= {"cabal_sage_attack", "evoker_rank_one", "templar_spoils", "used_item_clause", "guardian_depth"}
    beside |= {"cabal_reused_spell", "plain_spell_twice", "weapon_returns"}
    beside |= {"revealed_counts", "surplus_of_globals", "words_and_sapphire"}
    beside |= {"late_heroes", "prepared_card_as_cost", "borrowed_hero_as_cost"}
    beside |= {"veteran_heroes", "reused_spell_bonus", "unused_light_item"}
    assert {key for key in ruleset().interpretations if key not in here} - beside == set()
