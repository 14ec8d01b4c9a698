"""Every interpretation in the engine, each of its readings. (A-02 to A-50, B-03)"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.games.thunderstone.builders import Table, book, dungeon, player, ruleset, village

GEM = "Lightstone Gem"  # Light 3: no Light Penalty in any Rank
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


def test_basics_are_village() -> None:
    """A-15: no card of the base game asks for it, so the facts of all cards are the same."""
    assert book(basics_are_village="militia_too").cards == book(basics_are_village="items_only").cards


def test_every_interpretation_is_tested_here_or_beside() -> None:
    """Those of the Town Guard and of levelling stand with the Village, those of Dragonspire by its cards."""
    here = Path(__file__).read_text(encoding="utf-8")
    beside = {"elf_sorcerer_levelup", "town_guard_total"}
    beside |= {"polymorph_breach", "quartermaster_match", "soul_gem_vp"}  # test_dragonspire_village.py
    beside |= {"cabal_sage_attack", "evoker_rank_one", "templar_spoils", "used_item_clause", "guardian_depth"}
    beside |= {"cabal_reused_spell", "plain_spell_twice", "weapon_returns"}
    assert {key for key in ruleset().interpretations if key not in here} - beside == set()
