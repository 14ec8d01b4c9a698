"""Steps in Dungeon and Village, where no puzzle can tell it: the words of a refusal, equal choices, draws
that shuffle.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, dungeon, player, position, village
from tsolve import api
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import IllegalActionError
from tsolve.games.thunderstone.actions import Attack, Buy, Destroy, Equip, LevelUp, Pass, Use, Visit

NIXIES = ["Nixie", "Nixie", "Nixie"]  # no effect, Health 5


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


def test_used_food_cannot_be_eaten_and_eaten_food_cannot_be_used() -> None:
    """TS-7.3, both ways round."""
    hand = ["Thyrian Squire", "Iron Rations"]
    used = dungeon(hand, NIXIES).do("use Iron Rations on Thyrian Squire")
    refusal = used.refused("use Thyrian Squire destroying Iron Rations")
    assert "you have used Iron Rations for its own effect" in refusal.reason
    eaten = dungeon(hand, NIXIES).do("use Thyrian Squire destroying Iron Rations")
    assert eaten.legal == [f"attack Nixie in Rank {rank}" for rank in (1, 2, 3)]


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


def test_others_discard_a_card_of_their_choice() -> None:
    """Every other player, not the active one."""
    others = [player(["Torch", "Dagger"]), player(["Fireball"]), player([])]
    table = dungeon(["Lorigg Rogue", "Militia"], NIXIES, others=others).do("use Lorigg Rogue")
    assert table.game.mover(table.state) == 1
    assert table.legal == ["player 2 discards Dagger", "player 2 discards Torch"]
    table.do("player 2 discards Torch")
    assert [table.discard(index) for index in range(4)] == [[], ["Torch"], ["Fireball"], []]
    assert table.hand == ["Lorigg Rogue", "Militia"]


def test_unknown_hands_are_passed_over() -> None:
    table = dungeon(["Lorigg Rogue"], NIXIES, others=[player(None)]).do("use Lorigg Rogue")
    assert table.game.mover(table.state) == 0
    assert any("unknown hand" in entry.note for entry in table.entries)


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


SHOP = {"Militia": 9, "Torch": 5, "Dagger": 5, "Flaming Sword": 2, "Banish": 1, "Spear": 0}
BUY, LEVEL, END = "go on to the purchases", "go on to levelling up", "end the turn"


def test_what_cannot_be_bought() -> None:
    """3 gold: a Flaming Sword (5) and a Banish (4) are too dear, the Spears are sold out. (TS-4.4, TS-1.4)"""
    table = village(["Torch", "Dagger"], village=SHOP).do(BUY)
    assert table.legal == ["buy Militia", "buy Torch", "buy Dagger", LEVEL]
    assert table.refused("buy Flaming Sword").reason == "Flaming Sword costs 5, you have 3 gold"
    assert table.refused("buy Banish").rulings == ("TS-4.4",)


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


ELVES = {"Elf Wizard": 6, "Elf Sorcerer": 4, "Elf Archmage": 2, "Dwarf Guardian": 1, "Regian Cleric": 0}


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
