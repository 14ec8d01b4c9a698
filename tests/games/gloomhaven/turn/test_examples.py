"""The worked examples of monster turns, GH-E8 to GH-E25, played through the engine to the end of the turn."""

from __future__ import annotations

from typing import Any

from tests.games.gloomhaven.turn.table import Table, tokens
from tsolve.games.gloomhaven.state import Profile

RANGED_3 = {"profile": Profile(move=3, attack=2, range=3)}
MELEE_3 = {"profile": Profile(move=3, attack=2)}


def ends(table: Table, *card: str, **more: Any) -> set[tuple[tuple[int, int], frozenset[str]]]:
    """Where the monster can end its turn, and whom it damages then: each attack does 2."""
    found = set()
    for choice in _choices(table, card):
        told = table.turn(*card, choose=choice, **more)
        hit = frozenset(each.name for each in told.state.figures if each.name.isupper() and each.hp == 8)
        found.add((told.at("m"), hit))
    return found


def _choices(table: Table, card: tuple[str, ...], before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every way to answer what is asked in a turn."""
    asked = table.turn(*card, choose=before).asked
    if len(asked) == len(before):
        return [before]
    return [way for option in asked[len(before)] for way in _choices(table, card, (*before, option))]


def test_e8_the_nearer_focus_is_behind_traps() -> None:
    table = Table(
        """
        #  #  #  #  #  #  #  #  #
        #  .  .  .  .  .  .  .  #
        #  .  .  m  .  .  .  .  #
        #  .  .  f  .  .  .  .  #
        #  .  t  A  t  .  B  .  #
        #  .  .  .  .  .  .  .  #
        #  #  #  #  #  #  #  #  #
        """,
        m=MELEE_3,
    )
    told = table.turn("move +0", "attack +0")
    assert told.notes("focus") == ["m focuses on B"]
    assert ends(table, "move +0", "attack +0") == {((5, 3), frozenset("B"))}


E9 = """
    #  #  #  #  #  #
    #  m  .  .  .  #
    #  .  .  A  .  #
    #  .  .  .  C  #
    #  .  B  .  .  #
    #  #  #  #  #  #
    """
FIRST = {"A": {"initiative": 1}, "B": {"initiative": 20}, "C": {"initiative": 30}}


def test_e9_as_many_targets_as_can_be() -> None:
    melee = Table(E9, m=MELEE_3, **FIRST)
    archer = Table(E9, m=RANGED_3, **FIRST)
    assert ends(archer, "move +0", "attack +0") == {((1, 1), frozenset("A"))}
    assert ends(melee, "move +0", "attack +0") == {((2, 2), frozenset("A"))}
    assert ends(melee, "move +0", "attack +0, target 2") == {((2, 3), frozenset("AB"))}
    assert ends(melee, "move +0", "attack +0, target 3") == {((3, 3), frozenset("ABC"))}


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


def test_e10_traps_are_avoided_while_there_is_another_focus() -> None:
    at_a = frozenset("A")
    assert ends(Table(E10), "move +0", "attack +0") == {((2, 6), at_a), ((3, 5), at_a)}


def test_e10_the_only_focus_is_reached_over_a_trap() -> None:
    """Onto one of two traps: 3 damage."""
    table = Table(E10.replace("A", "."))
    assert ends(table, "move +0", "attack +0") == {((1, 3), frozenset("B")), ((2, 3), frozenset("B"))}
    told = table.turn("move +0", "attack +0")
    assert (told.hp("m"), len(told.state.traps)) == (7, 2)


def test_e11_the_archer_stays_off_the_trap() -> None:
    table = Table(
        """
        #  #  #  #  #
        #  .  .  .  #
        #  A  B  .  #
        #  .  .  .  #
        #  t  .  .  #
        #  t  .  .  #
        #  m  f  .  #
        #  .  .  .  #
        #  #  #  #  #
        """,
        m=RANGED_3,
        A={"initiative": 10},
    )
    assert ends(table, "move 2", "attack +0") == {((2, 5), frozenset("A"))}
    assert ends(table, "move 1", "attack +0") == {((1, 6), frozenset())}


OPEN_7 = "\n".join(["  .  .  .  .  .  .  ."] * 2 + ["  .  .  m  A  .  .  ."] + ["  .  .  .  .  .  .  ."] * 4)


def test_e12_a_suitable_hex_is_not_left() -> None:
    assert ends(Table(OPEN_7, m=MELEE_3), "move +0", "attack +0") == {((2, 2), frozenset("A"))}


def test_e13_a_step_back_from_disadvantage() -> None:
    hit = frozenset("A")
    table = Table(OPEN_7, m=RANGED_3)
    assert ends(table, "move +0", "attack +0") == {((1, 1), hit), ((1, 2), hit), ((2, 1), hit)}
    told = table.turn("move +0", "attack +0", cards=["+0", "-2"])
    assert told.hp("A") == 8, "one card is drawn"


def test_e14_a_muddled_one_stays() -> None:
    table = Table(OPEN_7, m={**RANGED_3, "tokens": tokens("muddle")})
    assert ends(table, "move +0", "attack +0") == {((2, 2), frozenset("A"))}
    assert table.turn("move +0", "attack +0", cards=["+0", "-1"]).hp("A") == 9, "the worse of two cards"


E15 = """
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  A  .  m  .  B  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    .  .  .  .  .  .  .
    """


def test_e15_initiative_decides_at_last() -> None:
    table = Table(E15, m=MELEE_3, A={"initiative": 20}, B={"initiative": 15})
    hit = frozenset("B")
    assert ends(table, "move +0", "attack +0") == {((4, 3), hit), ((4, 4), hit)}


def test_e16_the_players_choose_between_equal_enemies() -> None:
    table = Table(E15, m=MELEE_3)
    assert table.turn("move +0", "attack +0").asked[0] == ("focus A", "focus B")
    assert ends(table, "move +0", "attack +0") == {
        ((2, 3), frozenset("A")),
        ((2, 4), frozenset("A")),
        ((4, 3), frozenset("B")),
        ((4, 4), frozenset("B")),
    }


def test_e17_a_trap_in_the_only_gap() -> None:
    table = Table(
        """
        .  .  #  #  .  .  .
        m  .  t  .  .  A  .
        .  .  #  .  .  .  .
        """
    )
    told = table.turn("move +0", "attack +0")
    assert (told.at("m"), told.hp("m"), told.hp("A"), told.state.traps) == ((2, 1), 7, 10, ())


def test_e18_a_detour_is_better_than_a_trap() -> None:
    table = Table(
        """
        .  .  #  .  .  .  .
        m  .  t  .  .  A  .
        .  .  #  .  .  .  .
        .  .  .  .  .  .  .
        """
    )
    told = table.turn("move +0", "attack +0")
    assert (told.at("m"), told.hp("m"), told.hp("A")) == ((1, 2), 10, 10)


def test_e19_no_focus_and_the_other_abilities() -> None:
    told = Table("m . . f A .", m=MELEE_3).turn("move +0", "attack +0", "shield 1", "heal 1, self")
    assert (told.at("m"), told.hp("A")) == ((0, 0), 10)
    assert [effect.kind for effect in told.state.figure("m").effects] == ["shield"]
    assert told.notes("focus") == ["m has no focus"]


E20 = """
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  m  .  .  A  .  .  .
    .  .  .  .  .  B  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    """


def test_e20_e21_two_targets_if_they_are_in_reach() -> None:
    table = Table(E20, A={"initiative": 10}, B={"initiative": 30})
    assert ends(table, "move 4", "attack +0, target 2") == {((4, 4), frozenset("AB"))}
    alone = frozenset("A")
    assert ends(table, "move 2", "attack +0, target 2") == {((3, 2), alone), ((3, 3), alone)}


def test_e22_out_of_reach_it_approaches() -> None:
    table = Table(
        """
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        m  .  .  .  .  .  .  A  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        """,
        m=RANGED_3,
    )
    nobody: frozenset[str] = frozenset()
    assert ends(table, "move 2", "attack +0") == {((2, 1), nobody), ((2, 2), nobody), ((2, 3), nobody)}


def test_e23_proximity_before_initiative() -> None:
    """With disadvantage: the worse of +0 and -1 leaves 1 damage."""
    table = Table(
        "\n".join([". . . . . . . ."] * 3 + [". . m A . B . ."] + [". . . . . . . ."] * 3),
        m={"profile": Profile(attack=2, range=4)},
        A={"initiative": 50},
        B={"initiative": 10},
    )
    told = table.turn("move +0", "attack +0", cards=["+0", "-1"])
    assert (told.hp("A"), told.hp("B")) == (9, 10)


def test_e24_one_hex_of_the_area_is_in_range() -> None:
    table = Table(
        """
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  m  .  .  A  B  .  .  .
        .  .  .  .  C  .  .  .  .
        .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .
        """,
        m=RANGED_3,
        A={"initiative": 10},
        B={"initiative": 20},
        C={"initiative": 30},
    )
    assert ends(table, "move 1", "attack +0, area triangle3") == {((1, 3), frozenset("ABC"))}


def test_e25_a_jump_over_a_trap() -> None:
    table = Table("m t . A .")
    jumps = table.turn("move 2, jump", "attack +0")
    assert (jumps.at("m"), jumps.hp("m"), jumps.hp("A"), len(jumps.state.traps)) == ((2, 0), 10, 8, 1)
    walks = table.turn("move 2", "attack +0")
    assert (walks.at("m"), walks.hp("m"), walks.hp("A"), walks.state.traps) == ((2, 0), 7, 8, ())
