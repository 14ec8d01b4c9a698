"""Why another hex is worse than the destination: the key that decides, in the order of the reading."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.gloomhaven.plain.drawing import drawn, melee, ranged
from tests.games.gloomhaven.plain.monster_turn import USUAL
from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.hexes import from_offset
from tsolve.games.gloomhaven.monster_situation import Situation
from tsolve.games.gloomhaven.monster_solver import Deliberation
from tsolve.games.gloomhaven.turn.deliberation import why_worse

TWO_SIDES = drawn(
    """
    .  .  .  .  .  .  .  m  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  B  .  .  A  .  .  .  D
    .  .  .  C  .  .  .  .  .  .  .  E
    .  .  .  .  .  .  .  .  .  .  .  .
    """,
    {"A": 10, "B": 30, "C": 20, "D": 30, "E": 20},
    move=6,
    aim=ranged(2, 3),
)
"""After 5 steps A can be attacked with B and C, from (5,4) beside B, and with D and E, from (9,4). B is 5
away, D 6, C and E 7.
"""

LATER = drawn(
    """
    .  .  .  .  .  .
    .  .  .  A  B  .
    .  .  .  #  .  .
    .  .  #  .  .  .
    .  m  .  .  .  .
    .  .  .  .  .  .
    """,
    {"A": 1, "B": 2},
    move=1,
    aim=melee(2),
)
"""(2,2), beside A alone, is 3 steps away by the left, (4,2), beside both, 4 steps by the right."""


def why(situation: Situation, column: int, row: int, **readings: str) -> Reason:
    """Why the hex is worse than the destination, with A as the focus."""
    found = Deliberation(situation, USUAL | readings)
    candidate = found.candidates_at(from_offset(column, row), "A")[0]
    return why_worse(found, candidate, found.destinations("A")[0], "A")


def test_another_group_is_worse_by_its_ranks() -> None:
    """Not by its steps: the destination (5,5) costs 6, one more, to spare the disadvantage against B."""
    told = "from (5,4) it attacks A, B and C, whose ranks are better than those of A, D and E"
    assert why(TWO_SIDES, 9, 4) == (told, ("GH-12.18",))


def test_the_same_group_is_worse_by_a_disadvantage() -> None:
    assert why(TWO_SIDES, 5, 4) == (
        "in (5,4) it attacks 1 target with disadvantage, in (5,5) none",
        ("GH-12.19",),
    )


def test_another_group_that_is_farther() -> None:
    """(6,3), 3 steps, is 2 away from A and B; so is (9,4), 5 steps, from A and D."""
    situation = replace(
        TWO_SIDES, enemies=tuple(each for each in TWO_SIDES.enemies if each.name in "ABD"), aim=ranged(2, 2)
    )
    assert why(situation, 9, 4) == (
        "from (6,3), after 3 steps, it attacks A and B, from (9,4), after 5, A and D",
        ("GH-12.17",),
    )


def test_where_disadvantages_come_after_targets() -> None:
    """Of both groups (9,4) has no disadvantage; (5,4) has one, against B."""
    readings = {"disadvantage_order": "fewest_after_targets", "extra_targets": "players_choose"}
    assert why(TWO_SIDES, 5, 4, **readings) == (
        "in (5,4) it attacks 1 target with disadvantage, in (9,4) none",
        ("GH-12.17",),
    )


def test_out_of_reach_the_way_alone_may_count() -> None:
    assert why(LATER, 4, 2, out_of_reach="nearest_attack_hex") == (
        "(2,2) costs 3 steps, (4,2) 4",
        ("GH-12.17",),
    )


def test_out_of_reach_a_disadvantage_may_count() -> None:
    """(3,0), 3 steps, is beside A; (3,1), 4 steps, is two hexes away. (2,0) is taken."""
    situation = drawn(
        """
        m  .  f  .  A
        -  -  -  .  -
        """,
        move=1,
        aim=ranged(2),
    )
    readings = {"out_of_reach": "nearest_attack_hex", "disadvantage_out_of_reach": "counts"}
    assert why(situation, 3, 0, **readings) == (
        "in (3,0) it attacks A with disadvantage, in (3,1) without",
        ("GH-12.17", "GH-4.3"),
    )


def test_out_of_reach_targets_come_first() -> None:
    assert why(LATER, 2, 2) == ("from (4,2) it attacks A and B, from (2,2) only A", ("GH-12.17",))
