"""The worked examples of monster turns: the boards and the answers of the rulebook and of section 18."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.gloomhaven.plain.drawing import TRIANGLE, destinations, drawn, melee, ranged, turns
from tsolve.games.gloomhaven.monster_situation import Aim, Situation


def test_e8_the_safe_way_is_longer_than_the_way_to_the_other_one() -> None:
    # A, the Brute, stands behind traps: 4 steps to a safe hex beside it; B, the Tinkerer, takes 2.
    situation = drawn(
        """
        #  #  #  #  #  #  #  #  #
        #  .  .  .  .  .  .  .  #
        #  .  .  m  .  .  .  .  #
        #  .  .  f  .  .  .  .  #
        #  .  t  A  t  .  B  .  #
        #  .  .  .  .  .  .  .  #
        #  #  #  #  #  #  #  #  #
        """,
        move=3,
    )
    assert turns(situation) == {("B", (5, 3), "B")}


def of_e9(aim: Aim) -> Situation:
    """A the Brute, B the Tinkerer, C the third character."""
    return drawn(
        """
        #  #  #  #  #  #
        #  m  .  .  .  #
        #  .  .  A  .  #
        #  .  .  .  C  #
        #  .  B  .  .  #
        #  #  #  #  #  #
        """,
        {"A": 1, "B": 20, "C": 30},
        move=3,
        aim=aim,
    )


def test_e9_as_many_targets_as_can_be() -> None:
    assert turns(of_e9(ranged(3))) == {("A", (1, 1), "A")}
    assert turns(of_e9(melee())) == {("A", (2, 2), "A")}
    assert turns(of_e9(melee(2))) == {("A", (2, 3), "AB")}
    assert turns(of_e9(melee(3))) == {("A", (3, 3), "ABC")}


E10 = """
    #  #  #  #  #
    #  .  .  .  #
    #  B  .  t  #
    #  t  t  .  #
    #  .  m  .  #
    #  .  .  .  #
    #  .  .  A  #
    #  .  .  .  #
    #  #  #  #  #
    """


def test_e10_traps_are_like_obstacles_while_there_is_another_focus() -> None:
    assert turns(drawn(E10, move=2)) == {("A", (2, 6), "A"), ("A", (3, 5), "A")}


def test_e10_the_only_one_is_reached_over_a_trap() -> None:
    alone = drawn(E10.replace("A", "."), move=2)
    assert turns(alone) == {("B", (1, 3), "B"), ("B", (2, 3), "B")}


def test_e11_a_safe_way_forbids_the_trap_even_where_it_is_too_long() -> None:
    archer = drawn(
        """
        #  #  #  #  #
        #  .  .  .  #
        #  A  B  .  #
        #  .  .  .  #
        #  t  .  .  #
        #  t  .  .  #
        #  m  f  .  #
        #  .  .  .  #
        #  .  .  .  #
        """,
        {"A": 10, "B": 20},
        move=2,
        aim=ranged(3),
    )
    assert turns(archer) == {("A", (2, 5), "A")}
    assert turns(replace(archer, move=1)) == {("A", (1, 6), "")}
    assert destinations(replace(archer, move=1)) == {(2, 5)}


def of_e12(aim: Aim, minds_disadvantage: bool = True) -> Situation:
    return drawn(
        """
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  m  A  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        """,
        move=3,
        aim=aim,
        minds_disadvantage=minds_disadvantage,
    )


def test_e12_it_stays_beside_its_focus() -> None:
    assert turns(of_e12(melee())) == {("A", (2, 2), "A")}


def test_e13_one_step_back_for_a_ranged_attack() -> None:
    assert turns(of_e12(ranged(3))) == {("A", end, "A") for end in ((1, 1), (1, 2), (2, 1))}


def test_e14_muddled_it_stays() -> None:
    assert turns(of_e12(ranged(3), minds_disadvantage=False)) == {("A", (2, 2), "A")}


def of_e15(first: int, second: int) -> Situation:
    return drawn(
        """
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  A  .  m  .  B  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        """,
        {"A": first, "B": second},
        move=3,
    )


def test_e15_initiative_decides_the_focus() -> None:
    assert turns(of_e15(20, 15)) == {("B", (4, 3), "B"), ("B", (4, 4), "B")}


def test_e16_players_choose_the_focus() -> None:
    left = {("A", (2, 3), "A"), ("A", (2, 4), "A")}
    right = {("B", (4, 3), "B"), ("B", (4, 4), "B")}
    assert turns(of_e15(20, 20)) == left | right


def test_e17_a_trap_in_the_only_gap() -> None:
    # Every way leads over the trap, two steps away: one negative hex on it and none ahead, as everywhere.
    situation = drawn(
        """
        .  .  #  #  .  .  .
        m  .  t  .  .  A  .
        .  .  #  .  .  .  .
        """,
        move=2,
    )
    assert turns(situation) == {("A", (2, 1), "")}


def test_e18_a_free_way_around_the_trap() -> None:
    situation = drawn(
        """
        .  .  #  .  .  .  .
        m  .  t  .  .  A  .
        .  .  #  .  .  .  .
        .  .  .  .  .  .  .
        """,
        move=2,
    )
    assert turns(situation) == {("A", (1, 2), "")}


def test_e19_no_attack_hex_no_focus() -> None:
    assert turns(drawn("m  .  .  f  A  .", move=3)) == set()


def of_e20(move: int) -> Situation:
    return drawn(
        """
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  m  .  .  A  .  .  .
        .  .  .  .  .  B  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        """,
        {"A": 10, "B": 30},
        move=move,
        aim=melee(2),
    )


def test_e20_a_hex_beside_both() -> None:
    assert turns(of_e20(4)) == {("A", (4, 4), "AB")}


def test_e21_the_focus_now_before_both_later() -> None:
    assert turns(of_e20(2)) == {("A", (3, 2), "A"), ("A", (3, 3), "A")}


def test_e22_it_heads_for_the_attack_hex() -> None:
    situation = drawn(
        """
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        m  .  .  .  .  .  .  A  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        """,
        move=2,
        aim=ranged(3),
    )
    assert turns(situation) == {("A", end, "") for end in ((2, 1), (2, 2), (2, 3))}


def test_e23_proximity_before_initiative_and_before_disadvantage() -> None:
    situation = drawn(
        """
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  m  A  .  B  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        """,
        {"A": 50, "B": 10},
        aim=ranged(4),
    )
    assert turns(situation) == {("A", (2, 3), "A")}


def test_e24_one_hex_of_an_area_in_range_is_enough() -> None:
    # A and C are 3 hexes away, B 4.
    situation = drawn(
        """
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  m  .  .  A  B  .  .  .
        .  .  .  .  C  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        """,
        {"A": 10, "B": 20, "C": 30},
        move=1,
        aim=Aim(reach=3, is_ranged=True, area=TRIANGLE),
    )
    assert turns(situation) == {("A", (1, 3), "ABC")}


def test_e25_a_jump_over_the_trap() -> None:
    jumper = drawn("m  t  .  A  .", move=2, gait="jump")
    assert turns(jumper) == {("A", (2, 0), "A")}
    walker = replace(jumper, gait="walk")
    assert turns(walker) == {("A", (2, 0), "A")}
