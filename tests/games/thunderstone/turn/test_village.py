"""Visits to the Village, levelling up, and rests. (TS-4, TS-5, TS-6)"""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import Table, player, position, village
from tsolve import api
from tsolve.engine import CHANCE, UNKNOWN

SHOP = {"Militia": 9, "Torch": 5, "Dagger": 5, "Flaming Sword": 2, "Banish": 1, "Spear": 0}
BUY, LEVEL, END = "go on to the purchases", "go on to levelling up", "end the turn"
PAWN = "use Pawnbroker (destroy a card with a Gold Value: its Gold Value + 3 gold) destroying "


# Gold and purchases


def test_gold_of_the_revealed_cards() -> None:
    """EX-1: Torch 2 + Dagger 1 + Griknack Goblin 1 + Iron Rations 2 = 6 buys a Flaming Sword (5)."""
    table = village(["Torch", "Dagger", "Griknack Goblin", "Iron Rations", "Disease"], village=SHOP).do(BUY)
    assert table.state.gold == 6
    table.do("buy Flaming Sword")
    assert table.state.gold == 1
    assert table.discard() == ["Flaming Sword"]
    assert table.state.stock == (9, 5, 5, 1, 1, 0)
    assert table.legal == [LEVEL], "one purchase only"


def test_what_cannot_be_bought() -> None:
    """3 gold: a Flaming Sword (5) and a Banish (4) are too dear, the Spears are sold out. (TS-4.4, TS-1.4)"""
    table = village(["Torch", "Dagger"], village=SHOP).do(BUY)
    assert table.legal == ["buy Militia", "buy Torch", "buy Dagger", LEVEL]
    assert table.refused("buy Flaming Sword").reason == "Flaming Sword costs 5, you have 3 gold"
    assert table.refused("buy Banish").rulings == ("TS-4.4",)


def test_only_the_top_of_a_stack_is_sold() -> None:
    """TS-2.2, B-09: the second level lies under the first until that is gone."""
    gold = ["4 x Nixie"]  # 4 gold each
    first = village(gold, village={"Elf Wizard": 1, "Elf Sorcerer": 4, "Elf Archmage": 2}).do(BUY)
    assert first.legal == ["buy Elf Wizard", LEVEL]
    later = village(gold, village={"Elf Wizard": 0, "Elf Sorcerer": 4, "Elf Archmage": 2}).do(BUY)
    assert later.legal == ["buy Elf Sorcerer", LEVEL]


def test_purchase_effect_and_its_limit() -> None:
    """Barkeep: two purchases, together within the gold: 1 + 4 + 4 = 9 = Flaming Sword 5 + Banish 4."""
    table = village(["Barkeep", "2 x Nixie"], village=SHOP).do("use Barkeep (1 more purchase)", BUY)
    assert (table.state.gold, table.state.purchases) == (9, 2)
    table.do("buy Flaming Sword")
    assert "buy Flaming Sword" not in table.legal
    table.do("buy Banish")
    assert (table.state.gold, table.legal) == (0, [LEVEL])


def test_destroyed_barkeep_does_not_pay_its_own_gold() -> None:
    """TS-4.3: 2 for destroying it, Torch 2, and not its own 1."""
    table = village(["Barkeep", "Torch"], village=SHOP)
    table.do("use Barkeep (destroy this card: 2 gold)", BUY)
    assert table.state.gold == 2 + 2
    assert table.removed == ["Barkeep"]


def test_gold_deed_of_the_trainer() -> None:
    """2 for the destroyed Trainer, Torch 2."""
    table = village(["Trainer", "Torch"], village=SHOP)
    table.do("use Trainer (destroy this card: 2 gold)", BUY)
    assert table.state.gold == 4


def test_pawnbroker() -> None:
    """TS-4.3: X + 3 for a Short Sword of 3, +2 for itself (X + 5 in all), and the Torch's 2: 10."""
    table = village(["Pawnbroker", "Short Sword", "Torch", "Disease", "Fireball"], village=SHOP)
    assert [text for text in table.legal if "destroying" in text] == [PAWN + "Short Sword", PAWN + "Torch"]
    table.do(PAWN + "Short Sword")
    assert table.state.gold == 6
    table.do("use Pawnbroker (destroy this card: 2 gold)", BUY)
    assert table.state.gold == 3 + 5 + 2
    assert table.removed == ["Short Sword", "Pawnbroker"]


def test_ability_of_a_destroyed_card_is_gone() -> None:
    """TS-4.2: destroyed for gold, the Pawnbroker buys nothing any more; unused it may be pawned by nobody."""
    table = village(["Pawnbroker", "Torch"], village=SHOP).do("use Pawnbroker (destroy this card: 2 gold)")
    assert table.legal == [BUY]


def test_trainer() -> None:
    """A Militia becomes 2 XP, once a turn for each Trainer; a second Trainer may do it again."""
    teach = "use Trainer (destroy a Militia: 2 XP) destroying Militia"
    table = village(["Trainer", "3 x Militia"], village=SHOP).do(f"{teach} #1")
    assert table.state.me.xp == 2
    assert not [text for text in table.legal if "Militia" in text]
    pair = village(["2 x Trainer", "2 x Militia"], village=SHOP)
    pair.do("use Trainer #1 (destroy a Militia: 2 XP) destroying Militia #1")
    pair.do("use Trainer #2 (destroy a Militia: 2 XP) destroying Militia #2")
    assert pair.state.me.xp == 4
    assert pair.removed == ["Militia", "Militia"]


@pytest.mark.parametrize(("reading", "drawn"), [("5", 2 + 3), ("7", 2 + 5)])
def test_town_guard(reading: str, drawn: int) -> None:
    """EX-2, A-39: two cards, then three more (or five) when it is destroyed."""
    table = village(["Town Guard"], deck=["9 x Torch"], town_guard_total=reading)
    table.do(f"use Town Guard (draw {2} cards)")
    assert table.hand == ["Town Guard", "Torch", "Torch"]
    table.do(f"use Town Guard (destroy this card: draw {drawn - 2} cards)")
    assert table.hand == ["Torch"] * drawn


def test_each_ability_once() -> None:
    table = village(["Town Guard"], deck=["9 x Torch"]).do("use Town Guard (draw 2 cards)")
    assert "you have used" in table.refused("use Town Guard (draw 2 cards)").reason


def test_dungeon_effects_do_not_work_in_the_village() -> None:
    assert village(["Iron Rations", "Militia"], village=SHOP).legal == [BUY]


# Drawing


def test_what_is_left_is_drawn_before_shuffling() -> None:
    """TS-3.4: the last card of the deck, then one of the three of the discard pile."""
    table = village(["Town Guard"], deck=["Torch"], discard=["Dagger", "2 x Militia"])
    table.do("use Town Guard (draw 2 cards)")
    assert table.hand == ["Town Guard", "Torch"]
    assert table.game.mover(table.state) == CHANCE
    assert [
        (table.game.notation(table.state, event), weight) for event, weight in table.game.chance(table.state)
    ] == [("draw Dagger", 1), ("draw Militia", 2)]
    assert table.discard() == ["Dagger", "Militia", "Militia"], "not shuffled before a card is really drawn"
    table.act(table.game.chance(table.state)[1][0])
    assert table.hand == ["Town Guard", "Torch", "Militia"]
    assert table.discard() == []


def test_deck_that_runs_out_exactly_is_not_shuffled() -> None:
    """TS-3.4: two cards are needed and there: the discard pile stays."""
    table = village(["Town Guard"], deck=["Torch", "Dagger"], discard=["Militia"])
    table.do("use Town Guard (draw 2 cards)")
    assert table.hand == ["Town Guard", "Torch", "Dagger"]
    assert table.discard() == ["Militia"]


def test_nothing_left_to_draw() -> None:
    table = village(["Town Guard"], deck=["Torch"]).do("use Town Guard (draw 2 cards)")
    assert table.hand == ["Town Guard", "Torch"]
    assert BUY in table.legal


def test_unknown_deck_stops_the_engine() -> None:
    table = village(["Town Guard"]).do("use Town Guard (draw 2 cards)")
    assert table.game.mover(table.state) == UNKNOWN


def test_end_of_a_turn() -> None:
    """TS-3.2, TS-3.3: the whole hand is discarded, six cards are drawn, the left neighbour goes on."""
    state = position(
        ["Torch", "Disease"], deck=["6 x Dagger", "Militia"], village=SHOP, others=[player(["2 x Spear"])]
    )
    table = Table(state).do("visit the Village", BUY, LEVEL, END).chance()
    assert table.state.active == 1
    assert table.hand == ["Spear", "Spear"]
    assert table.state.players[0].hand == ("dagger",) * 6
    assert table.discard() == ["Torch", "Disease"]


def test_hand_smaller_than_six_when_the_cards_run_out() -> None:
    """TS-3.4: two cards in all can be drawn."""
    table = village(["Torch"], deck=["Dagger"], village=SHOP).do(BUY, LEVEL, END).chance()
    assert sorted(table.state.players[0].hand or ()) == ["dagger", "torch"]


# Levelling up

ELVES = {"Elf Wizard": 6, "Elf Sorcerer": 4, "Elf Archmage": 2, "Dwarf Guardian": 1, "Regian Cleric": 0}


def test_level_up() -> None:
    """EX-3, TS-6.1: 2 XP, the Elf Wizard leaves, the Elf Sorcerer comes to the discard pile."""
    table = village(["Elf Wizard"], xp=2, village=ELVES).do(BUY, LEVEL)
    table.do("level up Elf Wizard to Elf Sorcerer")
    assert table.state.me.xp == 0
    assert table.removed == ["Elf Wizard"]
    assert table.discard() == ["Elf Sorcerer"]
    assert table.state.stock == (6, 3, 2, 1, 0)
    assert table.legal == [END], "never twice in a turn (TS-6.1)"
    assert table.state.tally.lost == 0


def test_any_number_of_heroes_level_up() -> None:
    """TS-4.5: 2 + 3 XP out of 6; the Archmage has no next level."""
    table = village(["Elf Wizard", "Elf Sorcerer", "Elf Archmage"], xp=6, village=ELVES).do(BUY, LEVEL)
    table.do("level up Elf Wizard to Elf Sorcerer", "level up Elf Sorcerer to Elf Archmage")
    assert table.state.me.xp == 1
    assert table.legal == [END]


def test_level_up_needs_experience_and_a_card() -> None:
    """TS-6.1, TS-6.3: too few XP; the next level sold out."""
    poor = village(["Elf Wizard"], xp=1, village=ELVES).do(BUY, LEVEL)
    assert poor.refused("level up Elf Wizard to Elf Sorcerer").reason == "Elf Wizard needs 2 XP, you have 1"
    empty = village(["Elf Wizard"], xp=9, village=ELVES | {"Elf Sorcerer": 0}).do(BUY, LEVEL)
    assert empty.refused("level up Elf Wizard to Elf Sorcerer").rulings == ("TS-6.3",)
    assert empty.legal == [END]


def test_militia_become_any_level_one_hero_left() -> None:
    """TS-6.2: 3 XP; the Regian Clerics are gone."""
    table = village(["2 x Militia"], xp=5, village=ELVES).do(BUY, LEVEL)
    assert table.legal == [
        "level up Militia #1 to Elf Wizard",
        "level up Militia #1 to Dwarf Guardian",
        END,
    ]
    table.do("level up Militia #1 to Dwarf Guardian")
    assert table.state.me.xp == 2
    assert table.legal == [END], "2 XP are not enough for the other one"


@pytest.mark.parametrize(("reading", "left"), [("3", 4 - 3), ("2", 4 - 2)])
def test_level_cost_of_the_elf_sorcerer(reading: str, left: int) -> None:
    """A-27"""
    table = village(["Elf Sorcerer"], xp=4, village=ELVES, elf_sorcerer_levelup=reading).do(BUY, LEVEL)
    table.do("level up Elf Sorcerer to Elf Archmage")
    assert table.state.me.xp == left


def test_gold_of_a_hero_counts_before_it_levels_up() -> None:
    """TS-6.4: Lorigg Thief pays 2 gold and then becomes a Rogue."""
    table = village(["Lorigg Thief"], xp=2, village={"Lorigg Rogue": 4, "Torch": 1, "Iron Rations": 3})
    table.do(BUY, "buy Iron Rations", LEVEL, "level up Lorigg Thief to Lorigg Rogue")
    assert table.discard() == ["Iron Rations", "Lorigg Rogue"]


def test_village_example() -> None:
    """EX-7: Trainer 2 + destroyed Barkeep 2 + Thief 2 + Torch 2 + Dagger 1 + Unchained 1 = 10 gold.

    Kept, the Barkeep pays its 1: 2 + 1 + 2 + 2 + 1 + 1 = 9.
    """
    hand = ["Barkeep", "Town Guard", "Lorigg Thief", "The Unchained", "Militia", "Battle Fury"]
    deck = ["Disease", "Outlands Slayer", "Trainer", "Torch", "Dagger"]
    stalls = {"Short Sword": 2, "Banish": 2, "Lorigg Rogue": 4, "Outlands Khan": 2, "Torch": 1}
    table = village(hand, deck=deck, xp=3, village=stalls)
    table.do(
        "use Barkeep (1 more purchase)",
        "use Town Guard (draw 2 cards)",
        "use Town Guard (destroy this card: draw 3 cards)",
        "use Trainer (destroy a Militia: 2 XP) destroying Militia",
        "use Trainer (destroy this card: 2 gold)",
    )
    kept = Table(table.state).do(BUY)
    assert kept.state.gold == 9
    table.do("use Barkeep (destroy this card: 2 gold)", BUY)
    assert table.state.gold == 10
    table.do("buy Short Sword", "buy Banish", LEVEL)
    table.do("level up Lorigg Thief to Lorigg Rogue", "level up Outlands Slayer to Outlands Khan")
    assert (table.state.gold, table.state.me.xp) == (0, 3 + 2 - 2 - 3)


# Rest


def test_rest_destroys_up_to_one_card() -> None:
    """EX-9, TS-5.1: a Disease goes back to its stack; no ability may be used."""
    hand = ["Disease", "2 x Militia", "Dagger", "Trainer", "Sphinx"]
    table = Table(position(hand)).do("rest")
    names = ["Disease", "Militia #1", "Dagger", "Trainer", "Sphinx"]
    assert table.legal == [*(f"destroy {name}" for name in names), "destroy nothing"]
    table.do("destroy Disease")
    assert table.removed == []
    assert (table.state.tally.lost, table.state.tally.diseases_destroyed) == (0, 1)
    assert sorted(table.discard()) == ["Dagger", "Militia", "Militia", "Sphinx", "Trainer"]


def test_rest_destroys_for_good() -> None:
    table = Table(position(["Sphinx"])).do("rest", "destroy Sphinx")
    assert table.removed == ["Sphinx"]
    assert table.state.tally.lost == 1


def test_a_purchase_after_a_level_comes_too_late() -> None:
    position = api.position(
        game="thunderstone",
        turn="village",
        hand=["Thyrian Squire", "Torch", "Dagger"],
        xp=3,
        village={"Thyrian Knight": 4, "Torch": 5},
        line=["level up Thyrian Squire"],
        claims=[{"illegal": "buy Torch", "after": 1}],
    )

    (claim,) = api.check(position).claims

    assert claim.verdict == "confirmed"
    assert "before you level up" in claim.reason
