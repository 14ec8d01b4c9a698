"""Goals as they are written, and weighted sums of levels against sums by hand."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.files import opened, solve
from tsolve.errors import UsageError
from tsolve.games.thunderstone.planning.goals import (
    DEFAULTS,
    MONSTER_ALONE,
    counts_monster_alone,
    read_goal,
)
from tsolve.turns.grade import grade


@pytest.mark.parametrize(
    ("place", "text", "levels"),
    [
        ("dungeon", None, DEFAULTS["dungeon"]),
        ("village", "vp, xp ,lost", ("vp", "xp", "lost")),
        ("dungeon", " 4 * vp + 1*earned+ lost , lost", ("4*vp+earned+lost", "lost")),
        ("any", "3*vp+worth,diseases,win", ("3*vp+worth", "diseases", "win")),
        ("rest", "99*vp", ("99*vp",)),
    ],
)
def test_goals_are_read_in_a_plain_form(place: str, text: str | None, levels: tuple[str, ...]) -> None:
    assert read_goal(place, text) == levels


@pytest.mark.parametrize(
    ("place", "text", "says"),
    [
        ("dungeon", "fame", '"fame" is not a level of a dungeon goal'),
        ("dungeon", "vp+gold", '"gold" is not a level of a dungeon goal'),
        ("any", "2*fame+vp", '"fame" is not a level of any goal'),
        ("dungeon", "vp,vp", "each level once"),
        ("dungeon", "2*vp+xp+vp", '"2\\*vp\\+xp\\+vp" names a level twice'),
        ("dungeon", "vp+", '"" is not a level'),
        ("dungeon", ",", "at least one level"),
        *(
            ("dungeon", f"{weight}*vp", "whole number from 1 to 99")
            for weight in ("0", "-1", "1.5", "100", "x", "")
        ),
    ],
)
def test_what_cannot_be_a_goal(place: str, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_goal(place, text)


def test_a_weighted_sum_in_the_dungeon() -> None:
    text = """\
    turn: dungeon
    hand: [Thyrian Squire, Militia, Short Sword, Torch]
    deck: []
    hall: [Kingdom, Griffon, Nixie]
    """
    # 2 + 4 + 1 = 7 with the Torch against the dark of Rank 1: the Kingdom (Health 5, 3 VP, 1 XP) falls.
    # 4 * 3 + 2 * 1 = 14, and 7 - 5 = 2 more.
    answer = solve(opened(text), goal="4*vp+2*earned,margin")

    assert (answer.goal, answer.objective) == (("4*vp+2*earned", "margin"), (14, 2))
    assert answer.status == "optimal"


VISIT = """\
turn: village
hand: [Trainer, Militia, Militia]
deck: []
xp: 1
village: {Regian Cleric: 1}
"""


@pytest.mark.parametrize(
    ("goal", "objective"),
    [
        # The Trainer destroys one Militia (2 XP); the other becomes the Cleric (3 XP): 2 - 3 = -1.
        ("levels,earned", (1, -1)),
        # XP kept 1 + 2 - 3 = 0; the Cleric costs 5, the Militia nothing.
        ("5*levels+xp,worth", (5, 5)),
        # Without the level-up: 3 * 2 for the XP, 1 for the lost card.
        ("3*earned+lost", (5,)),
    ],
)
def test_weighted_sums_in_the_village(goal: str, objective: tuple[int, ...]) -> None:
    assert solve(opened(VISIT), goal=goal).objective == objective


def test_a_weighted_sum_of_a_rest() -> None:
    text = "turn: rest\nhand: [Regian Bishop, Torch]\ndeck: []\n"
    # The Bishop: 1 - 2 * 2 VP = -3. The Torch (cost 3): 1 - 0 = 1. Nothing: 0.
    answer = solve(opened(text), goal="2*vp+thin,worth")

    assert answer.objective == (1, -3)
    assert answer.best[0].title == "destroy Torch"


STONE = """\
turn: dungeon
hand: [Thyrian Squire, Short Sword, Lantern, Torch, Militia]
deck: []
hall: [Griknack Goblin, Stone of Mystery, Kingdom]
line: [equip Short Sword on Thyrian Squire, attack Griknack Goblin]
"""
# Squire 2 + Short Sword 4 + Militia 1 = 7, with Light 3 for Rank 3. The Goblin (Health 4): 1 VP, and the
# Thunderstone (3 VP) slides into Rank 1: 4 points. The Kingdom (Health 5): 3 VP, 3 points.


def test_an_answer_by_the_victory_points_of_the_monster_says_what_they_leave_out() -> None:
    by_points, by_vp = (solve(opened(STONE), goal=goal) for goal in ("points", "vp"))

    assert (by_points.best[0].title, by_points.objective) == (
        "defeat Griknack Goblin, which ends the game",
        (4,),
    )
    assert (by_vp.best[0].title, by_vp.objective) == ("defeat Kingdom", (3,))
    assert MONSTER_ALONE in by_vp.notes
    assert MONSTER_ALONE not in by_points.notes


def test_so_does_a_grade_by_them() -> None:
    by_points, by_vp = (grade(opened(STONE), goal=goal) for goal in ("points", "vp"))

    assert [[each.exact for each in graded.regret] for graded in (by_points, by_vp)] == [["0"], ["2"]]
    assert MONSTER_ALONE in by_vp.notes
    assert MONSTER_ALONE not in by_points.notes


@pytest.mark.parametrize(
    ("goal", "alone"),
    [
        ("win,vp", True),
        ("4*vp+2*earned", True),
        ("vp,points", True),
        (",".join(DEFAULTS["dungeon"]), False),
        ("points,vp", False),
        ("2*vp+points", False),
        ("lead,vp", False),
        ("win,xp", False),
    ],
)
def test_what_the_score_goes_before_is_no_surprise(goal: str, alone: bool) -> None:
    assert counts_monster_alone(read_goal("dungeon", goal)) == alone


def test_cards_bought_have_their_victory_points_all_counted() -> None:
    assert MONSTER_ALONE not in solve(opened(VISIT), goal="vp").notes
