"""What else hangs on an attack: bonuses on a condition, a new focus, cards that help the attacker."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gloomhaven.turn.table import Table, tokens
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.state import Effect, Profile

BESIDE = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  m  A  .
    .  .  .  .  .
    """


@pytest.mark.parametrize(
    ("card", "conditions", "left"),
    [
        ("attack 2, +2 if target is alone", (), 6),
        ("attack 2, +2 if target is adjacent to an ally", (), 8),
        ("attack 2, +2 if target is poisoned", ("poison",), 5),  # 2 + 2 + 1
    ],
)
def test_a_bonus_on_a_condition(card: str, conditions: tuple[Condition, ...], left: int) -> None:
    assert Table(BESIDE, A={"tokens": tokens(*conditions)}).turn(card).hp("A") == left


def test_conditional_bonus_beside_an_ally_of_the_attacker() -> None:
    """B, a friend of A, stands beside it: not alone; f, a friend of m, too: adjacent to an ally."""
    table = Table(". . . .\n. m A f\n. . B .", A={"initiative": 1})
    assert table.turn("attack 2, +2 if target is adjacent to an ally").hp("A") == 6
    assert table.turn("attack 2, +2 if target is alone").hp("A") == 8


def test_what_follows_is_lost_on_the_dead() -> None:
    """No curse card comes into the deck of A."""
    told = Table(BESIDE, A={"hp": 2}).turn("attack 2, curse")
    assert told.hp("A") == 0
    assert not told.state.on_map("A")
    assert [owned.owner for owned in told.state.decks] == ["monsters"]


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


# several targets, areas, several attacks


def test_a_new_focus_without_a_move() -> None:
    """B, two hexes away, becomes the focus and is out of reach: nobody moves again. With a move it is."""
    table = Table("A m . B .", A={"hp": 2})
    told = table.turn("attack 2", "attack 1")
    assert (told.hp("B"), told.at("m")) == (10, (1, 0))
    moved = table.turn("attack 2", "move 2", "attack 1")
    assert (moved.hp("B"), moved.at("m")) == (9, (2, 0))
    only_moves = table.turn("attack 2", "move 2")
    assert only_moves.at("m") == (2, 0)


# modifier cards that bring something, for a summon that draws from its owner's deck


def summon(picture: str, *cards: str, **figures: Any) -> Any:
    owned = {"kind": "summon", "owner": "A", "profile": Profile(move=0, attack=3), "hp": 5}
    return Table(picture, S=owned, **figures).turn(of="S", cards=cards)


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
