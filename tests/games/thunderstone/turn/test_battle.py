"""The battle, the Hall, Breach and the end of the game, where no puzzle can tell it: who is asked, what is
offered once, what comes before what.
"""

from __future__ import annotations

from tests.games.thunderstone.builders import Table, dungeon, player
from tsolve.engine import CHANCE

GEM = "Lightstone Gem"  # Light 3: no Light Penalty in any Rank


def test_victory() -> None:
    """TS-7.6: Amazon Queen 2 + Militia 1 + Fireball 3 = 6 beats the Firebrand Cyclops (6): 2 XP, 4 VP."""
    table = dungeon(["Amazon Queen", "Militia", "Fireball", GEM], ["Firebrand Cyclops"], xp=1)
    table.do("attack Firebrand Cyclops")
    assert (table.outcome, table.value) == ("won", 6)
    assert table.state.me.xp == 1 + 2
    assert "Firebrand Cyclops" in table.discard()
    assert table.game.scores(table.state) == [4 + 2, 0]  # the Queen has 2


def test_magic_required() -> None:
    """TS-11.7: two Thyrian Lords reach 8 of the Revenant's 7, in vain without Magic Attack."""
    table = dungeon(["2 x Thyrian Lord", GEM], ["Revenant"]).do("attack Revenant")
    assert (table.value, table.outcome) == (8, "lost")
    assert table.state.tally.lack == "no Magic Attack"
    magic = dungeon(["2 x Thyrian Lord", "Fireball", GEM], ["Revenant"]).do("attack Revenant")
    assert (magic.value, magic.outcome) == (11, "won")


def test_the_player_chooses_what_is_destroyed() -> None:
    """Mythlurian: any Hero; two Militia in the same state are one choice."""
    table = dungeon(["Thyrian Squire", "2 x Militia", "Torch"], ["Mythlurian"]).do("attack Mythlurian")
    assert table.legal == ["destroy Thyrian Squire", "destroy Militia #1"]
    table.do("destroy Militia #1")
    assert table.removed == ["Militia"]


def test_experience_is_told_as_what_the_player_holds() -> None:
    """Two Experience Points at hand; the Nixie brings 1."""
    table = dungeon(["Feayn Sniper", "Militia", GEM], ["Griffon", "Nixie"], xp=2).do("attack Nixie")
    told = [(entry.before, entry.after) for entry in table.entries if entry.quantity == "xp"]
    assert told == [(2, 3)]


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


STONE = "Stone of Mystery"
LAST_ORC = "Bloodskull Orc"  # Health 5
WINNERS = ["Amazon Queen", "Fireball", GEM]  # 2 + 3 = 5, in Ranks 2 and 3 9


def test_unknown_deck_fills_the_hall_with_unseen_cards() -> None:
    table = dungeon(WINNERS, [LAST_ORC, "Griffon", "Pegasus"]).do(f"attack {LAST_ORC}")
    assert [slot.card for slot in table.state.hall] == ["griffon", "pegasus", "?"]


SORCERER = ["Elf Sorcerer", "Fireball", GEM]  # Magic 3 + 3


def sorcery(hall: list[str], attacked: str, sent: str, dungeon_deck: list[str]) -> Table:
    table = dungeon(SORCERER, hall, dungeon=dungeon_deck).do(f"attack {attacked}")
    assert table.outcome == "won"
    return table.do(f"send {sent} down")


def test_defeat_alone_brings_the_thunderstone() -> None:
    """The Stone of Rank 2 moves by the defeat of Rank 1; the Griffon behind it does not matter: taken."""
    table = sorcery([LAST_ORC, STONE, "Griffon"], LAST_ORC, "Griffon", ["Nixie", "Famine"])
    assert (table.state.over, table.state.stone_owner) == (True, 0)


def test_three_gaps_and_a_thunderstone_from_the_deck() -> None:
    """Two Sorcerers empty the Hall; the Stone comes off the deck and slides to Rank 1: not taken."""
    hand = ["2 x Elf Sorcerer", GEM]
    table = dungeon(hand, [LAST_ORC, "Griffon", "Nixie"], dungeon=[STONE, "Famine"]).do(f"attack {LAST_ORC}")
    table.do("send Griffon down", "send Nixie down")
    assert (table.state.over, table.state.stone_owner) == (True, -1)


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


def judged(hand: list[str], actions: list[str], **readings: str) -> Table:
    return dungeon(hand, ["Judgement"], **readings).do(*actions, "attack Judgement")


def test_judgement_choice_needs_a_valid_target() -> None:
    """TS-9.2: without any Magic Attack nothing can be taken from it; without Heroes nothing is asked."""
    militia = judged(["2 x Militia", GEM], [], judgement_choice="one_for_all")
    assert (militia.legal, militia.outcome, militia.value) == ([], "lost", 0)
    nobody = judged(["Fireball", GEM], [], judgement_choice="one_for_all")
    assert (nobody.legal, nobody.outcome, nobody.value) == ([], "lost", 3)


# Disease against totals that do not count
