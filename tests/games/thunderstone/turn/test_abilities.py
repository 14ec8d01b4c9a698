"""The preparation step of a Dungeon turn: Weapons and Dungeon Effects. (TS-7.2, TS-7.3, TS-8)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, dungeon, player, position
from tsolve.engine import CHANCE
from tsolve.errors import IllegalActionError
from tsolve.games.thunderstone.actions import Attack, Buy, Destroy, Equip, LevelUp, Pass, Use, Visit

NIXIES = ["Nixie", "Nixie", "Nixie"]  # no effect, Health 5

# Weapons


def test_weight_and_strength() -> None:
    """TS-8.1: a Short Sword weighs 4, a Militia has Strength 2, an Elf Wizard 3, a Lorigg Thief 4."""
    table = dungeon(["Short Sword", "Militia", "Elf Wizard", "Lorigg Thief"], NIXIES)
    assert [text for text in table.legal if text.startswith("equip")] == ["equip Short Sword on Lorigg Thief"]
    refusal = table.refused("equip Short Sword on Militia")
    assert refusal.reason == "too heavy: Weight 4, Strength 2"
    assert refusal.rulings == ("TS-8.1",)


def test_one_weapon_each() -> None:
    """TS-8.1: after the first Dagger neither the Hero nor the Dagger is free."""
    table = dungeon(["2 x Dagger", "Militia"], NIXIES).do("equip Dagger #1 on Militia")
    assert not [text for text in table.legal if text.startswith("equip")]
    assert "already carries a Weapon" in table.refused("equip Dagger #2 on Militia").reason


def test_rations_add_up() -> None:
    """TS-8.4: Militia 2 + 2 + 2 = 6 carries a Flaming Sword of 5; with one Ration (4) it could not."""
    table = dungeon(["Flaming Sword", "Militia", "2 x Iron Rations"], NIXIES)
    table.do("use Iron Rations #1 on Militia")
    assert not [text for text in table.legal if text.startswith("equip")]
    table.do("use Iron Rations #2 on Militia", "equip Flaming Sword on Militia")
    assert not [text for text in table.legal if text.startswith("use")], "each was eaten"


def test_aura_makes_weapons_light() -> None:
    """Weight 0 for all Weapons, and one card is drawn."""
    table = dungeon(["Flaming Sword", "Militia", "Magical Aura"], NIXIES, deck=["Torch"])
    table.do("use Magical Aura", "equip Flaming Sword on Militia")
    assert table.hand[-1] == "Torch"


# Deeds


def test_feast_and_battle_fury() -> None:
    """Every Hero: Feast Strength +3, Attack +1; Battle Fury +1. Attack 2 x (1 + 1 + 1) = 6; Strength 5."""
    table = dungeon(["2 x Militia", "Feast", "Battle Fury", "Flaming Sword", "Lightstone Gem"], NIXIES)
    table.do("use Feast", "use Battle Fury", "equip Flaming Sword on Militia #1")
    result = table.reckon(1)
    assert (result.attack, result.magic) == (6, 3)
    assert not [text for text in table.legal if text.startswith("use")]


def test_heroes_drawn_later_are_rallied_too() -> None:
    """ "Every Hero": (1 + 1) + (1 + 1) = 4, also the Militia drawn afterwards."""
    table = dungeon(["Militia", "Battle Fury", "Arcane Energies"], NIXIES, deck=["Militia"])
    table.do("use Battle Fury", "use Arcane Energies")
    assert table.reckon(1).attack == 4


def test_goodberries() -> None:
    """Strength +3, and the Hero's whole Attack becomes Magic Attack: Squire 2 and Short Sword 4."""
    table = dungeon(["Thyrian Squire", "Short Sword", "Goodberries", "Militia"], NIXIES)
    table.do("use Goodberries on Thyrian Squire", "equip Short Sword on Thyrian Squire")
    result = table.reckon(1)
    assert (result.attack, result.magic) == (1, 6)


def test_arcane_energies() -> None:
    """The Attack of equipped Heroes becomes Magic: Militia 1 + Dagger 1; the other Militia keeps its 1."""
    table = dungeon(["2 x Militia", "Dagger", "Arcane Energies"], NIXIES, deck=["Disease"])
    table.do("equip Dagger on Militia #1", "use Arcane Energies")
    result = table.reckon(1)
    assert (result.attack, result.magic) == (1, 2)
    assert table.hand[-1] == "Disease", "a card must be drawn"


def test_squire_eats() -> None:
    """Attack 2 + 2, once a turn; the Food is gone and gives no Strength. (TS-7.3)"""
    table = dungeon(["Thyrian Squire", "2 x Iron Rations"], NIXIES)
    table.do("use Thyrian Squire destroying Iron Rations #1")
    assert table.reckon(1).attack == 4
    assert table.removed == ["Iron Rations"]
    assert "you have used" in table.refused("use Thyrian Squire destroying Iron Rations #2").reason


def test_slayer_eats_repeatedly() -> None:
    """Repeat: 5 + 3 + 3 = 11 (TS-15.1); the Warrior eats once, 3 + 3 = 6."""
    eat = "use Outlands Slayer (destroy a Food: Attack +3) destroying "
    table = dungeon(["Outlands Slayer", "Feast", "Goodberries"], NIXIES)
    table.do(eat + "Feast", eat + "Goodberries")
    assert table.reckon(1).attack == 11
    warrior = dungeon(["Outlands Warrior", "2 x Feast"], NIXIES)
    warrior.do("use Outlands Warrior destroying Feast #1")
    assert warrior.reckon(1).attack == 6
    assert not [text for text in warrior.legal if "destroying" in text]


def test_a_hero_counts_once_and_keeps_what_it_counted() -> None:
    """Khan 7 + 2 for the Nixie, which then leaves; used a second time it is refused (TS-7.2)."""
    table = dungeon(["Outlands Khan", "Nixie", "Banish"], NIXIES)
    table.do("use Outlands Khan", "use Banish on Nixie in Rank 1", "destroy Nixie")
    assert table.reckon(1).attack == 9
    assert "use Outlands Khan" not in table.legal
    assert dungeon(["Outlands Khan", "Nixie"], NIXIES).reckon(1).attack == 7


def test_used_food_cannot_be_eaten_and_eaten_food_cannot_be_used() -> None:
    """TS-7.3, both ways round."""
    hand = ["Thyrian Squire", "Iron Rations"]
    used = dungeon(hand, NIXIES).do("use Iron Rations on Thyrian Squire")
    refusal = used.refused("use Thyrian Squire destroying Iron Rations")
    assert "you have used Iron Rations for its own effect" in refusal.reason
    eaten = dungeon(hand, NIXIES).do("use Thyrian Squire destroying Iron Rations")
    assert eaten.legal == [f"attack Nixie in Rank {rank}" for rank in (1, 2, 3)]


def test_clerics_trade_diseases_for_cards() -> None:
    """Repeat Dungeon: destroy a Disease, draw a card; the Disease goes back to its stack. (TS-12.3)"""
    table = dungeon(["Regian Cleric", "2 x Disease"], NIXIES, deck=["Torch", "Dagger"])
    table.do("use Regian Cleric destroying Disease #1", "use Regian Cleric destroying Disease #2")
    assert table.hand == ["Regian Cleric", "Torch", "Dagger"]
    assert table.removed == []
    assert (table.state.tally.lost, table.state.tally.diseases_destroyed) == (0, 2)


def test_bishop_draws_two() -> None:
    table = dungeon(["Regian Bishop"], NIXIES, deck=["3 x Torch"])
    table.do("use Regian Bishop (draw 2 cards)")
    assert table.hand == ["Regian Bishop", "Torch", "Torch"]


def test_spear_is_thrown() -> None:
    """TS-8.5: 2 + 3 and still equipped; a Spear in nobody's hands cannot be thrown (B-12)."""
    table = dungeon(["Lorigg Thief", "Spear"], NIXIES)
    assert "is not equipped" in table.refused("use Spear").reason
    table.do("equip Spear on Lorigg Thief", "use Spear")
    result = table.reckon(1)
    assert (result.attack, result.equipped) == (1 + 2 + 3, 1)
    assert table.removed == ["Spear"]
    assert not [text for text in table.legal if text.startswith("equip")], "the Thief's hands are full"


def test_lord_takes_a_monster() -> None:
    """B-20: worth 1 or 2 VP, for a Food, no XP; Nixie has 1, Bloodskull Orc 0, Sphinx 7."""
    table = dungeon(
        ["Thyrian Lord", "Iron Rations"],
        ["Bloodskull Orc", "Nixie", "Sphinx"],
        dungeon=["Griffon", "Pegasus"],
    )
    take = "use Thyrian Lord destroying Iron Rations on "
    assert [text for text in table.legal if take in text] == [take + "Nixie"]
    assert table.refused(take + "Bloodskull Orc").reason == "Bloodskull Orc is worth 0 VP, not 1 or 2"
    table.do(take + "Nixie")
    assert table.hall == ["Bloodskull Orc", "Sphinx", "Griffon"]
    assert table.discard() == ["Nixie"]
    assert table.state.me.xp == 0


def test_archmage_sends_a_monster_down() -> None:
    """TS-7.10: Rank 2 goes under the deck, Rank 3 slides, the next card arrives."""
    table = dungeon(["Elf Archmage"], ["Griffon", "Nixie", "Sphinx"], dungeon=["Pegasus", "Famine"])
    table.do("use Elf Archmage on Nixie")
    assert table.hall == ["Griffon", "Sphinx", "Pegasus"]
    assert [segment.cards for segment in table.state.dungeon] == [("famine", "nixie")]


def test_banish_in_full() -> None:
    """Send down or rearrange, then destroy a card (itself if wished), then draw. (A-18)"""
    table = dungeon(
        ["Banish", "Militia"], ["Griffon", "Nixie", "Sphinx"], deck=["Torch"], dungeon=["Pegasus"]
    )
    table.do("use Banish on Griffon")
    assert table.hall == ["Nixie", "Sphinx", "Pegasus"]
    assert table.legal == ["destroy Banish", "destroy Militia"]
    table.do("destroy Banish")
    assert table.hand == ["Militia", "Torch"]
    assert table.removed == ["Banish"]


def test_banish_rearranges() -> None:
    """Six orders of three different Monsters; nothing is revealed."""
    table = dungeon(["Banish"], ["Griffon", "Nixie", "Sphinx"], dungeon=["Pegasus"])
    assert len([text for text in table.legal if "arrange" in text]) == 6
    table.do("use Banish: arrange the Hall as Sphinx, Griffon, Nixie")
    assert table.hall == ["Sphinx", "Griffon", "Nixie"]


def test_equal_arrangements_are_offered_once() -> None:
    """Two Nixies and a Griffon stand in three orders only."""
    table = dungeon(["Banish"], ["Griffon", "Nixie", "Nixie"])
    assert len([text for text in table.legal if "arrange" in text]) == 3


def test_rearranging_leaves_no_gap() -> None:
    """The deck is empty: the two Monsters stay in Ranks 1 and 2. (TS-7.10)"""
    table = dungeon(["Banish"], ["Griffon", "Nixie"], dungeon=[])
    assert [text for text in table.legal if "arrange" in text] == [
        "use Banish: arrange the Hall as Griffon, Nixie",
        "use Banish: arrange the Hall as Nixie, Griffon",
    ]
    assert table.do("use Banish: arrange the Hall as Nixie, Griffon").hall == ["Nixie", "Griffon", ""]


def test_several_banishes_one_after_another() -> None:
    """B-13: the second begins when the first is complete."""
    table = dungeon(["2 x Banish"], NIXIES, deck=["Torch", "Dagger"], dungeon=["Pegasus", "Sphinx"])
    table.do("use Banish #1 on Nixie in Rank 1", "destroy Banish #1", "use Banish #2 on Nixie in Rank 1")
    table.do("destroy Torch")
    assert table.hall == ["Nixie", "Pegasus", "Sphinx"]
    assert table.hand == ["Banish", "Dagger"]


# Other players


def test_others_discard_a_card_of_their_choice() -> None:
    """Every other player, not the active one."""
    others = [player(["Torch", "Dagger"]), player(["Fireball"]), player([])]
    table = dungeon(["Lorigg Rogue", "Militia"], NIXIES, others=others).do("use Lorigg Rogue")
    assert table.game.mover(table.state) == 1
    assert table.legal == ["player 2 discards Dagger", "player 2 discards Torch"]
    table.do("player 2 discards Torch")
    assert [table.discard(index) for index in range(4)] == [[], ["Torch"], ["Fireball"], []]
    assert table.hand == ["Lorigg Rogue", "Militia"]


def test_assassin_asks_for_a_hero_or_two_cards() -> None:
    """One Hero is enough; otherwise two cards."""
    others = [player(["Militia", "Torch", "Dagger"])]
    hero = dungeon(["Redblade Assassin"], NIXIES, others=others).do("use Redblade Assassin")
    hero.do("player 2 discards Militia")
    assert hero.discard(1) == ["Militia"]
    cards = dungeon(["Redblade Assassin"], NIXIES, others=others).do("use Redblade Assassin")
    cards.do("player 2 discards Torch", "player 2 discards Dagger")
    assert cards.discard(1) == ["Torch", "Dagger"]


def test_unknown_hands_are_passed_over() -> None:
    table = dungeon(["Lorigg Rogue"], NIXIES, others=[player(None)]).do("use Lorigg Rogue")
    assert table.game.mover(table.state) == 0
    assert any("unknown hand" in entry.note for entry in table.entries)


# The Theurge's loan

LENDERS = [player(["Dwarf Sentinel", "Torch"]), player(["Torch"])]


def borrow() -> Table:
    """The Theurge's owner gives up the Militia, the second player the Sentinel; the third has no Hero."""
    table = dungeon(["Selurin Theurge", "Militia", "Lightstone Gem", "Banish"], ["Nixie"], others=LENDERS)
    return table.do("use Selurin Theurge", "player 1 discards Militia")


def test_each_player_discards_a_hero_and_one_is_borrowed() -> None:
    """It fights: Sentinel 3 + Theurge's Magic 2 x 2 = 7. Afterwards it goes back to its owner."""
    table = borrow()
    assert table.discard(1) == ["Dwarf Sentinel"]
    assert table.legal == [
        "borrow Militia from player 1",
        "borrow Dwarf Sentinel from player 2",
        "choose nothing more",
    ]
    table.do("borrow Dwarf Sentinel from player 2")
    assert table.discard(1) == []
    assert table.reckon(1).value == 7
    table.do("attack Nixie")
    assert table.outcome == "won"
    assert table.discard(1) == ["Dwarf Sentinel"]
    assert "Dwarf Sentinel" not in table.discard(0)


def test_own_hero_may_be_borrowed_back() -> None:
    table = borrow().do("borrow Militia from player 1", "attack Nixie")
    assert sorted(table.discard(0)) == ["Banish", "Lightstone Gem", "Militia", "Nixie", "Selurin Theurge"]


def test_loan_goes_back_without_a_battle() -> None:
    """The Blink Dog in Rank 1 needs Light 2, so nobody is attacked. The Hero returns all the same."""
    table = dungeon(["Selurin Theurge", "Militia"], ["Blink Dog"], others=LENDERS)
    table.do("use Selurin Theurge", "player 1 discards Militia", "borrow Dwarf Sentinel from player 2")
    table.do("attack nobody")
    assert table.discard(1) == ["Dwarf Sentinel"]
    assert "Dwarf Sentinel" not in table.discard(0)


def test_loan_that_a_monster_destroys_is_lost_to_its_owner() -> None:
    """ "Destroyed means destroyed": the Sentinel leaves the game; it was no card of the borrower's."""
    table = dungeon(["Selurin Theurge", "Militia"], ["Knightmare"], others=LENDERS)
    table.do("use Selurin Theurge", "player 1 discards Militia", "borrow Dwarf Sentinel from player 2")
    table.do("attack Knightmare")  # destroys a Fighter
    assert table.removed == ["Dwarf Sentinel"]
    assert table.discard(1) == []
    assert table.state.tally.lost == 0


def test_loan_cannot_be_given_up() -> None:
    """It is no card of the own hand, so Banish cannot take it; the Theurge was used (A-18)."""
    table = borrow().do("borrow Dwarf Sentinel from player 2", "use Banish on Nixie")
    assert table.legal == ["destroy Lightstone Gem", "destroy Banish"]


# What must and what may be done


def test_a_monster_must_be_attacked() -> None:
    """TS-7.4: even a hopeless one; only when none can be chosen the turn ends without a battle (A-36)."""
    table = dungeon(["Torch"], NIXIES)
    assert table.refused("attack nobody").rulings == ("TS-7.4",)
    assert table.legal == [f"attack Nixie in Rank {rank}" for rank in (1, 2, 3)]
    empty = dungeon(["Torch"], [], dungeon=[]).do("attack nobody")
    assert empty.game.mover(empty.state) == -4
    assert empty.state.tally.outcome == "none"


@pytest.mark.parametrize(
    "action",
    [
        Buy("torch"),
        LevelUp(0, "elf_wizard"),
        Destroy(0),
        Visit("rest"),
        Pass(),
        Equip(0, 0),
        Equip(0, 9),
        Equip(1, -2),
        Attack(0),
        Attack(4),
        Use(7, 0),
        Use(0, 3),
        Use(-1, 0),
        Use(1, 0, price=0, target=0),
        Use(1, 0, target=0, order=(1, 2, 3)),
        Use(2, 0, target=1, order=(1, 2, 3)),
        Use(2, 0, order=(1, 1, 1)),
        Use(2, 0, order=(2, 1)),
        Use(3, 0, target=1),
    ],
)
def test_actions_out_of_place_are_refused(action: object) -> None:
    """Every action that makes no sense in the Dungeon raises with a reason; the position stays as it was."""
    table = dungeon(["Militia", "Iron Rations", "Banish", "Battle Fury"], NIXIES)
    refusal = table.game.why_not(table.state, action)  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.reason
    assert refusal.rulings
    with pytest.raises(IllegalActionError):
        table.act(action)  # type: ignore[arg-type]


def test_nothing_is_legal_when_the_game_is_over() -> None:
    table = Table(replace(position(["Militia"], NIXIES), over=True))
    assert table.legal == []
    refusal = table.game.why_not(table.state, Visit("rest"))
    assert refusal is not None
    assert refusal.rulings == ("TS-17.1",)


def test_chance_decides_which_monster_comes() -> None:
    """A shuffled deck: two Pegasus and a Griffon, weights 2 and 1."""
    from tsolve.cardkit import piles

    state = position(["Elf Archmage"], NIXIES, dungeon=[])
    state = replace(state, dungeon=piles.shuffled(("pegasus", "griffon", "pegasus")))
    table = Table(state).do("enter the Dungeon", "use Elf Archmage on Nixie in Rank 1")
    assert table.game.mover(table.state) == CHANCE
    found = {
        table.game.notation(table.state, event): weight for event, weight in table.game.chance(table.state)
    }
    assert found == {"reveal Griffon": 1, "reveal Pegasus": 2}


def test_what_was_offered_in_one_position_is_judged_anew_in_another() -> None:
    """The engine remembers the legal actions it found last; they belong to that position only."""
    rich = dungeon(["Militia", "Iron Rations"], NIXIES)
    poor = position(["Militia"], NIXIES)
    poor = rich.game.apply(poor, Visit("dungeon"))
    offered = rich.game.legal_actions(rich.state)
    assert Use(1, 0, target=0) in offered
    with pytest.raises(IllegalActionError):
        rich.game.apply(poor, Use(1, 0, target=0))
    offered.append(Pass())  # the list is the caller's own
    with pytest.raises(IllegalActionError):
        rich.game.apply(rich.state, Pass())
