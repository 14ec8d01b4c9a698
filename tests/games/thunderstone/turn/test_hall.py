"""The Hall: refilling, Breach, and the end of the game. (TS-7.10, TS-16, TS-17)"""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import Table, dungeon, player

GEM = "Lightstone Gem"
STONE = "Stone of Mystery"
LAST_ORC = "Bloodskull Orc"  # Health 5
WINNERS = ["Amazon Queen", "Fireball", GEM]  # 2 + 3 = 5, in Ranks 2 and 3 9

# Refilling


def test_empty_deck_leaves_a_gap() -> None:
    table = dungeon(WINNERS, [LAST_ORC, "Griffon", "Pegasus"], dungeon=[]).do(f"attack {LAST_ORC}")
    assert table.outcome == "won"
    assert table.hall == ["Griffon", "Pegasus", ""]


def test_unbeaten_monster_may_come_back_at_once() -> None:
    """The deck is empty: sent under it, the Monster is the next card. (TS-7.5 c, f)"""
    table = dungeon([GEM], [LAST_ORC, "Griffon", "Pegasus"], dungeon=[]).do(f"attack {LAST_ORC}")
    assert table.hall == ["Griffon", "Pegasus", LAST_ORC]


def test_unknown_deck_fills_the_hall_with_unseen_cards() -> None:
    table = dungeon(WINNERS, [LAST_ORC, "Griffon", "Pegasus"]).do(f"attack {LAST_ORC}")
    assert [slot.card for slot in table.state.hall] == ["griffon", "pegasus", "?"]


# The end of the game


def test_thunderstone_is_taken_by_defeating_rank_one() -> None:
    """TS-17.1: the Stone slides from Rank 2 to Rank 1. Queen 2 + Orc 0 + Stone 3 points."""
    table = dungeon(WINNERS, [LAST_ORC, STONE, "Griffon"], dungeon=["Nixie"]).do(f"attack {LAST_ORC}")
    assert table.state.over
    assert table.state.stone_owner == 0
    assert table.game.scores(table.state) == [2 + 0 + 3, 0]
    assert table.legal == []


def test_thunderstone_is_lost_when_rank_one_is_not_defeated() -> None:
    """TS-17.1: the Monster goes down, the Stone arrives, nobody takes it."""
    table = dungeon([GEM], [LAST_ORC, STONE, "Griffon"], dungeon=["Nixie"]).do(f"attack {LAST_ORC}")
    assert (table.state.over, table.state.stone_owner) == (True, -1)
    assert table.hall[0] == STONE


def test_thunderstone_stays_when_another_rank_is_attacked() -> None:
    table = dungeon(WINNERS, ["Griffon", STONE, LAST_ORC], dungeon=["Nixie"]).do(f"attack {LAST_ORC}")
    assert table.outcome == "won"
    assert not table.state.over
    assert table.hall == ["Griffon", STONE, "Nixie"]


def test_thunderstone_cannot_be_attacked_or_sent_away() -> None:
    table = dungeon(["Elf Archmage", GEM], [LAST_ORC, STONE], dungeon=["Nixie"])
    assert f"use Elf Archmage on {STONE}" not in table.legal
    assert f"attack {STONE}" not in table.legal
    assert table.refused(f"attack {STONE}").reason == f"{STONE} is not a Monster"


@pytest.mark.parametrize(
    ("hand", "actions"),
    [
        (["Elf Archmage"], [f"use Elf Archmage on {LAST_ORC}"]),
        (["Banish"], [f"use Banish on {LAST_ORC}"]),
        (["Banish"], [f"use Banish: arrange the Hall as {STONE}, {LAST_ORC}, Griffon"]),
    ],
)
def test_thunderstone_moved_by_an_effect_is_not_taken(hand: list[str], actions: list[str]) -> None:
    """A-17, B-13: the game ends at once, nothing else of the effect happens."""
    table = dungeon(hand, [LAST_ORC, STONE, "Griffon"], deck=["Torch"], dungeon=["Nixie"]).do(*actions)
    assert (table.state.over, table.state.stone_owner) == (True, -1)
    assert "Torch" not in table.hand


def test_lord_does_not_take_the_thunderstone() -> None:
    """The Nixie (1 VP) is taken from Rank 1, the Stone is not."""
    table = dungeon(["Thyrian Lord", "Feast"], ["Nixie", STONE, "Griffon"], dungeon=["Sphinx"])
    table.do("use Thyrian Lord destroying Feast on Nixie")
    assert (table.state.over, table.state.stone_owner) == (True, -1)
    assert table.discard() == ["Nixie"]


# The Elf Sorcerer sends a Monster away after the victory, before the Hall is refilled

SORCERER = ["Elf Sorcerer", "Fireball", GEM]  # Magic 3 + 3


def sorcery(hall: list[str], attacked: str, sent: str, dungeon_deck: list[str]) -> Table:
    table = dungeon(SORCERER, hall, dungeon=dungeon_deck).do(f"attack {attacked}")
    assert table.outcome == "won"
    return table.do(f"send {sent} down")


def test_sorcerer_makes_two_gaps() -> None:
    """Ranks 1 and 2 are empty: the Sphinx slides to Rank 1, two cards follow in their order."""
    table = sorcery([LAST_ORC, "Griffon", "Sphinx"], LAST_ORC, "Griffon", ["Pegasus", "Nixie", "Famine"])
    assert table.hall == ["Sphinx", "Pegasus", "Nixie"]
    assert [segment.cards for segment in table.state.dungeon] == [("famine", "griffon")]


def test_sorcerer_may_forgo_it() -> None:
    table = dungeon(SORCERER, [LAST_ORC, "Griffon"], dungeon=["Pegasus", "Nixie"]).do(f"attack {LAST_ORC}")
    assert table.legal == ["send Griffon down", "choose nothing more"]
    assert table.do("choose nothing more").hall == ["Griffon", "Pegasus", "Nixie"]


def test_defeat_alone_brings_the_thunderstone() -> None:
    """The Stone of Rank 2 moves by the defeat of Rank 1; the Griffon behind it does not matter: taken."""
    table = sorcery([LAST_ORC, STONE, "Griffon"], LAST_ORC, "Griffon", ["Nixie", "Famine"])
    assert (table.state.over, table.state.stone_owner) == (True, 0)


def test_defeat_and_removal_together_do_not_win_it() -> None:
    """A-17: from Rank 3 the Stone needs both gaps."""
    table = sorcery([LAST_ORC, "Griffon", STONE], LAST_ORC, "Griffon", ["Nixie", "Famine"])
    assert (table.state.over, table.state.stone_owner) == (True, -1)


def test_removal_of_rank_one_does_not_win_it() -> None:
    """The Orc of Rank 3 was defeated, the Griffon of Rank 1 sent down."""
    table = sorcery(["Griffon", STONE, LAST_ORC], LAST_ORC, "Griffon", ["Nixie", "Famine"])
    assert (table.state.over, table.state.stone_owner) == (True, -1)


def test_three_gaps_and_a_thunderstone_from_the_deck() -> None:
    """Two Sorcerers empty the Hall; the Stone comes off the deck and slides to Rank 1: not taken."""
    hand = ["2 x Elf Sorcerer", GEM]
    table = dungeon(hand, [LAST_ORC, "Griffon", "Nixie"], dungeon=[STONE, "Famine"]).do(f"attack {LAST_ORC}")
    table.do("send Griffon down", "send Nixie down")
    assert (table.state.over, table.state.stone_owner) == (True, -1)


# Breach

VILLAGE = {
    "Militia": 1,
    "Elf Wizard": 1,
    "Elf Sorcerer": 4,
    "Elf Archmage": 2,
    "Dwarf Sentinel": 1,
    "Torch": 5,
}


def test_archduke_culls_every_hero_stack() -> None:
    """Two from the top: the one Militia; a Wizard and a Sorcerer; the last Sentinel. No Torches."""
    table = dungeon(WINNERS, [LAST_ORC, "Archduke of Pain", "Nixie"], dungeon=["Griffon"], village=VILLAGE)
    table.do(f"attack {LAST_ORC}")
    assert table.state.stock == (0, 0, 3, 2, 0, 5)
    assert sorted(table.removed) == ["Dwarf Sentinel", "Elf Sorcerer", "Elf Wizard", "Militia"]
    assert table.state.hall[0].breached


def test_breach_happens_once() -> None:
    """TS-16.1: later movements behind it change nothing."""
    table = dungeon(
        ["2 x Elf Archmage"],
        ["Nixie", "Archduke of Pain", "Griffon"],
        dungeon=["Pegasus", "Famine"],
        village=VILLAGE,
    )
    table.do("use Elf Archmage #1 on Nixie")
    assert table.state.stock == (0, 0, 3, 2, 0, 5)
    table.do("use Elf Archmage #2 on Pegasus")
    assert table.state.stock == (0, 0, 3, 2, 0, 5)


def test_no_breach_for_a_monster_already_in_rank_one() -> None:
    """TS-2.1: it has happened, or the card was dealt there."""
    table = dungeon(
        ["Elf Archmage"], ["Archduke of Pain", "Nixie"], dungeon=["Pegasus", "Famine"], village=VILLAGE
    )
    table.do("use Elf Archmage on Nixie")
    assert table.state.stock == tuple(VILLAGE.values())


def test_monster_from_the_deck_breaches_after_a_fall_through_the_hall() -> None:
    """Both other Ranks are empty: the Archduke comes straight to Rank 1."""
    table = dungeon(["Elf Archmage"], ["Nixie"], dungeon=["Archduke of Pain"], village=VILLAGE)
    table.do("use Elf Archmage on Nixie")
    assert table.hall == ["Archduke of Pain", "Nixie", ""]
    assert table.state.stock == (0, 0, 3, 2, 0, 5)


OTHERS = [player(["Torch", "2 x Dagger"]), player(["Fireball"])]


def test_tyxr_at_the_end_of_the_turn() -> None:
    """Everybody discards two cards, the active player first, before the hand is refilled. (A-20)"""
    table = dungeon(WINNERS, [LAST_ORC, "Tyxr the Old", "Nixie"], dungeon=["Griffon"], others=OTHERS)
    table.do(f"attack {LAST_ORC}")
    assert table.game.mover(table.state) == 0
    table.do("player 1 discards Fireball", "player 1 discards Amazon Queen")
    assert table.game.mover(table.state) == 1
    table.do("player 2 discards Torch")
    assert table.discard(1) == ["Torch", "Dagger"], "two equal cards are no choice"
    assert table.discard(2) == ["Fireball"], "no second card to discard"
    assert sorted(table.discard()) == ["Amazon Queen", LAST_ORC, "Fireball", GEM]


def test_tyxr_in_mid_turn() -> None:
    """Banish brings it to Rank 1 at once; the discarded cards are gone; then Banish goes on."""
    hand = ["Banish", "Militia", "Thyrian Squire", "Torch"]
    table = dungeon(
        hand, ["Nixie", "Tyxr the Old", "Griffon"], deck=["Fireball"], dungeon=["Pegasus"], others=[player()]
    )
    table.do("use Banish on Nixie")
    assert "player 1 discards Banish" in table.legal
    table.do("player 1 discards Torch", "player 1 discards Thyrian Squire")
    assert table.hand == ["Banish", "Militia"]
    table.do("destroy Banish")
    assert table.hand == ["Militia", "Fireball"]
    assert table.discard() == ["Torch", "Thyrian Squire"]
    assert table.reckon(1).value == 1 + 3 - 0, "the Fireball lights Rank 1"


def test_banish_may_be_lost_to_tyxr_and_still_works() -> None:
    """The spell is in play: discarded in the Breach, it goes on: another card is destroyed, one is drawn."""
    hand = ["Banish", "Militia", "Torch"]
    table = dungeon(hand, ["Nixie", "Tyxr the Old", "Griffon"], deck=["Fireball"], dungeon=["Pegasus"])
    table.do("use Banish on Nixie", "player 1 discards Banish", "player 1 discards Militia")
    assert table.legal == ["destroy Torch"]
    assert table.do("destroy Torch").hand == ["Fireball"]


def test_discarded_weapon_is_no_longer_carried() -> None:
    """The Hero is free for another Weapon."""
    hand = ["Banish", "Lorigg Thief", "Dagger", "Spear", "Torch"]
    table = dungeon(hand, ["Nixie", "Tyxr the Old", "Griffon"], deck=["Torch"], dungeon=["Pegasus"])
    table.do("equip Dagger on Lorigg Thief", "use Banish on Nixie")
    table.do("player 1 discards Dagger", "player 1 discards Torch", "destroy Banish")
    assert "equip Spear on Lorigg Thief" in table.legal


def test_the_less_useful_copy_is_discarded() -> None:
    """Of two Militia, one fed and armed, the other one goes."""
    hand = ["Banish", "2 x Militia", "Iron Rations", "Torch"]
    table = dungeon(hand, ["Nixie", "Tyxr the Old", "Griffon"], deck=["Torch"], dungeon=["Pegasus"])
    table.do("use Iron Rations on Militia #1", "use Banish on Nixie")
    table.do("player 1 discards Militia", "player 1 discards Torch")
    left = [member for member in table.state.party if member.card == "militia" and not member.left]
    assert [member.strength for member in left] == [2]


def test_sphinx_comes_before_the_breach() -> None:
    """The six cards are sorted first; then Tyxr robs everybody. (Spoils are step e, Breach step g.)"""
    deck = ["6 x Torch"]
    table = dungeon(["3 x Fireball"], ["Sphinx", "Tyxr the Old", "Nixie"], deck=deck, dungeon=["Griffon"])
    table.do("attack Sphinx")
    assert table.legal == ["destroy revealed Torch", "choose nothing more"]
    assert not [entry for entry in table.entries if entry.step == "breach"]
    table.do("choose nothing more")
    assert [entry.subject for entry in table.entries if entry.step == "breach"] == ["Tyxr the Old"]
