"""The Heroes of Dragonspire in the engine: what each brings, what it may do, and to whom.

Expected values are worked out from the card texts; the sums stand beside the hands.
"""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, card_id, enter, mixed_book, player, ruleset, visit
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.actions import Pass, React
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.monsters import FixedDarkness
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.situations import Explorer
from tsolve.games.thunderstone.state import State

GEM = "Lightstone Gem"

TOTALS: list[tuple[list[str], list[str], int, tuple[int, int, int]]] = [
    # hand, actions, Rank, (Attack, Magic Attack, Light)
    (["Belzur Curate", "Belzur Bishop", "Belzur Cardinal"], [], 1, (0, 1 + 2 + 3, 0)),
    # Spells used: a Fireball by lying there, a Battle Fury (Attack 1 for the Hero) only when it is used
    (["Cabal Astrologer", "Fireball"], [], 1, (0, 1 + 1 + 3, 1)),
    (["Cabal Sage", "Battle Fury"], [], 1, (0, 2, 0)),
    (["Cabal Sage", "Battle Fury"], ["use Battle Fury"], 1, (1, 2 + 2, 0)),
    (["Cabal Master", "2 x Fireball"], [], 1, (0, 3 + 2 * 3 + 2 * 3, 2)),
    (["2 x Cabal Astrologer", "Fireball"], [], 1, (0, 2 * (1 + 1) + 3, 1)),
    (["Chulian Rat", "Chulian Scavenger", "Chulian Looter"], [], 1, (1 + 2 + 3, 0, 1 + 2 + 2)),
    # Evokers: from Rank 2 on; the Adept's own Light beside an Item with Light, however many there are
    (["Evoker Adept", "Evoker Scorcher", "Evoker Pyroclast"], [], 1, (0, 0, 0)),
    (["Evoker Adept", "Evoker Scorcher", "Evoker Pyroclast"], [], 2, (2 + 3 + 4, 0, 0)),
    (["Evoker Adept", "Torch"], [], 1, (0, 0, 1)),  # no Light of its own where it cannot attack
    (["Evoker Adept", "2 x Torch"], [], 3, (2, 0, 2 + 1)),
    (["Evoker Adept", "Fireball"], [], 2, (2, 3, 1)),  # a Spell with Light is no Item
    # Flame: Magic for Light beyond the Rank
    (["Flame Watch", GEM], [], 1, (2, 0, 1 + 3)),
    (["Flame Guard", GEM], [], 1, (3, 4 - 1, 1 + 3)),
    (["Flame Guard", GEM], [], 3, (3, 4 - 3, 1 + 3)),
    (["Flame Guard"], [], 3, (3, 0, 1)),
    (["Flame Hero", GEM], [], 2, (3, 2 * (5 - 2), 2 + 3)),
    (["Flame Hero", "Flame Guard"], [], 1, (3 + 3, 2 * (3 - 1) + (3 - 1), 2 + 1)),
    # Gorinth: gold icons, the Miser's own among them, a printed 0 as well
    (["Gorinth Amateur", "Gorinth Hoarder"], [], 1, (0, 2 + 3, 0)),
    (["Gorinth Miser"], [], 1, (0, 1, 0)),
    (["Gorinth Miser", "Torch", "Dagger", "Militia", "Fireball", "Disease"], [], 1, (1, 4 + 3, 1 + 1)),
    (["2 x Gorinth Miser", "Nixie"], [], 1, (0, 2 * 3, 0)),
    (["Half-Orc Raider", "Half-Orc Marauder", "Half-Orc Dervish"], [], 1, (2 + 2 + 3, 0, 0)),
    # Phalanx: an Officer is a comrade, but counts none itself; a Militia is no comrade
    (["Phalanx Footman", "Militia"], [], 1, (2 + 1, 0, 0)),
    (["3 x Phalanx Footman"], [], 1, (3 * (2 + 2), 0, 0)),
    (["2 x Phalanx Footman", "Phalanx Officer"], [], 1, (2 * (2 + 2) + 4, 0, 0)),
    # Stoneguard: any Weapon will do
    (["Stoneguard Brute", "Dagger"], [], 1, (3, 0, 0)),
    (["Stoneguard Brute", "Dagger"], ["equip Dagger on Stoneguard Brute"], 1, (3 + 2 + 1, 0, 0)),
    (["Stoneguard Bruiser", "Warhammer"], ["equip Warhammer on Stoneguard Bruiser"], 1, (4 + 3 + 3, 0, 0)),
    (["Stoneguard Tanker", "Short Sword"], ["equip Short Sword on Stoneguard Tanker"], 1, (6 + 4 + 4, 0, 0)),
    (["Stoneguard Tanker", "Barkeep"], [], 1, (6, 0, 0)),  # a Villager, but no Mercenary
    (["Terakian Defender", "Terakian Peer", "Terakian Templar"], [], 1, (2 + 3 + 4, 0, 1)),
    # Veterans: the Warmonger looks at every Hero, also at those of other groups; a Militia has no level
    (["Veteran Warrior", "Veteran Berserker", "Veteran Reaver"], [], 1, (3 + 4 + 5, 0, 0)),
    (["Veteran Warmonger"], [], 1, (6 + 10, 0, 0)),
    (["Veteran Warmonger", "Veteran Reaver"], [], 1, (6 + 10 + 5, 0, 0)),
    (["Veteran Warmonger", "Elf Archmage"], [], 1, (6 + 10, 4, 2)),
    (["Veteran Warmonger", "Elf Sorcerer"], [], 1, (6, 3, 2)),
    (["Veteran Warmonger", "Militia"], [], 1, (6 + 1, 0, 0)),
    (
        ["Veteran Warmonger", "Veteran Reaver", "Militia"],
        ["use Veteran Reaver destroying Militia"],
        1,
        (6 + 10 + 5 + 4, 0, 0),
    ),
]


@pytest.mark.parametrize(("hand", "actions", "rank", "totals"), TOTALS, ids=lambda value: str(value)[:60])
def test_what_the_party_brings(
    hand: list[str], actions: list[str], rank: int, totals: tuple[int, int, int]
) -> None:
    found = enter(hand, ["Nixie", "Nixie", "Nixie"]).do(*actions).reckon(rank)

    assert (found.attack, found.magic, found.light) == totals


def test_a_mercenary_counts_for_the_stoneguard() -> None:
    """A Barkeep turned Mercenary: Bruiser 4 + 2, Tanker 6 + 2."""
    cards = dict(mixed_book().cards)
    cards["barkeep"] = replace(cards["barkeep"], subtypes=("villager", "mercenary"))
    table = enter(["Stoneguard Bruiser", "Stoneguard Tanker", "2 x Barkeep"], ["Nixie"])
    table.game = Thunderstone(Book(cards, mixed_book().readings))

    assert table.reckon(1).attack == 4 + 2 + 6 + 2


def test_the_tanker_keeps_mercenaries_for_the_new_hand() -> None:
    """Six cards are drawn, and the two set aside join them."""
    cards = dict(mixed_book().cards)
    cards["barkeep"] = replace(cards["barkeep"], subtypes=("villager", "mercenary"))
    table = enter(["Stoneguard Tanker", "2 x Barkeep", "Torch"], ["Nixie"], deck=["Militia"] * 9, dungeon=[])
    table.game = Thunderstone(Book(cards, mixed_book().readings))
    table.do("attack Nixie")
    assert table.legal == ["set cards aside", "choose nothing more"]
    table.do("set cards aside")
    assert table.discard() == ["Nixie", "Stoneguard Tanker", "Torch"]
    while table.game.mover(table.state) == CHANCE:
        table.chance()

    assert Counter(table.state.players[0].hand) == {"militia": 6, "barkeep": 2}


def test_a_tanker_without_mercenaries_has_nothing_to_set_aside() -> None:
    table = enter(["Stoneguard Tanker", "Barkeep", "Torch"], ["Nixie"]).do("attack Nixie")

    assert table.legal == ["choose nothing more"]


# prices


def test_what_the_hoarder_destroys_becomes_magic_and_is_gone() -> None:
    """3 + the Gem's 3; the Gem's Light is gone. A Disease has no Gold Value."""
    table = enter(["Gorinth Hoarder", GEM, "Disease"], ["Nixie"])
    table.do("use Gorinth Hoarder destroying Lightstone Gem")

    assert (table.reckon(1).magic, table.reckon(1).light) == (6, 0)
    assert table.removed == [GEM]
    assert not any(text.startswith("use Gorinth Hoarder") for text in table.legal)


def test_the_miser_destroys_only_what_has_no_gold_value() -> None:
    table = enter(["Gorinth Miser", "Torch", "Militia", "Fireball", "Disease"], ["Nixie"])

    assert [text for text in table.legal if text.startswith("use")] == [
        "use Gorinth Miser destroying Fireball",
        "use Gorinth Miser destroying Disease",
    ]


def test_experience_is_paid_and_missed() -> None:
    table = enter(["2 x Evoker Scorcher"], ["Nixie"], xp=1)
    table.do("use Evoker Scorcher #1")

    assert table.state.me.xp == 0
    assert table.state.tally.earned == -1
    assert table.refused("use Evoker Scorcher #2").reason == "it costs 1 XP, you have 0"
    found = table.reckon(1)
    assert (found.attack, found.magic, found.light) == (0, 2, 2)


def test_the_peer_discards_and_the_disease_stays_owned() -> None:
    table = enter(["Terakian Peer", "Disease"], ["Nixie"], deck=["Torch"])
    table.do("use Terakian Peer discarding Disease")

    assert table.hand == ["Terakian Peer", "Torch"]
    assert table.discard() == ["Disease"]
    assert table.state.tally.diseases_destroyed == 0
    assert table.reckon(1).attack == 4


def test_a_used_card_may_be_discarded_but_not_destroyed() -> None:
    """A-18: a Curate that drew its card is spent for the Berserker, not for the Dervish."""
    hand = ["Belzur Curate", "Half-Orc Dervish", "Veteran Berserker"]
    table = enter(hand, ["Nixie"], deck=["Torch"]).do("use Belzur Curate")

    assert "use Veteran Berserker destroying Belzur Curate" not in table.legal
    dervish = [text for text in table.legal if text.endswith("discarding Belzur Curate")]
    assert len(dervish) == 1
    assert table.do(*dervish).reckon(1).attack == 3 + 2 + 4
    assert table.discard() == ["Belzur Curate"]


def test_food_that_gave_strength_is_not_discarded() -> None:
    """TS-7.3: it serves a Hero already."""
    table = enter(["Half-Orc Dervish", "Iron Rations", "Torch"], ["Nixie"])
    table.do("use Iron Rations on Half-Orc Dervish")

    assert not any(text.endswith("discarding Iron Rations") for text in table.legal)


def test_the_templar_discards_a_villager_or_a_disease() -> None:
    table = enter(["Terakian Templar", "Disease", "Barkeep", "Torch"], ["Nixie"])

    assert [text for text in table.legal if text.startswith("use")] == [
        "use Terakian Templar discarding Disease",
        "use Terakian Templar discarding Barkeep",
    ]


def test_a_veteran_may_destroy_itself() -> None:
    """The card says "a Hero"; its Attack of 4 leaves with it."""
    table = enter(["Veteran Berserker", "Torch"], ["Nixie"])

    assert [text for text in table.legal if text.startswith("use")] == [
        "use Veteran Berserker destroying itself"
    ]
    assert table.do("use Veteran Berserker destroying itself").reckon(1).attack == 0


def test_the_officer_draws_for_its_comrades() -> None:
    table = enter(["Phalanx Officer", "2 x Phalanx Footman", "Militia"], ["Nixie"], deck=["Torch"] * 3)

    assert table.do("use Phalanx Officer").hand.count("Torch") == 2


def test_the_officer_draws_in_the_village() -> None:
    table = visit(["Phalanx Officer", "Phalanx Footman"], deck=["Torch", "Torch"])

    assert table.do("use Phalanx Officer").hand.count("Torch") == 1


def test_comrades_make_a_footman_strong_as_long_as_they_are_there() -> None:
    """5 + 3 = 8 for the Polearm's 6; when one of them is destroyed 7, and the Polearm gives 2."""
    hand = ["4 x Phalanx Footman", "Veteran Berserker", "Polearm"]
    table = enter(hand, ["Nixie"]).do("equip Polearm on Phalanx Footman #1")
    assert table.reckon(1).attack == 4 * (2 + 3) + 4 + 6
    table.do("use Veteran Berserker destroying Phalanx Footman #2")

    assert table.reckon(1).attack == 3 * (2 + 2) + (4 + 2) + 2


# other players


def test_the_scavenger_robs_weapons_and_a_hand_without_is_shown() -> None:
    others = [player(["Dagger", "Spear", "Torch"]), player(["Militia"]), player(None)]
    table = enter(["Chulian Scavenger"], ["Nixie"], others=others).do("use Chulian Scavenger")

    assert table.legal == ["player 2 discards Dagger", "player 2 discards Spear"]
    table.do("player 2 discards Spear")
    assert table.discard(1) == ["Spear"]
    assert table.state.players[2].hand == (card_id("Militia"),)
    notes = [entry.note for entry in table.entries]
    assert "player 3 shows a hand with no Weapon" in notes

    # a hand that nobody knows may hold a Bishop
    assert table.legal == ["player 4 reveals Belzur Bishop", "choose nothing more"]
    table.do("choose nothing more")
    notes = [entry.note for entry in table.entries]
    assert "player 4 discards Weapon, from an unknown hand" in notes


def test_the_looter_gains_for_each_weapon() -> None:
    others = [player(["Dagger"]), player(["Militia"]), player(["Spear"])]
    table = enter(["Chulian Looter"], ["Nixie"], others=others).do("use Chulian Looter")

    assert table.reckon(1).attack == 3 + 2


def test_a_hidden_hand_may_hold_any_weapon_or_none() -> None:
    table = enter(["Chulian Looter"], ["Nixie"], others=[player(None)])
    table.do("use Chulian Looter", "choose nothing more")

    assert {"player 2 discards Dagger", "player 2 discards Polearm", "choose nothing more"} <= set(
        table.legal
    )
    assert "player 2 discards Torch" not in table.legal
    assert table.do("choose nothing more").reckon(1).attack == 3


def test_a_bishop_turns_a_robbery_upon_the_robber() -> None:
    others = [player(["Belzur Bishop", "Militia"])]
    table = enter(["Half-Orc Marauder", "Iron Rations", "Torch"], ["Nixie"], others=others)
    table.do("use Half-Orc Marauder destroying Iron Rations")

    assert table.legal == ["player 2 reveals Belzur Bishop", "choose nothing more"]
    table.do("player 2 reveals Belzur Bishop")
    assert table.legal == ["player 1 discards Half-Orc Marauder", "player 1 discards Torch"]
    assert len(table.state.players[1].hand or ()) == 2


def test_a_bishop_may_stay_hidden() -> None:
    others = [player(["Belzur Bishop", "Militia"])]
    table = enter(["Lorigg Rogue"], ["Nixie"], others=others).do("use Lorigg Rogue", "choose nothing more")

    assert table.legal == ["player 2 discards Belzur Bishop", "player 2 discards Militia"]


def test_a_redirected_plunder_takes_a_weapon_of_the_looter() -> None:
    """The active player gives up a Weapon, and it is one discarded by the effect: 3 + 1."""
    table = enter(["Chulian Looter", "Dagger", "Torch"], ["Nixie"], others=[player(["Belzur Bishop"])])
    table.do("use Chulian Looter", "player 2 reveals Belzur Bishop")

    assert table.hand == ["Chulian Looter", "Torch"]
    assert table.reckon(1).attack == 3 + 1


def test_a_bishop_answers_a_theurge_as_well() -> None:
    """Each player discards a Hero: the active one does, and once more in place of the Bishop's owner."""
    hand = ["Selurin Theurge", "2 x Militia"]
    table = enter(hand, ["Nixie"], others=[player(["Belzur Bishop"])]).do("use Selurin Theurge")
    table.do("player 1 discards Militia", "player 2 reveals Belzur Bishop", "player 1 discards Militia")

    assert table.hand == ["Selurin Theurge"]
    assert "borrow Militia from player 1" in table.legal


def test_a_bishop_in_the_own_hand_or_against_a_breach_does_nothing() -> None:
    """A Breach is no effect of a player: Tyxr comes to Rank 1 and everybody discards two cards."""
    others = [player(["Belzur Bishop", "Militia", "Torch"])]
    hand = ["Elf Archmage", "Torch", "Dagger", "Militia", "Belzur Bishop"]
    table = enter(
        hand, ["Nixie", "Tyxr the Old", "Griffon"], others=others, dungeon=["Kingdom"], breached=False
    )
    table.do("use Elf Archmage on Nixie")

    assert not any(isinstance(action, React) for action in table.game.legal_actions(table.state))
    table.do("player 1 discards Torch", "player 1 discards Dagger")
    assert not any(isinstance(action, React) for action in table.game.legal_actions(table.state))


def test_robbing_for_a_price_is_nobodys_duty() -> None:
    """A-38 read as a duty is about Heroes that rob freely: a Marauder need not eat."""
    others = [player(["Militia"])]
    table = enter(["Half-Orc Marauder", "Iron Rations"], ["Nixie"], others_discard="forced", others=others)

    assert "attack Nixie" in table.legal


def test_what_another_player_gives_up_leaves_the_plan_whole() -> None:
    """Two different cards to choose from, but the battle is the same: 2 + 2 against the Grudgebeast's 4."""
    others = [player(["Militia", "Torch"])]
    table = enter(["Half-Orc Marauder", "Iron Rations", "Torch"], ["Grudgebeast"], others=others)
    planned = plan(table.game, table.state, ("win",))

    assert (planned.status, planned.best.value if planned.best else None) == ("optimal", (1,))
    assert planned.left_out == ()


def test_a_choice_that_matters_is_left_out_and_told() -> None:
    """The Looter counts Weapons: whether the Militia or the Dagger goes first matters to it."""
    others = [player(["Militia", "Dagger"])]
    hand = ["Half-Orc Marauder", "Chulian Looter", "Iron Rations"]
    table = enter(hand, ["Grudgebeast"], others=others)
    explorer = Explorer(table.game, table.state)
    list(explorer.levels())

    assert [text.partition(":")[0] for text in explorer.left_out] == [
        "Half-Orc Marauder makes another player choose"
    ]


# Strength 0 (DS-1)


def weak(table: Table) -> State:
    """The Militia of the position has lost its Strength before the battle, whatever the cause."""
    militia = replace(table.state.party[1], strength=-2)
    return replace(table.state, party=(table.state.party[0], militia, *table.state.party[2:]))


@pytest.mark.parametrize(("reading", "lost"), [("destroy", 1), ("survive", 0)])
def test_strength_zero_destroys_whatever_the_cause(reading: str, lost: int) -> None:
    """Warrior 3 + Militia 1 = 4 against the Grudgebeast, which touches nobody's Strength."""
    table = enter(["Veteran Warrior", "Militia", "Torch"], ["Grudgebeast"], strength_zero=reading, dungeon=[])
    table.state = weak(table)
    planned = plan(table.game, table.state, ("win", "lost", "value"))
    table.do("attack Grudgebeast")

    assert (table.outcome, table.value) == ("won", 4)
    assert table.removed == ["Militia"] * lost
    assert planned.best is not None
    assert planned.best.value == (1, -lost, 4)


# readings


def test_cabal_sage_attack() -> None:
    """A-25: two and two for the Fireball, as Attack or as Magic."""
    totals = {
        reading: enter(["Cabal Sage", "Fireball"], ["Nixie"], cabal_sage_attack=reading).reckon(1)
        for reading in ("magic", "physical")
    }

    assert (totals["magic"].attack, totals["magic"].magic) == (0, 4 + 3)
    assert (totals["physical"].attack, totals["physical"].magic) == (4, 3)


@pytest.mark.parametrize(("reading", "value"), [("no_bonus", 2 + 1), ("cannot_attack", 2)])
def test_evoker_rank_one(reading: str, value: int) -> None:
    """The Dagger is silent where the Evoker cannot attack; what it paid for is not."""
    table = enter(["Evoker Scorcher", "Dagger"], ["Nixie"], evoker_rank_one=reading, xp=1)
    table.do("equip Dagger on Evoker Scorcher", "use Evoker Scorcher")

    assert table.reckon(1).value == value


@pytest.mark.parametrize(("reading", "bought"), [("villager", "buy Trainer"), ("weapon", "buy Hatchet")])
def test_templar_spoils(reading: str, bought: str) -> None:
    """A-25: 4 gold (a Short Sword and a Dagger), for a card of 4 of either kind."""
    hand = ["Terakian Templar", "Short Sword", "Dagger"]
    stalls = {"Trainer": 3, "Hatchet": 3}
    table = enter(hand, ["Grudgebeast"], templar_spoils=reading, village=stalls, dungeon=[])
    table.do("equip Dagger on Terakian Templar", "attack Grudgebeast")

    assert table.legal == [bought, "choose nothing more"]


# the groups


def test_the_groups_have_the_levels_and_copies_of_the_box() -> None:
    copies: dict[str, Counter[int]] = {}
    for card in ruleset().cards.values():
        if card.kind == "hero" and card.set == "dragonspire":
            copies.setdefault(card.group, Counter())[card.level or 0] += card.count
    usual = {1: 6, 2: 4, 3: 2}

    assert len(copies) == 11
    assert copies.pop("Phalanx") == {1: 12, 2: 3}
    assert copies.pop("Veteran") == {1: 8, 2: 5, 3: 3, 4: 2}
    assert all(levels == usual for levels in copies.values())


def test_level_costs() -> None:
    """The highest level prints none."""
    book = mixed_book()
    costs = {
        name: book.level_costs.get(card_id(name))
        for name in ("Phalanx Footman", "Phalanx Officer", "Veteran Reaver", "Veteran Warmonger", "Militia")
    }

    assert costs == {
        "Phalanx Footman": 6,
        "Phalanx Officer": None,
        "Veteran Reaver": 5,
        "Veteran Warmonger": None,
        "Militia": 3,
    }
    assert book.next_level("veteran_reaver") == "veteran_warmonger"
    assert book.next_level("veteran_warmonger") == book.next_level("phalanx_officer") == ""
    assert {card for card in book.recruits if book.card(card).set == "dragonspire"} == {
        *("belzur_curate", "cabal_astrologer", "chulian_rat", "evoker_adept", "flame_watch"),
        *("gorinth_amateur", "half_orc_raider", "phalanx_footman", "stoneguard_brute"),
        *("terakian_defender", "veteran_warrior"),
    }


def test_passing_a_reaction_is_a_pass() -> None:
    """The engine's own words for it are read back as the same action by the wordings of passing."""
    table = enter(["Lorigg Rogue"], ["Nixie"], others=[player(["Belzur Bishop"])]).do("use Lorigg Rogue")

    assert table.game.legal_actions(table.state)[-1] == Pass()


# against Monsters of the box


def test_an_unequipped_flame_gains_nothing_against_the_orc_warlord() -> None:
    """TS-11.12: without a Weapon neither Attack nor Magic, whatever the Light; with a Dagger both."""
    hand = ["Flame Guard", GEM, "Dagger"]
    bare = enter(hand, ["Orc Warlord"]).reckon(1)
    armed = enter(hand, ["Orc Warlord"]).do("equip Dagger on Flame Guard").reckon(1)

    assert (bare.attack, bare.magic, bare.light) == (0, 0, 1 + 3)
    assert (armed.attack, armed.magic) == (3 + 1, 4 - 1)


def test_the_light_of_ember_does_not_feed_the_flame() -> None:
    """It covers Rank 1, and lessens the penalty of 3 in Rank 3 to 2, but it is nobody's Light."""
    hand = ["Flame Guard", "Torch"]

    assert enter(hand, ["Ember"]).reckon(1).magic == 1 + 1 - 0
    assert enter([*hand, "Torch"], ["Nixie", "Nixie", "Ember"]).reckon(3).magic == 1 + 1 + 1 - 2


def test_light_that_covers_nothing_is_not_to_spare() -> None:
    """TS-11.13 on a Nixie of our own: Light Penalties cannot be reduced."""
    cards = dict(mixed_book().cards)
    cards["nixie"] = replace(cards["nixie"], traits=(FixedDarkness(),))
    table = enter(["Flame Guard", GEM], ["Nixie"])
    table.game = Thunderstone(Book(cards, mixed_book().readings))

    assert table.reckon(1).magic == 0


@pytest.mark.parametrize(("reading", "magic"), [("spent", 2), ("counts", 3)])
def test_surplus_of_globals(reading: str, magic: int) -> None:
    """The Light of the Blaze leaves a point in Rank 1; the Guard and the Torch have 2 of their own."""
    table = enter(["Flame Guard", "Torch"], ["Harpy", "Blaze"], surplus_of_globals=reading)
    table.do("attack Harpy")
    assert table.value == 3 + magic


@pytest.mark.parametrize(("reading", "value"), [("present", 6 + 2), ("revealed", 6 + 2 + 1)])
def test_revealed_counts(reading: str, value: int) -> None:
    """The Berserker (4 + 2) destroys one of two Footmen (2, and 1 for each other)."""
    table = enter(["2 x Phalanx Footman", "Veteran Berserker", "Torch"], ["Harpy"], revealed_counts=reading)
    table.do("use Veteran Berserker destroying Phalanx Footman #1", "attack Harpy")
    assert table.value == value
