"""Which rulings of Gloomhaven are decisive, on positions that are worked out by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tsolve import api
from tsolve.games.gloomhaven.changes import RULES


def marks(text: str) -> dict[str, bool | None]:
    """Every ruling that `check` cites about the position, with its mark; interpretations apart."""
    position = api.loads(f"game: gloomhaven\n{dedent(text)}")
    cited = api.with_decisive(position, api.check(position)).citations
    return {each.id: each.decisive for each in cited if not each.id.startswith("key.")}


def decisive(text: str) -> set[str]:
    return {ruling for ruling, mark in marks(text).items() if mark}


def turn(
    map_: str, monster: str = "", do: str = "move +0, attack +0", brute: str = "[4, 1]", more: str = ""
) -> str:
    """The turn of a monster in (0,1) with move 2 and attack 2, and the Brute."""
    return f"""
        map: {{{map_}}}
        turn: Monster 1
        monsters: {{Monster 1: {{at: [0, 1], stats: {{hp: 5, move: 2, attack: 2}}, {monster}}}}}
        characters: {{Brute: {{at: {brute}, hp: 9, initiative: 20}}}}
        ability_cards: {{Monster: {{initiative: 50, do: [{do}]}}}}
        {more}
    """


def test_a_trap_on_the_only_short_way_decides() -> None:
    """Through the gap it would stand in (2,1) after two steps; because of the trap it goes around."""
    found = decisive(turn("size: 7 x 4, walls: [[2, 0], [2, 2]], traps: [[2, 1]]", brute="[5, 1]"))
    assert "GH-12.9" in found
    assert "GH-1.4" in found  # without the walls there is a way beside the trap, as short as that through it


def test_a_trap_far_away_decides_nothing() -> None:
    found = marks(turn("size: 7 x 4, traps: [[6, 3]]"))
    assert found["GH-12.9"] is None  # it says more than that there are traps


@pytest.mark.parametrize(("hex_", "decides"), [([1, 0], True), ([6, 3], False)])
def test_difficult_terrain_decides_where_it_lies_on_the_way(hex_: list[int], decides: bool) -> None:
    """In a corridor of one row a hex of difficult terrain takes both movement points."""
    size = "7 x 4" if hex_[1] else "7 x 1"
    text = turn(f"size: {size}, difficult: [{hex_}]", brute="[4, 0]" if size == "7 x 1" else "[4, 1]")
    text = text.replace("at: [0, 1]", "at: [0, 0]") if size == "7 x 1" else text
    assert marks(text)["GH-1.9"] is decides


def test_sight_decides_where_only_a_wall_keeps_a_ranged_attack_from_its_target() -> None:
    """From (0,1) the Brute in (4,1) is 4 hexes away, by (2,0), in range; the wall (2,1), inside the map, lies
    between: it has all heights that a line may have there, from 1 to 3.
    """
    text = """
        map: {size: 5 x 3, walls: [[2, 1]]}
        turn: Monster 1
        monsters: {Monster 1: {at: [0, 1], stats: {hp: 5, move: 0, attack: 2}}}
        characters: {Brute: {at: [4, 1], hp: 9, initiative: 20}}
        ability_cards: {Monster: {initiative: 50, do: [move +0, "attack +0, range 5"]}}
    """
    found = marks(text)
    assert found["GH-5.1"] is True
    assert marks(text.replace("walls: [[2, 1]]", "walls: [[0, 2]]"))["GH-5.1"] is False


def test_that_it_is_muddled_decides_whether_it_steps_back() -> None:
    """GH-E14: beside its focus a muddled archer stays, having disadvantage anyway; else it steps back."""
    text = turn("size: 7 x 7", "conditions: [muddle]", 'move +0, "attack +0, range 3"', brute="[1, 1]")
    assert decisive(text) == {"GH-8.10"}
    assert "GH-8.10" not in decisive(text.replace("range 3", "pierce 3"))  # in melee it makes no difference


def test_that_it_is_immobilized_decides() -> None:
    assert {"GH-8.7", "GH-12.28"} <= decisive(turn("size: 7 x 4", "conditions: [immobilize]"))


def test_initiative_decides_among_equals() -> None:
    """GH-E15: both enemies are 2 hexes away, and the one with the lower initiative is the focus."""
    text = """
        map: {size: 7 x 7}
        turn: Monster 1
        monsters: {Monster 1: {at: [3, 3], stats: {hp: 5, move: 3, attack: 2}}}
        characters: {One: {at: [1, 3], hp: 9, initiative: 20}, Two: {at: [5, 3], hp: 9, initiative: 15}}
        ability_cards: {Monster: {initiative: 50, do: [move +0, attack +0]}}
    """
    assert "GH-12.12" in decisive(text)
    assert "GH-12.12" not in decisive(text.replace("[1, 3]", "[0, 3]"))


def test_poison_and_shield_decide_what_an_attack_comes_to() -> None:
    """GH-E26: (2 + 1) x 2 - 1 = 5; without poison 3, without the shield 6."""
    text = """
        attacks: [{attack: 2, against: {hp: 9, conditions: [poison], shield: 1}}]
        line: [draw x2]
    """
    found = marks(text)
    assert {each for each, mark in found.items() if mark} == {"GH-8.5", "GH-6.10", "GH-6.9", "GH-10.6"}
    assert found["GH-6.8"] is None  # what a card does cannot be switched off


def test_a_shield_decides_nothing_where_pierce_meets_it() -> None:
    """Pierce 2 against shield 1: the 3 go through with and without the shield; without pierce it is 2."""
    text = """
        attacks: [{attack: "3, pierce 2", against: {hp: 9, shield: 1}}]
        line: [draw +0]
    """
    assert decisive(text) == {"GH-7.6"}


def test_retaliate_decides_how_the_attacker_comes_away() -> None:
    """GH-E33: 5 - 2 = 3 hit points are left of the attacker."""
    text = """
        attacks: [{attack: 2, by: {name: Brute, hp: 5}, against: {name: Target, hp: 9, retaliate: 2}}]
        line: [draw +0]
    """
    assert decisive(text) == {"GH-10.7"}


def test_a_claim_is_judged_again() -> None:
    """3 against 2 hit points and shield 1 kills, with and without the shield; the damage is another."""
    text = """
        attacks: [{attack: 3, against: {hp: 2, shield: 1}}]
        line: [draw +0]
        claims: [{damage: 2}]
    """
    assert {"GH-6.9", "GH-10.6"} <= decisive(text)


def test_every_rule_that_is_switched_off_is_a_rule() -> None:
    glossary = api.ruleset("gloomhaven").glossary
    assert [ruling for ruling in RULES if ruling not in glossary] == []
