"""Traps, hazards and terrain on a monster's way: on foot, by jump, in flight. (GH-1.7 to GH-1.9, GH-3)"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.turn.table import Table, Told, tokens
from tsolve.games.gloomhaven.hexes import from_offset
from tsolve.games.gloomhaven.state import Profile, Trap

CARD = "move 3", "attack 2"
FLYER = {"profile": Profile(move=3, attack=2, flying=True)}


def result(told: Told) -> tuple[tuple[int, int], int, int]:
    """Where m is, its hit points, and those of A."""
    return told.at("m"), told.hp("m"), told.hp("A")


def trapped(*conditions: str, **more: object) -> Table:
    """A corridor with a trap of conditions at (2,0)."""
    trap = Trap(from_offset(2, 0), 0, conditions)  # type: ignore[arg-type]
    return Table("m . . . A", traps=[trap], **more)  # type: ignore[arg-type]


def test_walk_jump_and_fly_over_a_trap() -> None:
    """3 damage from the trap in the only way; who jumps or flies over it leaves it there."""
    table, picture = "move 3", "m . t . A"
    assert result(Table(picture).turn(table, "attack 2")) == ((3, 0), 7, 8)
    assert result(Table(picture).turn("move 3, jump", "attack 2")) == ((3, 0), 10, 8)
    assert result(Table(picture, m=FLYER).turn(*CARD)) == ((3, 0), 10, 8)


def test_a_jump_ends_on_a_trap_a_flight_does_not_touch_it() -> None:
    picture = "m . o t A"
    assert result(Table(picture).turn("move 3, jump", "attack 2")) == ((3, 0), 7, 8)
    flies = Table(picture, m=FLYER).turn(*CARD)
    assert (result(flies), len(flies.state.traps)) == (((3, 0), 10, 8), 1)


def test_a_flyer_ends_on_an_obstacle_a_jumper_does_not() -> None:
    picture = "m . . o A"
    assert Table(picture, m=FLYER).turn(*CARD).at("m") == (3, 0)
    assert Table(picture).turn("move 3, jump", "attack 2").at("m") == (0, 0)


def test_hazards_hurt_each_time_and_stay() -> None:
    """Level 2: (2 + 2) // 2 = 2, twice; leaving the last one costs nothing."""
    told = Table("h m h h A", level=2).turn(*CARD)
    assert result(told) == ((3, 0), 6, 8)
    assert told.hp("m") == 6
    assert Table("m h h A", level=2, m=FLYER).turn(*CARD).hp("m") == 10


def test_a_trap_kills_on_the_way() -> None:
    told = Table("m t . A", m={"hp": 3}).turn(*CARD, "shield 1")
    assert not told.state.on_map("m")
    assert (told.hp("A"), told.state.traps) == (10, ())
    assert [money.at for money in told.state.money] == [from_offset(1, 0)]


@pytest.mark.parametrize(
    ("condition", "reading", "end", "hp"),
    [
        ("immobilize", "ends", (2, 0), 10),
        ("immobilize", "goes_on", (3, 0), 8),
        ("stun", "ends", (2, 0), 10),
        ("stun", "goes_on", (3, 0), 10),  # the move is finished, the attack is not made
        ("disarm", "ends", (3, 0), 10),
        ("muddle", "ends", (3, 0), 9),  # the worse of +0 and -1
        ("poison", "ends", (3, 0), 8),
    ],
)
def test_a_trap_with_a_condition(condition: str, reading: str, end: tuple[int, int], hp: int) -> None:
    told = trapped(condition, readings={"trap_stops_move": reading}).turn(*CARD, cards=["+0", "-1"])
    assert (told.at("m"), told.hp("A"), told.tokens("m")) == (end, hp, [condition])


def test_from_where_a_trap_has_stopped_it_attacks_whom_it_can() -> None:
    """Range 2 and a trap two hexes before A: it is stopped there and attacks all the same."""
    archer = {"profile": Profile(move=3, attack=2, range=1)}
    table = trapped("immobilize", m=archer)
    told = table.turn("move 3", "attack 2, range 2")
    assert (told.at("m"), told.hp("A")) == ((2, 0), 8)


def test_stopped_in_the_hex_of_an_ally_it_goes_on() -> None:
    """A flying ally hovers over the trap that immobilizes."""
    told = Table(
        "m f . A",
        traps=[Trap(from_offset(1, 0), 0, ("immobilize",))],
        f={"profile": Profile(flying=True)},
    ).turn(*CARD)
    assert (told.at("m"), told.at("f"), told.hp("A")) == ((2, 0), (1, 0), 8)


def test_difficult_terrain_costs_two() -> None:
    """Three movement points: two hexes of which one is difficult; the flyer pays one for each."""
    assert Table("m d . . A").turn("move 3", "attack 2").at("m") == (2, 0)
    assert Table("m d . . A", m=FLYER).turn(*CARD).at("m") == (3, 0)
    assert Table("m d . . A").turn("move 3, jump", "attack 2").at("m") == (3, 0)


@pytest.mark.parametrize(("reading", "end"), [("pays", (1, 0)), ("free", (2, 0))])
def test_the_last_hex_of_a_jump(reading: str, end: tuple[int, int]) -> None:
    """Two points: (2,0) is difficult, so landing there costs 1 + 2."""
    assert Table("m . d . . A", {"jump_landing": reading}).turn("move 2, jump", "attack 2").at("m") == end


def test_through_allies_but_not_onto_them() -> None:
    assert Table("m f . A").turn(*CARD).at("m") == (2, 0)
    told = Table("m f A").turn(*CARD)
    assert (told.at("m"), told.notes("focus")) == ((0, 0), ["m has no focus"])


def test_closed_doors_are_walls_open_ones_are_not() -> None:
    assert Table("m = . A").turn(*CARD).at("m") == (2, 0)
    assert Table("m + . A").turn(*CARD).at("m") == (0, 0)


@pytest.mark.parametrize(("reading", "end"), [("every_trap", (1, 1)), ("not_own_traps", (2, 0))])
def test_traps_of_its_own_side(reading: str, end: tuple[int, int]) -> None:
    """A trap of the monsters at (1,0): the way around takes three steps, straight two."""
    picture = """
        m  .  .  A
        .  .  .  #
        """
    table = Table(picture, {"negative_hexes": reading}, traps=[Trap(from_offset(1, 0), 3, (), "monsters")])
    told = table.turn("move 2", "attack 2")
    assert told.at("m") == end


def test_negative_movement_is_none() -> None:
    told = Table("m . A").turn("move -5", "attack +0")
    assert (told.at("m"), told.hp("A")) == ((0, 0), 10)


def test_immobilize_in_the_middle_of_two_moves() -> None:
    """The trap stops the first move; the second ability finds an immobilized monster."""
    told = trapped("immobilize").turn("move 3", "move 3", "attack 2")
    assert (told.at("m"), told.tokens("m")) == ((2, 0), ["immobilize"])


def test_money_of_a_monster_that_dies_over_an_obstacle() -> None:
    told = Table("m o . A", m={**FLYER, "tokens": tokens("wound"), "hp": 1}).turn(*CARD)
    assert [money.tokens for money in told.state.money] == [1]
