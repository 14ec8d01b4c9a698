"""Push and pull; traps, hazards and terrain on the way, on foot, by jump, in flight. (GH-1.7 to GH-1.9,
GH-3, GH-7.3 to GH-7.8)
"""

from __future__ import annotations

import pytest

from tests.games.gloomhaven.turn.table import Table, tokens
from tsolve.games.gloomhaven.figures import Profile
from tsolve.games.gloomhaven.hexes import Hex, distance, from_offset, neighbours
from tsolve.games.gloomhaven.state import Trap

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


def test_a_thin_wall_stops_it() -> None:
    told = Table("m A .", thin_walls=[((1, 0), (2, 0))]).turn("attack 1, push 1")
    assert told.at("A") == (1, 0)


CARD = "move 3", "attack 2"
FLYER = {"profile": Profile(move=3, attack=2, flying=True)}


def trapped(*conditions: str, **more: object) -> Table:
    """A corridor with a trap of conditions at (2,0)."""
    trap = Trap(from_offset(2, 0), 0, conditions)  # type: ignore[arg-type]
    return Table("m . . . A", traps=[trap], **more)  # type: ignore[arg-type]


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


def test_immobilize_in_the_middle_of_two_moves() -> None:
    """The trap stops the first move; the second ability finds an immobilized monster."""
    told = trapped("immobilize").turn("move 3", "move 3", "attack 2")
    assert (told.at("m"), told.tokens("m")) == ((2, 0), ["immobilize"])


def test_money_of_a_monster_that_dies_over_an_obstacle() -> None:
    told = Table("m o . A", m={**FLYER, "tokens": tokens("wound"), "hp": 1}).turn(*CARD)
    assert [money.tokens for money in told.state.money] == [1]
