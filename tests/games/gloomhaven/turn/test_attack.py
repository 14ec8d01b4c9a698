"""Attacks of a monster: value, card, defence, advantage, what follows, retaliate. Numbers are by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gloomhaven.turn.table import Table, tokens
from tsolve.games.gloomhaven.state import Effect, Profile

BESIDE = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  m  A  .
    .  .  .  .  .
    """


def shield(amount: int) -> Effect:
    return Effect("shield", amount, source="Cloak")


@pytest.mark.parametrize(
    ("card", "modifier", "target", "left"),
    [
        ("attack +0", "+0", {}, 8),  # 2
        ("attack +1", "+1", {}, 6),  # 2 + 1 + 1
        ("attack 1", "-2", {}, 10),  # GH-E27: 1 - 2, not below 0
        (
            "attack 2",
            "x2",
            {"tokens": tokens("poison"), "effects": (shield(1),)},
            5,
        ),  # GH-E26: (2 + 1) * 2 - 1
        ("attack 3, pierce 4", "-1", {"effects": (shield(1),)}, 8),  # GH-E28: 3 - 1, shield 1 - 4 is 0
        ("attack 3, pierce 2", "+0", {"effects": (shield(3),)}, 8),  # GH-E1: 3 - (3 - 2)
        ("attack 5", "+0", {"effects": (shield(1), shield(2))}, 8),  # shields add up: 5 - 3
        ("attack 5", "null", {"tokens": tokens("poison")}, 10),
        ("attack 3", "bless", {}, 4),
        ("attack 3", "curse", {}, 10),
        ("attack 2, +2 if target is alone", "+0", {}, 6),
        ("attack 2, +2 if target is adjacent to an ally", "+0", {}, 8),
        ("attack 2, +2 if target is poisoned", "+0", {"tokens": tokens("poison")}, 5),  # 2 + 2 + 1
        ("attack -4", "+1", {}, 10),  # 2 - 4 + 1: below 0
    ],
)
def test_damage(card: str, modifier: str, target: dict[str, Any], left: int) -> None:
    told = Table(BESIDE, A=target).turn(card, cards=[modifier])
    assert told.hp("A") == left


def test_conditional_bonus_beside_an_ally_of_the_attacker() -> None:
    """B, a friend of A, stands beside it: not alone; f, a friend of m, too: adjacent to an ally."""
    table = Table(". . . .\n. m A f\n. . B .", A={"initiative": 1})
    assert table.turn("attack 2, +2 if target is adjacent to an ally").hp("A") == 6
    assert table.turn("attack 2, +2 if target is alone").hp("A") == 8


def test_statistics_of_the_attacker() -> None:
    """Attack 4, pierce 1 of 3 shields, apply wound, range 3: 4 - 2 from two hexes away."""
    profile = Profile(attack=4, pierce=1, range=3, apply=("wound",))
    told = Table("m . A .", m={"profile": profile}, A={"effects": (shield(3),)}).turn("attack +0")
    assert (told.hp("A"), told.tokens("A")) == (8, ["wound"])


def test_shield_and_retaliate_of_statistics() -> None:
    """A summon strikes a monster with shield 1 and retaliate 2."""
    told = Table(
        "m S .",
        S={"kind": "summon", "owner": "A", "profile": Profile(move=2, attack=3)},
        m={"profile": Profile(shield=1, retaliate=2)},
    ).turn(of="S")
    assert (told.hp("m"), told.hp("S")) == (8, 8)


@pytest.mark.parametrize(
    ("attacker", "card", "cards", "left"),
    [
        ({"tokens": tokens("strengthen")}, "attack 2", ["-1", "+1"], 7),
        ({"tokens": tokens("muddle")}, "attack 2", ["-1", "+1"], 9),
        ({"tokens": tokens("muddle", "strengthen")}, "attack 2", ["-1", "+1"], 9),  # one card
        ({}, "attack 2, range 3", ["+0", "-2"], 10),  # ranged, adjacent: the worse one
        ({"tokens": tokens("strengthen")}, "attack 2, range 2", ["+1", "-2"], 7),  # GH-E31: one card
        ({"tokens": tokens("muddle")}, "attack 2", ["rolling +1", "-1"], 9),  # GH-E32
        ({"tokens": tokens("strengthen")}, "attack 2", ["rolling +1", "-1"], 8),
        ({}, "attack 2, advantage", ["-1", "+1"], 7),
        ({}, "attack 2, area ring6_self", ["+0", "-2"], 8),  # a melee area: no disadvantage
        ({"profile": Profile(attack=2, range=3)}, "attack +0, all adjacent", ["+0", "-2"], 8),
        ({"profile": Profile(attack=2)}, "attack +0, area triangle3", ["+0", "-2"], 10),  # a ranged area
        ({"profile": Profile(attack=2, advantage=True)}, "attack +0", ["-1", "+1"], 7),
    ],
)
def test_advantage_and_disadvantage(attacker: dict[str, Any], card: str, cards: list[str], left: int) -> None:
    assert Table(BESIDE, m=attacker).turn(card, cards=cards).hp("A") == left


def test_who_is_feared() -> None:
    effects = (Effect("attackers_have_disadvantage"),)
    assert Table(BESIDE, A={"effects": effects}).turn("attack 2", cards=["+1", "-1"]).hp("A") == 9


def test_a_ranged_monster_with_a_grey_area_under_both_readings() -> None:
    archer = {"profile": Profile(attack=2, range=3)}
    melee = Table(BESIDE, m=archer).turn("attack +0, area ring6_self", cards=["+0", "-2"])
    ranged = Table(BESIDE, {"grey_area": "ranged"}, m=archer).turn(
        "attack +0, area ring6_self", cards=["+0", "-2"]
    )
    assert (melee.hp("A"), ranged.hp("A")) == (8, 10)


def test_effects_follow_also_without_damage() -> None:
    told = Table(BESIDE).turn("attack 1, poison, immobilize", cards=["-2"])
    assert (told.hp("A"), told.tokens("A")) == (10, ["immobilize", "poison"])


def test_what_follows_is_lost_on_the_dead() -> None:
    """No curse card comes into the deck of A."""
    told = Table(BESIDE, A={"hp": 2}).turn("attack 2, curse")
    assert told.hp("A") == 0
    assert not told.state.on_map("A")
    assert [owned.owner for owned in told.state.decks] == ["monsters"]


@pytest.mark.parametrize(("drops", "tokens_left"), [(True, 1), (False, 0)])
def test_money_of_the_killed(drops: bool, tokens_left: int) -> None:
    told = Table(
        "m S .",
        m={"hp": 1, "drops_money": drops},
        S={"kind": "summon", "owner": "A", "profile": Profile(2, 3)},
    ).turn(of="S")
    assert not told.state.on_map("m")
    assert sum(money.tokens for money in told.state.money) == tokens_left


@pytest.mark.parametrize(
    ("card", "target", "left"),
    [
        ("attack 2", {}, 8),
        ("attack 2", {"effects": (Effect("retaliate", 2), Effect("retaliate", 1))}, 7),  # amounts add up
        ("attack 2, push 1", {}, 10),  # GH-E33: not adjacent any more
        ("attack 2, push 1", {"effects": (Effect("retaliate", 2, 2),)}, 8),  # its range is 2
        ("attack 2", {"hp": 2}, 10),  # GH-E34: killed
        ("attack -2", {}, 8),  # also without damage
    ],
)
def test_retaliate(card: str, target: dict[str, Any], left: int) -> None:
    target = {"effects": (Effect("retaliate", 2),), **target}
    assert Table(BESIDE, A=target).turn(card).hp("m") == left


def test_retaliate_reaches_as_far_as_it_says() -> None:
    archer = {"profile": Profile(attack=2, range=3)}
    near, far = ({"effects": (Effect("retaliate", 2, reach),)} for reach in (1, 2))
    assert Table("m . A", m=archer, A=near).turn("attack +0").hp("m") == 10
    assert Table("m . A", m=archer, A=far).turn("attack +0").hp("m") == 8


def test_retaliate_after_each_attack_may_kill_in_between() -> None:
    """m has 2 hit points. Whoever strikes back first ends its attack: the other one is not hurt."""
    table = Table(
        "A m B",
        m={"hp": 2, "profile": Profile(attack=2)},
        A={"effects": (Effect("retaliate", 2),), "initiative": 10},
    )
    hurt_a = table.turn("attack +0, target 2", choose=["attack A and B"])
    assert (hurt_a.hp("A"), hurt_a.hp("B"), hurt_a.hp("m")) == (8, 10, 0)
    both = table.turn("attack +0, target 2", choose=["attack B and A"])
    assert (both.hp("A"), both.hp("B"), both.hp("m")) == (8, 8, 0)


def test_the_focus_first_under_its_reading() -> None:
    table = Table(
        "A m B", {"attack_order": "focus_first"}, m={"profile": Profile(attack=2)}, B={"initiative": 10}
    )
    told = table.turn("attack +0, target 2", cards=["+1", "-1"])
    assert (told.hp("B"), told.hp("A"), told.asked) == (7, 9, [])


def test_retaliate_against_characters_alone_under_its_reading() -> None:
    table = Table(BESIDE, {"retaliate_against": "characters"}, A={"effects": (Effect("retaliate", 2),)})
    assert table.turn("attack 2").hp("m") == 10


# several targets, areas, several attacks


def test_the_order_gives_the_cards_to_the_targets() -> None:
    """The cards are known to come as +1, -1: who is attacked first takes 3, the other 1."""
    table = Table("A m B", A={"initiative": 1})
    first = table.turn("attack 2, target 2", cards=["+1", "-1"], choose=["attack A and B"])
    assert (first.hp("A"), first.hp("B")) == (7, 9)
    second = table.turn("attack 2, target 2", cards=["+1", "-1"], choose=["attack B and A"])
    assert (second.hp("A"), second.hp("B")) == (9, 7)


def test_all_adjacent_and_all_in_range() -> None:
    picture = """
        .  .  .  .  .  .
        A  m  B  .  .  .
        .  .  .  .  C  .
        """
    archer = {"profile": Profile(attack=2, range=3)}
    adjacent = Table(picture, m=archer).turn("attack +0, all adjacent")
    assert [adjacent.hp(name) for name in "ABC"] == [8, 8, 10]
    in_range = Table(picture, m=archer).turn("attack +0, all in range")
    assert [in_range.hp(name) for name in "ABC"] == [8, 8, 8]


def test_all_attacks_on_one_target() -> None:
    """Three targets of the statistics become three attacks: 2 + 1, 2 - 1, 2."""
    told = Table("A m B", m={"profile": Profile(attack=2, targets=3)}, A={"initiative": 1}).turn(
        "attack +0, all on one target", cards=["+1", "-1", "+0"]
    )
    assert (told.hp("A"), told.hp("B")) == (4, 10)


def test_targets_of_the_statistics() -> None:
    told = Table("A m B", m={"profile": Profile(attack=2, targets=2)}).turn("attack +0")
    assert (told.hp("A"), told.hp("B")) == (8, 8)


def test_a_further_target_on_top() -> None:
    told = Table("A m B").turn("attack 2, add 1 target, wound")
    assert (told.tokens("A"), told.tokens("B")) == (["wound"], ["wound"])


TWO = "A m B\n. . ."


def test_several_attacks_go_for_the_focus() -> None:
    told = Table(TWO, A={"initiative": 1}).turn("attack 2", "attack 1")
    assert (told.hp("A"), told.hp("B")) == (7, 10)


def test_several_attacks_spread_under_their_reading() -> None:
    """The second goes for B; a third finds nobody who is not attacked already."""
    told = Table(TWO, {"several_attacks": "spread"}, A={"initiative": 1}).turn(
        "attack 2", "attack 1", "attack 5"
    )
    assert (told.hp("A"), told.hp("B")) == (8, 9)


def test_a_new_focus_when_the_first_is_gone() -> None:
    """A dies of the first attack; the second goes for B, who is adjacent."""
    table = Table(TWO, A={"initiative": 1, "hp": 2})
    told = table.turn("attack 2", "attack 1")
    assert (told.hp("A"), told.hp("B")) == (0, 9)
    assert told.notes("focus") == ["m focuses on A", "m focuses on B"]
    ends = Table(TWO, {"focus_gone": "no_more_attacks"}, A={"initiative": 1, "hp": 2})
    assert ends.turn("attack 2", "attack 1").hp("B") == 10


def test_a_new_focus_without_a_move() -> None:
    """B, two hexes away, becomes the focus and is out of reach: nobody moves again. With a move it is."""
    table = Table("A m . B .", A={"hp": 2})
    told = table.turn("attack 2", "attack 1")
    assert (told.hp("B"), told.at("m")) == (10, (1, 0))
    moved = table.turn("attack 2", "move 2", "attack 1")
    assert (moved.hp("B"), moved.at("m")) == (9, (2, 0))
    only_moves = table.turn("attack 2", "move 2")
    assert only_moves.at("m") == (2, 0)


def test_targets_named_together_are_not_replaced() -> None:
    """A dies of the first attack, B is attacked all the same."""
    told = Table("A m B", A={"hp": 2, "initiative": 1}).turn(
        "attack 2, target 2, push 1", choose=["attack A and B"]
    )
    assert (told.hp("A"), told.hp("B")) == (0, 8)


def test_targets_named_one_by_one() -> None:
    """After the first attack the players may name either of the two others; three stand around it."""
    table = Table(
        """
        .  A  .
        B  m  C
        .  .  .
        """,
        {"targets_declared": "one_by_one"},
    )
    told = table.turn("attack 2, target 2", choose=["focus A", "attack B", "attack A"])
    assert [told.hp(name) for name in "ABC"] == [8, 8, 10]
    assert told.asked[1] == ("attack A", "attack B", "attack C")
    assert len(told.asked) == 2, "the focus is always among the targets"
    other = table.turn("attack 2, target 2", choose=["focus A", "attack A", "attack C"])
    assert [other.hp(name) for name in "ABC"] == [8, 10, 8]


# modifier cards that bring something, for a summon that draws from its owner's deck


def summon(picture: str, *cards: str, **figures: Any) -> Any:
    owned = {"kind": "summon", "owner": "A", "profile": Profile(move=0, attack=3), "hp": 5}
    return Table(picture, S=owned, **figures).turn(of="S", cards=cards)


def test_cards_that_harm_the_target() -> None:
    told = summon("S m .", "+1 wound")
    assert (told.hp("m"), told.tokens("m")) == (6, ["wound"])
    pushed = summon("S m . .", "+0 push 2")
    assert pushed.at("m") == (3, 0)
    pierced = summon("S m .", "rolling pierce 1", "+0", m={"profile": Profile(shield=2)})
    assert pierced.hp("m") == 8


def test_cards_that_help_the_attacker() -> None:
    healed = summon("S m .", "rolling heal 2", "+0")
    assert (healed.hp("S"), healed.hp("m")) == (7, 7)
    shielded = summon("S m .", "+0 shield 1")
    assert [(effect.kind, effect.amount) for effect in shielded.state.figure("S").effects] == [("shield", 1)]
    hidden = summon("S m .", "+1 invisible")
    assert (hidden.tokens("S"), hidden.tokens("m")) == (["invisible"], [])


def test_cards_that_infuse() -> None:
    assert summon("S m .", "+0 fire").element("fire") == "strong"


def test_a_card_that_adds_a_target() -> None:
    """The added one is attacked with a card of its own: 3 + 0 and 3 + 1."""
    told = summon("f S m", "rolling add target", "+0", "+1")
    assert sorted((told.hp("f"), told.hp("m"))) == [6, 7]


def test_a_summon_without_an_attack_does_not_attack() -> None:
    told = Table("S m .", S={"kind": "summon", "owner": "A", "profile": Profile(move=2)}).turn(of="S")
    assert told.hp("m") == 10
    assert not told.notes("modifier")


def test_the_deck_of_the_owner() -> None:
    told = summon("S m .", "bless")
    assert told.hp("m") == 4
    assert "bless" not in told.cards("A")
    assert [owned.owner for owned in told.state.decks] == ["A"]
