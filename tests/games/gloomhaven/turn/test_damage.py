"""The damage of one attack, worked out by hand."""

from __future__ import annotations

import pytest

from tsolve.games.gloomhaven.modifiers import Effect, parse
from tsolve.games.gloomhaven.turn.damage import (
    Damage,
    Defence,
    Doubling,
    Part,
    SingleAttack,
    attack_value,
    damage,
)


def shield(*amounts: int, poisoned: bool = False) -> Defence:
    return Defence(tuple(Part("shield", amount) for amount in amounts), poisoned)


def hit(attack: SingleAttack, defence: Defence, *cards: str) -> Damage:
    return damage(attack, defence, tuple(parse(card) for card in cards))


@pytest.mark.parametrize(
    ("printed", "pierce", "defence", "card", "expected"),
    [
        (3, 2, shield(3), "+0", 2),  # GH-E1: 3 - (3 - 2)
        (2, 0, shield(1, poisoned=True), "x2", 5),  # GH-E26: (2 + 1) x 2 - 1
        (1, 0, shield(), "-2", 0),  # GH-E27
        (3, 4, shield(1), "-1", 2),  # GH-E28: 3 - 1 - max(1 - 4, 0)
        (3, 0, shield(), "+1", 4),
        (3, 0, shield(1, 2), "+2", 2),  # shields add up: 5 - 3
        (3, 2, shield(1, 2), "+0", 2),  # 3 - (3 - 2): pierce meets their sum
        (2, 0, shield(5), "+0", 0),
        (3, 0, shield(poisoned=True), "bless", 8),  # (3 + 1) x 2
        (3, 0, shield(poisoned=True), "null", 0),
        (5, 0, shield(1), "curse", 0),
        (0, 0, shield(poisoned=True), "+0", 1),
    ],
)
def test_one_card(printed: int, pierce: int, defence: Defence, card: str, expected: int) -> None:
    """GH-6.7 to GH-6.10, GH-7.6"""
    assert hit(SingleAttack(printed, pierce=pierce), defence, card).amount == expected


def test_the_attacker_orders_what_doubles() -> None:
    """GH-6.7: (3 + 2) x 2 - 1 = 9, not 3 x 2 + 2 - 1; poison is doubled too: (3 + 2 + 1) x 2 - 1 = 11."""
    attack = SingleAttack(3, (Part("tired", -1), Part("conditional", 2)), (Doubling("active card"),))
    assert attack_value(attack) == 9
    assert attack_value(attack, Defence(is_poisoned=True)) == 11
    assert attack_value(SingleAttack(3, (), (Doubling("a"), Doubling("b", 3)))) == 18


def test_only_the_end_is_limited_at_0() -> None:
    """GH-6.9: 1 - 2 = -1 before the card; +1 brings it to 0, +2 to 1, x2 doubles -1."""
    attack = SingleAttack(1, (Part("penalty", -2),))
    assert attack_value(attack) == -1
    assert [hit(attack, shield(), card).amount for card in ("+1", "+2", "x2", "null")] == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["rolling +1", "-1"], 3),
        (["rolling +1", "rolling +2", "+0"], 6),
        (["rolling +1", "x2"], 8),  # (3 + 1) x 2: the attacker adds first
        (["x2", "rolling +1"], 8),  # whichever came first
        (["x2", "rolling -1"], 5),  # 3 x 2 - 1: and subtracts last
        (["rolling -1", "x2"], 5),
        (["rolling +2", "null"], 0),
        (["null", "rolling +2"], 0),
        (["rolling -1", "null"], 0),
    ],
)
def test_several_cards(cards: list[str], expected: int) -> None:
    """GH-6.16"""
    assert hit(SingleAttack(3), shield(), *cards).amount == expected


def test_pierce_of_a_card_adds_to_that_of_the_attack() -> None:
    """GH-7.6: shield 5 - (1 + 3) = 1."""
    assert hit(SingleAttack(4, pierce=1), shield(5), "rolling pierce 3", "+0").amount == 3
    assert hit(SingleAttack(4, pierce=1), shield(5), "+0").amount == 0


def test_effects_are_told_apart_from_pierce() -> None:
    """GH-7.1: they follow, damage or not; pierce is part of the damage."""
    found = hit(SingleAttack(1), shield(9), "rolling pierce 3", "rolling push 2", "+0 stun")
    assert found.amount == 0
    assert found.effects == (Effect("push", 2), Effect("stun"))


def test_every_number_has_its_entry() -> None:
    """3 + 1 (poison) = 4, x2 = 8; shield 1 + 2 = 3, less pierce 1 = 2; 8 - 2 = 6."""
    attack = SingleAttack(3, pierce=1)
    defence = Defence((Part("printed shield", 1), Part("Shield card", 2, ("card.shield",))), is_poisoned=True)
    found = damage(attack, defence, (parse("x2"),), ("GH-6.12", "GH-6.15"))

    assert found.value == 4
    assert [(each.step, each.subject, each.quantity, each.before, each.after) for each in found.entries] == [
        ("add", "", "attack", 0, 3),
        ("add", "poison", "attack", 3, 4),
        ("multiply", "x2", "attack", 4, 8),
        ("add", "printed shield", "shield", 0, 1),
        ("add", "Shield card", "shield", 1, 3),
        ("add", "pierce", "shield", 3, 2),
        ("add", "", "attack", 8, 6),
    ]
    assert [each.rulings for each in found.entries] == [
        ("GH-6.7",),
        ("GH-6.7", "GH-6.10", "GH-8.5"),
        ("GH-6.8", "GH-6.12", "GH-6.15"),
        ("GH-10.6",),
        ("GH-10.6", "card.shield"),
        ("GH-6.9", "GH-7.6"),
        ("GH-6.9",),
    ]
    assert found.amount == 6


def test_floors_have_their_entries() -> None:
    """Shield 1 - 3 = -2, so 0; attack 2 - 4 = -2, so 0."""
    found = hit(SingleAttack(2, pierce=3), shield(1), "-4")
    floors = [each for each in found.entries if each.step == "floor"]
    assert [(each.quantity, each.before, each.after) for each in floors] == [
        ("shield", -2, 0),
        ("attack", -2, 0),
    ]
    assert [each.rulings for each in floors] == [("GH-6.9", "GH-7.6"), ("GH-6.9",)]
