"""Push and pull; traps, hazards and terrain on the way, on foot, by jump, in flight. (GH-1.7 to GH-1.9,
GH-3, GH-7.3 to GH-7.8)
"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.turn.table import Table, Told, tokens
from tsolve.games.gloomhaven.hexes import Hex, distance, from_offset, neighbours
from tsolve.games.gloomhaven.state import Profile, Trap

PLAIN = "\n".join([". . . . . . ."] * 3 + [". . . m A . ."] + [". . . . . . ."] * 3)


def all_ends(table: Table, *card: str, of: str = "m", moved: str = "A") -> set[tuple[int, int]]:
    """Where the figure can be at the end, over all choices."""
    found: set[tuple[int, int]] = set()
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        before = waiting.pop()
        told = table.turn(*card, choose=before, of=of)
        shifts = [asked for asked in told.asked if asked[0].startswith("shift")]
        if len(shifts) == len(before):
            found.add(told.at(moved))
        else:
            waiting += [(*before, option) for option in shifts[len(before)]]
    return found


def by_hand(source: tuple[int, int], at: tuple[int, int], steps: int, sign: int) -> set[Hex]:
    """The ends of all paths on an empty plane on which each step leads farther away, or nearer."""
    start, ends = from_offset(*source), {from_offset(*at)}
    for _ in range(steps):
        ends = {
            near
            for end in ends
            for near in neighbours(end)
            if sign * (distance(start, near) - distance(start, end)) > 0
        }
    return ends


@pytest.mark.parametrize("steps", [1, 2])
def test_push_along_every_path(steps: int) -> None:
    ends = all_ends(Table(PLAIN), f"attack 1, push {steps}")
    assert {from_offset(*end) for end in ends} == by_hand((3, 3), (4, 3), steps, 1)
    assert len(ends) == {1: 3, 2: 5}[steps]  # three hexes, then five in the ring around them


def test_pull_along_every_path() -> None:
    far = PLAIN.replace(". . . m A . .", "m . . . A . .")
    archer = Table(far, m={"profile": Profile(attack=2, range=5)})
    ends = all_ends(archer, "attack 1, pull 2")
    assert {from_offset(*end) for end in ends} == by_hand((0, 3), (4, 3), 2, -1)


def test_a_pull_ends_beside_the_attacker() -> None:
    told = Table("m . A", m={"profile": Profile(attack=2, range=3)}).turn("attack 1, pull 3")
    assert told.at("A") == (1, 0)


def test_through_allies_not_enemies() -> None:
    """In a corridor: B, an ally of A, is passed; f, its enemy, is not; it never stops on B."""
    assert Table("m A B .").turn("attack 1, push 2").at("A") == (3, 0)
    assert Table("m A f .").turn("attack 1, push 2").at("A") == (1, 0)
    assert Table("m A B .").turn("attack 1, push 1").at("A") == (1, 0)
    assert Table("m A B").turn("attack 1, push 2").at("A") == (1, 0)
    assert Table("m A B C .").turn("attack 1, push 3").at("A") == (4, 0)


def test_obstacles_walls_and_doors_stop_it() -> None:
    for mark in "o#+":
        told = Table(f"m A . {mark} .").turn("attack 1, push 3")
        assert told.at("A") == (2, 0), mark
    assert Table("m A = .").turn("attack 1, push 2").at("A") == (3, 0)


def test_a_flyer_is_pushed_over_obstacles_and_traps() -> None:
    flies = {"profile": Profile(flying=True)}
    assert Table("m A o .", A=flies).turn("attack 1, push 1").at("A") == (2, 0)
    trapped = Table("m A t .", A=flies).turn("attack 1, push 1")
    assert (trapped.hp("A"), len(trapped.state.traps)) == (9, 1)


@pytest.mark.parametrize(("reading", "end"), [("stops", (2, 0)), ("all_or_nothing", (1, 0))])
def test_a_push_that_is_blocked_halfway(reading: str, end: tuple[int, int]) -> None:
    assert Table("m A .", {"blocked_push": reading}).turn("attack 1, push 2").at("A") == end


def test_all_or_nothing_takes_the_ways_that_lead_on() -> None:
    """Of the first steps (2,0), (3,0) and (3,1) the one at the edge leads no farther: it is left out."""
    picture = """
        .  .  .  .  .
        .  m  A  .  .
        .  .  .  #  .
        """
    stops = Table(picture).turn("attack 1, push 2").asked
    whole = Table(picture, {"blocked_push": "all_or_nothing"}).turn("attack 1, push 2").asked
    assert set(stops[0]) == {"shift to (2,0)", "shift to (3,0)", "shift to (3,1)"}
    assert set(whole[0]) == {"shift to (3,0)", "shift to (3,1)"}


def test_a_monster_uses_it_to_the_full() -> None:
    """It may choose which way, not to stop: nobody can shift no farther."""
    told = Table(PLAIN).turn("attack 1, push 1")
    assert [asked for asked in told.asked if "shift no farther" in asked] == []


def test_difficult_terrain_does_not_matter_traps_and_hazards_do() -> None:
    """Two difficult hexes with push 2. Level 3: a hazard hurts for (2 + 3) // 2 = 2, each time."""
    assert Table("m A d d").turn("attack 1, push 2").at("A") == (3, 0)
    hazards = Table("m A h h", level=3).turn("attack 1, push 2")
    assert hazards.hp("A") == 10 - 1 - 2 - 2
    trap = Table("m A t .").turn("attack 1, push 2")
    assert (trap.hp("A"), trap.at("A"), trap.state.traps) == (6, (3, 0), ())


def test_a_trap_that_kills_ends_it() -> None:
    told = Table("m A t .", A={"hp": 4}).turn("attack 1, push 2")
    assert not told.state.on_map("A")
    assert {"GH-1.7", "GH-11.9"} <= told.rulings()


def test_immobilized_and_stunned_figures_are_moved() -> None:
    told = Table("m A . .", A={"tokens": tokens("immobilize", "stun")}).turn("attack 1, push 1")
    assert told.at("A") == (2, 0)


@pytest.mark.parametrize(("immune", "end"), [("push", (1, 0)), ("pull", (2, 0))])
def test_who_is_immune(immune: str, end: tuple[int, int]) -> None:
    assert (
        Table("m A .", A={"profile": Profile(immunities=(immune,))}).turn("attack 1, push 1").at("A") == end
    )


def test_a_push_without_an_attack() -> None:
    """All adjacent enemies, each with its own way, and the condition with it."""
    told = Table(". A m B .").turn("push 1, poison, all adjacent enemies")
    assert (told.at("A"), told.at("B")) == ((0, 0), (4, 0))
    assert (told.tokens("A"), told.tokens("B")) == (["poison"], ["poison"])


def test_an_attack_after_a_push_sees_where_they_are_then() -> None:
    """Pushed out of reach in a corridor: the melee attack finds nobody there."""
    told = Table("m A .").turn("push 1, all adjacent enemies", "attack 2")
    assert (told.at("A"), told.hp("A")) == ((2, 0), 10)


def test_a_thin_wall_stops_it() -> None:
    told = Table("m A .", thin_walls=[((1, 0), (2, 0))]).turn("attack 1, push 1")
    assert told.at("A") == (1, 0)


def test_everything_is_told() -> None:
    told: Told = Table("m A . .").turn("attack 1, push 2")
    assert told.notes("force") == ["A is pushed", "A is pushed"]
    assert "GH-7.3" in told.rulings()
    pulled = Table("m . A", m={"profile": Profile(attack=2, range=3)}).turn("attack 1, pull 1")
    assert "GH-7.4" in pulled.rulings()


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
        "m f . A", traps=[Trap(from_offset(1, 0), 0, ("immobilize",))], f={"profile": Profile(flying=True)}
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
